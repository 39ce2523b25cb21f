import Harness
import Measurement
import Reporting
import ScenarioModel
import Testing
import Verdicts

@Suite struct FindingsTests {
  /// The points under "What this means" of a report's only world.
  private static func findings(_ fixture: ReportFixture) throws -> [String] {
    var fixture = fixture
    fixture.sizes = "[10000]"
    let results = try fixture.results()
    let text = MarkdownReport.text(results, verdict: RunVerdict(results))
    let section = try #require(text.split(separator: "#### What this means\n\n").last)
    return section.prefix(upTo: section.range(of: "\n\n")?.lowerBound ?? section.endIndex)
      .split(separator: "\n").map { String($0.dropFirst(2)) }
  }

  @Test func saysWhoKeepsEveryPinAndWhoLosesSome() throws {
    let findings = try Self.findings(ReportFixture())
    #expect(
      findings.contains(
        "`all-pins` and `hierarchical-clusters` stand for every pin in view in every frame that "
          + "was inspected."))
    #expect(
      findings.contains {
        $0.hasPrefix("`visible-region-scan` loses pins: 25.0 % of the pins in view")
      })
  }

  @Test func theBestStrategyLosesNoPins() throws {
    var fixture = ReportFixture()
    // The scan becomes the fastest by far, and still loses a quarter of the pins.
    fixture.change = { key in
      guard key.scenarioCase.strategy == "visible-region-scan", key.kind != .inspection else {
        return nil
      }
      let values = ReportFixture().record(key).values.map {
        $0.name == "frame-time-p99" ? NamedValue($0.name, .number(1)) : $0
      }
      return TrialRecord(key: key, status: .completed, values: values)
    }
    let findings = try Self.findings(fixture)
    let best = try #require(findings.first { $0.hasPrefix("By `frame-time-p99` (measured)") })
    #expect(
      best == "By `frame-time-p99` (measured), of the strategies that lose no pins, "
        + "`hierarchical-clusters` is the best: 308 µs against 30.8 ms of `all-pins` (0.010 x).")
  }

  @Test func saysWhoLeavesTheFrameBudget() throws {
    // 8,000 ns for each of 10,000, 5,000 and 100 views.
    let findings = try Self.findings(ReportFixture())
    #expect(
      findings.contains(
        "A frame has 16.7 ms at 60 Hz. By `modelled-frame-time-p95`, modelled with the profile "
          + "`iphone-simulator`, `all-pins` (80.0 ms) and `visible-region-scan` (40.0 ms) leave it; "
          + "`hierarchical-clusters` keeps to it."))
  }

  @Test func saysWhereAFixedStrategyIsNotBetter() throws {
    let findings = try Self.findings(ReportFixture())
    let worse = try #require(
      findings.first { $0.hasPrefix("`hierarchical-clusters` is worse than `all-pins` by") })
    #expect(worse.contains("`build-time`"))
    #expect(!worse.contains("frame-time-p99"))
  }

  @Test func aDifferenceWithinTheNoiseIsNotOne() throws {
    var fixture = ReportFixture()
    fixture.change = { key in
      guard case .measurement(let trial) = key.kind else { return nil }
      let isNaive = key.scenarioCase.strategy == "all-pins"
      let values = ReportFixture().record(key).values.map { value in
        value.name == "peak-live-bytes"
          ? NamedValue(
            value.name, .number(Double(1_000_000 + 20_000 * trial + (isNaive ? 10_000 : 0))))
          : value
      }
      return TrialRecord(key: key, status: .completed, values: values)
    }
    let findings = try Self.findings(fixture)
    #expect(
      findings.contains(
        "No other strategy, of those that lose no pins, is better than `all-pins` by `peak-live-bytes` "
          + "(at best 1.07 MB against 1.08 MB, within the noise)."))
    // It is better by another number, so that this one need not be said again.
    let again = "`peak-live-bytes` (1.07 MB against 1.08 MB, within the noise)"
    #expect(!findings.contains { $0.contains(again) })
  }

  @Test func aNoisyBestMedianDoesNotHideABetterStrategy() throws {
    var fixture = ReportFixture()
    // The scan keeps every pin here. Its median is the smallest, and its trials reach from far
    // below to far above the naive strategy's; the clusters' are close together and all smaller.
    fixture.change = { key in
      guard case .measurement(let trial) = key.kind else {
        let values = ReportFixture().record(key).values.map {
          $0.name == "pin-coverage" ? NamedValue($0.name, .number(1)) : $0
        }
        return TrialRecord(key: key, status: .completed, values: values)
      }
      let times = [
        "all-pins": 2_000, "hierarchical-clusters": 1_000,
        "visible-region-scan": trial < 6 ? 500.0 : 9_000,
      ]
      let time = (times[key.scenarioCase.strategy] ?? 0) + Double(trial)
      let values = ReportFixture().record(key).values.map {
        $0.name == "frame-time-p99" ? NamedValue($0.name, .number(time)) : $0
      }
      return TrialRecord(key: key, status: .completed, values: values)
    }
    let findings = try Self.findings(fixture)
    #expect(
      findings.contains(
        "By `frame-time-p99` (measured) `hierarchical-clusters` is the best beyond the noise: "
          + "1.00 µs against 2.00 µs of `all-pins` (0.50 x)."))
    #expect(
      findings.first
        == "Every strategy stands for every pin in view in every frame that was inspected.")
  }

  @Test func fewTrialsCarryNoMeasuredDifference() throws {
    var fixture = ReportFixture()
    fixture.trials = 3
    let findings = try Self.findings(fixture)
    #expect(findings.contains { $0.hasPrefix("With fewer than 4 trials") })
    #expect(!findings.contains { $0.contains("(measured)") && $0.contains("is the best") })
    #expect(try !Self.findings(ReportFixture()).contains { $0.hasPrefix("With fewer") })
  }

  @Test func saysNothingOfWhatBroke() throws {
    var fixture = ReportFixture()
    fixture.change = { key in
      guard key.scenarioCase.strategy == "all-pins", key.kind != .inspection else { return nil }
      return TrialRecord(key: key, status: .timedOut(seconds: 30))
    }
    for finding in try Self.findings(fixture) {
      #expect(!finding.contains("all-pins"), "\(finding)")
    }
  }
}

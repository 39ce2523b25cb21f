import Gate
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The terminal's words for metrics, cases and whole comparisons.
@Suite struct ComparisonLabelTests {
  /// The terminal's words for a metric, after its name.
  private static func words(on verdict: MetricVerdict) -> String? {
    let results = ComparisonResults([.compared([verdict])])
    let text = results.terminal()
    let line = text.split(separator: "\n").first {
      $0.hasPrefix("  ") && $0.contains("\(verdict.metric.name) ")
    }
    let words = line?.split(separator: "\(verdict.metric.name) ").last?.drop { $0 == " " }
    // The severity has tests of its own.
    return words.map { String($0.replacing(/; [^;]* x (its margin|2 %)$/, with: "")) }
  }

  /// A regression of a counter from one value to another.
  private static func words(_ metric: Metric, _ base: Double, _ head: Double) -> String? {
    words(on: .exact(metric, base, head, .regression))
  }

  @Test(arguments: [
    (0.051, 0.046, 0.057, "+5.1 % [4.6, 5.7]"),
    (-0.125, -0.2, -0.05, "-12.5 % [-20.0, -5.0]"),
    (0.0001, -0.0002, 0.0004, "+0.01 % [-0.02, 0.04]"),
    (-0.000_04, -0.001, 0.001, "0.00 % [-0.10, 0.10]"),
    (0.5, 0.1, 0.9, "+50 % [10, 90]"),
    (0.05, 0.05, 0.05, "+5.0 %"), (-1, -1, -1, "-100 %"), (0, 0, 0, "0 %"),
    (31.051, 31.051, 31.051, "32.1 x"), (8.5, 8.5, 8.5, "+850.0 %"),
    (.infinity, 0, 1, "not a finite number"),
  ]) func aChangeHasItsSignAndItsInterval(
    change: Double, low: Double, high: Double, text: String
  ) {
    let verdict = MetricVerdict.timed(.regression, change: change, low: low, high: high)
    #expect(Self.words(on: verdict) == "\(text) in 64 pairs")
  }

  @Test func twoNumbersThatDifferNeverReadTheSame() {
    let bytes = Metric.allocatedBytes
    #expect(
      Self.words(bytes, 10_000_001, 10_000_002)
        == "10,000,001 bytes -> 10,000,002 bytes (+0.00001 %)")
    #expect(Self.words(bytes, 10_000_000, 20_000_000) == "10.0 MB -> 20.0 MB (+100 %)")
    #expect(
      Self.words(.hitchTimeRatio, 0.123_456_7, 0.123_456_8)
        == "0.1234567 ms/s -> 0.1234568 ms/s (+0.0001 %)")
  }

  @Test(arguments: [(0.02, "2 %"), (0.29, "29 %"), (0.005, "0.5 %"), (0.034, "3.4 %")])
  func aChosenShareHasNoEmptyDigits(share: Double, text: String) {
    let verdict = MetricVerdict(
      metric: .viewsCreated, outcome: .pass, method: .exact(Allowance(share: share)), base: 1,
      head: 1)
    let results = ComparisonResults([.compared([verdict])])
    let report = ComparisonMarkdown.text(results, verdict: results.verdict)
    #expect(report.contains("a change for the worse of up to \(text) passes."))
  }

  /// The head relaxes the base's requirements: in the first line, whatever the verdict is.
  private static let relaxed =
    "the head relaxes the base's requirements (ten-thousand-pins: the tolerance of views-created is "
    + "100 % in the head's file, and not given in the base's, which counts; a scenario of the "
    + "base cannot be read, so its requirements are not known: x ::error::<img src=x onerror=y> "
    + "[31m |; and 1 more)"

  private static func compared(_ outcomes: MetricVerdict.Outcome...) -> CaseComparison {
    .compared(outcomes.map { .exact(.hitchTimeRatio, 1, 1, $0) })
  }

  private static func status(_ status: CaseComparison.Status) -> CaseComparison {
    .status(status, of: .sample("x"))
  }

  private static let new = status(.new(why: ""))
  private static let reported = compared(.notGated(why: "neutral"), .new)

  @Test(
    arguments: [
      (.pass, "PASSED: no regression in 2 metrics of 1 case"),
      (.regression, "REGRESSION: 2 of 4 metrics got worse, in 1 of 2 cases"),
      (
        .inconclusive,
        "INCONCLUSIVE: 1 of 2 metrics could not be decided, no regression in the others"
      ),
      (
        .besidePass(.baseBroken(why: "crashed")),
        "INCONCLUSIVE: 1 of 2 cases could not be decided, no regression in the others; "
          + "not judged: 1 broken in the base"
      ),
      (
        ComparisonResults(
          ComparisonResults.inconclusive.cases + [status(.baseNotDeterministic(why: "3, 4"))]),
        "INCONCLUSIVE: 1 of 2 metrics and 1 of 2 cases could not be decided, no regression in "
          + "the others; not judged: 1 not deterministic in the base"
      ),
      (.relaxed, "INCONCLUSIVE: \(relaxed), no regression in 2 metrics of 1 case"),
      (
        ComparisonResults(ComparisonResults.inconclusive.cases, relaxations: Relaxation.samples),
        "INCONCLUSIVE: \(relaxed); 1 of 2 metrics could not be decided, no regression in the others"
      ),
      (
        ComparisonResults(ComparisonResults.regression.cases, relaxations: Relaxation.samples),
        "REGRESSION: 2 of 4 metrics got worse, in 1 of 2 cases; \(relaxed)"
      ),
      (
        .everything,
        "BROKEN: 1 of 10 cases did not complete in the head; 4 of 9 metrics got worse"
      ),
      (ComparisonResults([], refusal: "protocol 3 and 4"), "NOT COMPARABLE: protocol 3 and 4"),
      (ComparisonResults([]), "NOT COMPARABLE: nothing was compared"),
      (
        .besidePass(.removed(why: "gone")), "NOT COMPARABLE: 1 case without a counterpart"
      ),
      (
        .besidePass(.nothingMeasured), "ERROR: 1 of 2 cases cannot be judged in the head"
      ),
      // A case in which nothing was judged is none in which nothing got worse.
      (
        ComparisonResults([
          compared(.pass), new, reported, compared(.pass, .new), new, new, compared(),
        ]), "PASSED: no regression in 2 metrics of 2 cases; not judged: 3 new, 2 reported only"
      ),
      (
        ComparisonResults([
          new, compared(.regression, .pass), reported, status(.removed(why: "")),
          status(.nothingMeasured), status(.notComparable(why: "")),
          status(.baseBroken(why: "")), status(.baseNotDeterministic(why: "")),
          status(.notDeterministic(why: "")), compared(.pass),
        ]),
        "REGRESSION: 1 of 3 metrics got worse, in 1 of 2 cases; not judged: 1 not deterministic "
          + "in the head, 1 without a number in the head, 1 only in the base, 1 not comparable, "
          + "1 broken in the base, 1 not deterministic in the base, 1 new, 1 reported only"
      ),
      // What is missing fails, so it was judged.
      (
        ComparisonResults([
          compared(.regression), compared(.missing(why: "")), compared(.inconclusive(why: "")),
        ]), "REGRESSION: 1 of 3 metrics got worse, in 1 of 3 cases"
      ),
    ] as [(ComparisonResults, String)])
  func theHeadlineNamesTheVerdictAndItsCounts(results: ComparisonResults, headline: String) {
    #expect(results.terminal().split(separator: "\n").first.map(String.init) == headline)
  }

  @Test func aStatusExplainsItselfInOneLine() {
    #expect(
      CaseComparison.Status.broken(why: "crashed: exit code 4").summary
        == "broken in the head: crashed: exit code 4")
    #expect(CaseComparison.Status.nothingMeasured.summary == "nothing measured in the head")
    #expect(CaseComparison.Status.baseBroken(why: "x").label == "broken in the base, undecided")
    for status in ComparisonResults.everything.cases.map(\.status) {
      #expect(status.summary.hasPrefix(status.label))
      #expect(status.summary.hasSuffix(status.reason ?? status.label))
    }
  }

  @Test func whatWasTooLittleInTheBaseSaysWhatItIsNow() {
    let grown = MetricVerdict(
      metric: .timeOfFrames, outcome: .inconclusive(why: "less before"),
      method: .samples(base: 0, head: 3, margin: 0), base: nil, head: 2e9)
    #expect(Self.words(on: grown) == "2.00 s in the head in 3 trials: less before")
  }

  @Test func aMissingNumberSaysSoOnce() {
    let lost = MetricVerdict.exact(
      .hitchTimeRatio, 12, nil, .missing(why: "not available: no screen"))
    #expect(Self.words(on: lost) == "12 ms/s in the base: not available: no screen")
    let neither = MetricVerdict.exact(
      .hitchTimeRatio, nil, nil, .missing(why: "not available on either side"))
    #expect(Self.words(on: neither) == "not available on either side")
  }

  @Test func aTimeSaysWhatItRestsOn() {
    #expect(
      Self.words(on: .timed(.regression, confirmingPairs: 256))
        == "+5.1 % [4.6, 5.7] in 256 fresh pairs after a suspicion in 64")
    #expect(
      Self.words(on: .timed(.inconclusive(why: "near"), confirmingPairs: 256))
        == "+5.1 % [4.6, 5.7] in 256 fresh pairs: near; min. detectable change 3.4 %")
  }

  @Test func theTimesOfASuiteSayWhatTheyWouldHaveMissed() {
    func line(_ metrics: [MetricVerdict]) -> String? {
      ComparisonResults([.compared(metrics)]).terminal()
        .split(separator: "\n").first { $0.contains(" judged, by ") }.map(String.init)
    }
    #expect(line([.exact(.hitchTimeRatio, 1, 1, .pass)]) == nil)
    #expect(
      line([.timed(.pass, pairs: 16, frames: 600)])
        == "1 timing judged, by 16 pairs; min. detectable change 3.4 %")
    #expect(
      line([
        .timed(.pass, pairs: 16, frames: 600), .timed(.pass, pairs: 1_200),
        .timed(.notGated(why: "too short"), pairs: 3),
      ])
        == "2 timings judged, by 16 to 1,200 pairs each; min. detectable change 3.4 %; 1 replayed "
        + "in part")
  }

  @Test func aBaselineSaysThatItsLimitIsCoarse() {
    func text(_ outcomes: [MetricVerdict.Outcome]) -> String {
      let verdicts = outcomes.map { outcome in
        MetricVerdict(
          metric: .buildTime, outcome: outcome, method: .samples(base: 5, head: 5, margin: 1),
          base: 1, head: 1)
      }
      return ComparisonResults([.compared(verdicts)], kind: .baseline).terminal()
    }
    #expect(
      text([.pass, .inconclusive(why: "x")]).contains(
        "2 timings judged: times of a baseline are compared with a coarse limit of 2.00 x, because "
          + "they come from another moment or machine; for a fine answer, use 'gate --base'"))
    #expect(!text([.notGated(why: "x")]).contains("coarse"))
  }
}

import Foundation
import Gate
import ScenarioModel
import Testing

/// The baseline's file: what it holds, how it reads, and what is wrong with a bad one.
@Suite struct BaselineDocumentTests {
  private typealias Fixture = ComparisonFixture

  private func run(frameTimes: [Double] = [2e6, 2.2e6, 1.8e6]) throws -> RunResults {
    Fixture.run([
      Fixture.result(
        "naive",
        [
          try Fixture.samples(.frameTimeP50, [1e6, 1.1e6, 0.9e6]),
          try Fixture.samples(.frameTimeMax, [1e6, 1.1e6, 0.9e6]),
          Fixture.exact(Fixture.views, 312), Fixture.exact(Fixture.kept, 0.1 + 0.2),
        ]),
      Fixture.result(
        "fixed",
        [
          try Fixture.samples(.frameTimeP50, frameTimes),
          try Fixture.samples(.frameTimeMax, frameTimes),
          MetricResult(
            metric: Fixture.reused, value: .notAvailable(reason: "a \"reason\"\n\u{1}ü")),
          Fixture.exact(Fixture.views, 10_000), Fixture.exact(Fixture.kept, 1),
        ]),
    ])
  }

  @Test func itReadsBackAsItWasWritten() throws {
    let document = try Baseline(try run())
    let read = try Baseline(text: document.text(), path: "b.json")
    #expect(try read.text() == document.text())
    #expect(read.run.provenance == document.run.provenance)
    #expect(read.run.cases.map(\.scenarioCase) == document.run.cases.map(\.scenarioCase))
    #expect(
      read.run.cases.map { $0.metrics.map(\.value) }
        == document.run.cases.map { $0.metrics.map(\.value) })
  }

  @Test func everyMetricHasALineOfItsOwn() throws {
    let lines = try Baseline(try run()).text().split(separator: "\n")
    let views = lines.filter { $0.contains(#""name":"views-created","value""#) }
    #expect(
      views.map { $0.trimmingCharacters(in: .whitespaces) } == [
        #"{"name":"views-created","value":312},"#,
        #"{"name":"views-created","value":10000},"#,
      ])
    // A change of one number is a change of one line.
    let other = try Baseline(
      Fixture.run(
        try run().cases.map { result in
          guard result.scenarioCase.strategy == "naive" else { return result }
          return Fixture.result(
            "naive",
            Array(result.metrics.prefix(2)) + [Fixture.exact(Fixture.views, 313)]
              + Array(result.metrics.suffix(1)))
        }))
    #expect(zip(lines, try other.text().split(separator: "\n")).count { $0 != $1 } == 1)
  }

  @Test func timesAreKeptAsRatiosOnly() throws {
    let document = try Baseline(try run())
    let naive = document.run.cases[0]
    let fixed = document.run.cases[1]
    #expect(naive.metrics.allSatisfy { $0.metric.kind != .measured })
    #expect(fixed[metric: "frame-time-max"] == nil)
    guard case .ratio(let ratio)? = fixed[metric: "frame-time-p50"]?.value else {
      Issue.record("expected a ratio")
      return
    }
    #expect(ratio.rounds == 3)
    #expect(abs(ratio.ratio - 2) < 1e-6)
    #expect(ratio.standardError == 0)
  }

  /// What is near the least may be on the other side in the next run: never missing, never new.
  @Test func tooLittleForARatio() throws {
    let little = try Baseline(try run(frameTimes: [4_000, 4_000, 4_000]))
    let enough = try Baseline(try run(frameTimes: [6_000, 6_000, 6_000]))
    let read = try Baseline(text: little.text(), path: "b.json")
    for (base, head) in [(read, enough), (enough, read), (read, read)] {
      let comparison = CaseComparison.comparisons(of: base.run, with: head.run)[1]
      let verdict = comparison.metrics.first { $0.metric.name.hasPrefix("frame-time-p50") }
      #expect(
        verdict?.outcome == .notGated(why: "less than 5 µs, too little for a ratio"))
    }
  }

  @Test func noHoles() throws {
    let metrics = [Fixture.exact(Fixture.views, 1)]
    let empty = [MetricResult(metric: Fixture.views, value: .notAvailable(reason: "none"))]
    let faulty = [MetricResult(metric: Fixture.views, value: .number(.infinity))]
    let expectations: [(CaseResult?, ToolExitCode)] = [
      (Fixture.result("fixed", status: Fixture.crashed, metrics), .caseBroken),
      (Fixture.result("fixed", status: Fixture.unstable, metrics), .toolError),
      (Fixture.result("fixed", empty), .toolError), (Fixture.result("fixed", faulty), .toolError),
    ]
    for (result, status) in expectations {
      let run = Fixture.run([Fixture.result("naive", metrics)] + [result].compactMap(\.self))
      let error = #expect(throws: BaselineError.self) { try Baseline(run) }
      #expect(error?.exitCode == status)
    }
    #expect(throws: BaselineError.noCases) { try Baseline(Fixture.run([])) }
  }

  @Test func filesThatAreNotBaselines() throws {
    let text = try Baseline(try run()).text()
    let damages: [(String, String)] = [
      ("", "empty"), ("{", "it is not JSON, or it ends too early"),
      (String(text.prefix(text.count / 2)), "it is not JSON, or it ends too early"),
      ("[]", "expected an object in the file"), ("{}", "expected 'version' in the file"),
      (
        text.replacing("\"version\":\(RunResults.version)", with: "\"version\":1"),
        "found version 1"
      ),
      (text.replacing("\"value\":312", with: "\"value\":\"312\""), "expected a number in"),
      (text.replacing("\"value\":312", with: "\"values\":312"), "expected 'notAvailable' in"),
      (text.replacing("\"kind\":\"counted\"", with: "\"kind\":\"guessed\""), "kind"),
      (text.replacing("\"strategy\":\"fixed\"", with: "\"strategy\":\"naive\""), "occurs twice"),
      (
        text.replacing(#""name":"pin-coverage","value""#, with: #""name":"views-created","value""#),
        "'views-created' occurs twice"
      ),
      (
        text.replacing(#""name":"views-created","value""#, with: #""name":"other","value""#),
        "has a value that is not known"
      ),
      (
        text.replacing("\"processor\"", with: "\"cpu\""),
        "expected 'processor' in provenance.machine"
      ),
      // Numbers of a case that crashed are none.
      (
        text.replacing("\"status\":\"ok\"", with: "\"status\":\"crashed\""),
        "has the status 'crashed' and no failure"
      ),
      (
        String(
          decoding: try JSONEncoder.results.encode(
            Fixture.run([
              Fixture.result("naive", status: Fixture.crashed, [Fixture.exact(Fixture.views, 1)])
            ])), as: UTF8.self), "has numbers, but crashed"
      ),
    ]
    for (text, words) in damages {
      let error = #expect(throws: BaselineError.self) {
        try Baseline(text: text, path: "b.json")
      }
      #expect(error?.exitCode == .notComparable)
      let description = error?.description ?? ""
      #expect(description.contains(words))
      #expect(description.contains("b.json"))
      #expect(description.contains("baseline update"))
    }
    #expect(throws: BaselineError.missing(path: "/nowhere/b.json")) {
      try Baseline(contentsOf: "/nowhere/b.json")
    }
  }
}

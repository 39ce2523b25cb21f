import Answers
import Foundation
import Gate
import ScenarioModel
import TestSupport
import Testing

/// The baseline's file: what it holds, how it reads, and what is wrong with a bad one.
@Suite struct BaselineDocumentTests {

  private func run() throws -> RunResults {
    let frameTimes = [2e6, 2.2e6, 1.8e6]
    return RunResults.made([
      .made(
        "naive",
        [
          try .samples(.frameTimeP50, [1e6, 1.1e6, 0.9e6]),
          try .samples(.frameTimeMax, [1e6, 1.1e6, 0.9e6]),
          .exact(.viewsCreated, 312), .exact(.pinCoverage, 0.1 + 0.2),
        ]),
      .made(
        "fixed",
        [
          try .samples(.frameTimeP50, frameTimes),
          try .samples(.frameTimeMax, frameTimes),
          .notAvailable(.viewsReused, "a \"reason\"\n\u{1}ü"),
          .exact(.viewsCreated, 10_000), .exact(.pinCoverage, 1),
        ]),
    ])
  }

  private func read(_ text: String) throws -> RunResults {
    try RunResults(baseline: Data(text.utf8), path: "b.json")
  }

  @Test func itReadsBackAsItWasWritten() throws {
    let document = try run().baseline()
    let text = try document.baselineText()
    #expect(try read(text) == document)
    #expect(try read(text).baselineText() == text)
  }

  @Test func everyMetricHasALineOfItsOwn() throws {
    let lines = try run().baseline().baselineText().split(separator: "\n")
    let views = lines.filter { $0.contains(#""name":"views-created","value""#) }
    #expect(
      views == [
        #"{"name":"views-created","value":312},"#, #"{"name":"views-created","value":10000},"#,
      ])
    #expect(lines.count { $0.contains(#""name":"frame-time-p50","samples""#) } == 2)
    // A change of one number is a change of one line.
    let other = try RunResults.made(
      try run().cases.map { result in
        guard result.scenarioCase.strategy == "naive" else { return result }
        return CaseResult.made(
          "naive",
          Array(result.metrics.prefix(2)) + [.exact(.viewsCreated, 313)]
            + Array(result.metrics.suffix(1)))
      }
    ).baseline().baselineText()
    #expect(zip(lines, other.split(separator: "\n")).count { $0 != $1 } == 1)
  }

  /// A text that looks like the beginning of a metric stays as it is.
  @Test func textsAreNotBroken() throws {
    let reason = #"[{"name":1},{"#
    let document = try RunResults.made([
      .made(
        "naive",
        [
          .exact(.viewsCreated, 1),
          .notAvailable(.viewsReused, reason),
        ])
    ]).baseline()
    #expect(try read(document.baselineText()) == document)
  }

  @Test func whatIsComparedIsKept() throws {
    let document = try run().baseline()
    for (result, whole) in zip(document.cases, try run().cases) {
      // The slowest frame varies by chance.
      #expect(result[metric: "frame-time-max"] == nil)
      #expect(result[metric: "frame-time-p50"] == whole[metric: "frame-time-p50"])
      #expect(result[metric: "views-created"]?.value == whole[metric: "views-created"]?.value)
      #expect(result[metric: "views-created"]?.samples.isEmpty == true)
    }
  }

  @Test func noHoles() throws {
    let metrics = [MetricResult.exact(.viewsCreated, 1)]
    let empty = [MetricResult.notAvailable(.viewsCreated)]
    let faulty = [MetricResult(metric: .viewsCreated, value: .number(.infinity))]
    let expectations: [(CaseResult?, ToolExitCode)] = [
      (.made("fixed", status: .crashed, metrics), .caseBroken),
      (.made("fixed", status: .unstable, metrics), .toolError),
      (.made("fixed", empty), .toolError), (.made("fixed", faulty), .toolError),
    ]
    for (result, status) in expectations {
      let run = RunResults.made([.made("naive", metrics)] + [result].compactMap(\.self))
      let error = #expect(throws: BaselineError.self) { try run.baseline() }
      #expect(error?.exitCode == status)
    }
    let error = #expect(throws: BaselineError.self) { try RunResults.made([]).baseline() }
    #expect(error?.description.hasPrefix("expected at least one case to write") == true)
  }

  @Test func filesThatAreNotBaselines() throws {
    let text = try run().baseline().baselineText()
    let damages: [(String, String)] = [
      ("", "empty"), ("{", "it is not JSON, it ends too early"),
      (String(text.prefix(text.count / 2)), "it is not JSON, it ends too early"),
      ("[]", "expected an object in the file"), ("{}", "expected 'version' in the file"),
      (
        text.replacing("\"version\":\(RunResults.version)", with: "\"version\":3"),
        "expected a baseline of version \(RunResults.version) in b.json, found version 3"
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
        "has an unknown value"
      ),
      (
        text.replacing(#""samples":"#, with: #""unknown":"#), "'frame-time-p50' has no samples"
      ),
      (
        text.replacing(#""trial":1"#, with: #""trial":0"#).replacing(
          #""trial":2"#, with: #""trial":0"#
        ).replacing(#""trial":3"#, with: #""trial":0"#), "'frame-time-p50' has no samples"
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
            RunResults.made([.made("naive", status: .crashed, [.exact(.viewsCreated, 1)])])),
          as: UTF8.self), "has numbers, but crashed"
      ),
    ]
    for (text, words) in damages {
      let error = #expect(throws: BaselineError.self) { try read(text) }
      #expect(error?.exitCode == .notComparable)
      let description = error?.description ?? ""
      #expect(description.contains(words))
      #expect(description.contains("b.json"))
      #expect(description.contains("baseline update"))
    }
    #expect(throws: BaselineError.missing(path: "/nowhere/b.json")) {
      try RunResults(baseline: "/nowhere/b.json")
    }
  }
}

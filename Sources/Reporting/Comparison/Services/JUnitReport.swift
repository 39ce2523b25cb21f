import ScenarioModel
import Verdicts

/// A comparison as JUnit XML, which most continuous integration services show.
///
/// A test suite is a scenario; a test is a metric of a case, with the case as its class and the
/// metric as its name; a case that could not be compared is one test. No times are given: a
/// verdict has no duration of its own.
public enum JUnitReport {
  /// The whole document. Pure: the same results give the same text.
  ///
  /// It has a failure or an error exactly where the command's exit code is not 0.
  public static func text(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool = false
  ) -> String {
    var suites: [JUnitSuite] = []
    if let complaint = ComparisonFindings(results, verdict: verdict).complaint {
      suites.append(
        JUnitSuite(
          name: "comparison",
          tests: [
            JUnitTest(
              className: "comparison", name: "base and head can be compared",
              result: .error(type: "not-comparable", message: complaint, details: results.sides))
          ]))
    }
    let findings = ComparisonFindings(results, verdict: verdict)
    let cuts = [
      findings.failure.map { ("error", $0) }, findings.open.map { ("unfinished", "open: \($0)") },
    ]
    for (type, message) in cuts.compactMap(\.self) {
      suites.append(
        JUnitSuite(
          name: "comparison",
          tests: [
            JUnitTest(
              className: "comparison", name: "the comparison came to its end",
              result: .error(type: type, message: message, details: results.sides))
          ]))
    }
    let writer = TestWriter(results: results, failsOnInconclusive: failsOnInconclusive)
    for comparison in results.cases {
      let scenario = comparison.scenarioCase.scenario
      if let index = suites.firstIndex(where: { $0.name == scenario }) {
        suites[index].tests += writer.tests(of: comparison)
      } else {
        suites.append(JUnitSuite(name: scenario, tests: writer.tests(of: comparison)))
      }
    }
    let properties = [("base", results.base.name), ("head", results.head.name)]
    let all = suites.flatMap(\.tests)
    return
      (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
      + ["<testsuites name=\"mappressure\" \(JUnitSuite.counts(of: all))>"]
      + suites.flatMap { $0.lines(properties: properties) } + ["</testsuites>"])
      .joined(separator: "\n") + "\n"
  }

  /// Makes tests of verdicts.
  private struct TestWriter {
    let results: ComparisonResults
    let failsOnInconclusive: Bool

    func tests(of comparison: CaseComparison) -> [JUnitTest] {
      let metrics = comparison.metrics.map { metric in
        JUnitTest(
          className: comparison.scenarioCase.description, name: metric.metric.name,
          result: result(of: metric, in: comparison.scenarioCase))
      }
      guard let own = result(of: comparison) else { return metrics }
      return [
        JUnitTest(
          className: comparison.scenarioCase.description, name: "base and head can be compared",
          result: own)
      ] + metrics
    }

    private func result(of comparison: CaseComparison) -> JUnitTest.Result? {
      let status = comparison.status
      let message = status.explanation
      let details = results.command(repeating: comparison).map { Self.again($0) } ?? ""
      switch status.group {
      case .compared: return nil
      case .unjudged where failsOnInconclusive:
        return .failure(type: status.identifier, message: message, details: details)
      case .new, .unjudged: return .skipped(message: message)
      case .faulty, .unmatched:
        return .error(type: status.identifier, message: message, details: details)
      }
    }

    private func result(of verdict: MetricVerdict, in scenarioCase: Case) -> JUnitTest.Result {
      let word = verdict.outcome.word
      let again = Self.again(results.command(repeating: scenarioCase))
      let details = "\(verdict.methodSentence)\n\(again)"
      switch verdict.outcome {
      case .pass, .improvement: return .passed
      case .regression:
        return .failure(type: word, message: verdict.explanation, details: details)
      case .missing:
        return .error(type: word, message: verdict.explanation, details: details)
      case .inconclusive where failsOnInconclusive:
        return .failure(type: word, message: verdict.explanation, details: details)
      case .inconclusive:
        return .skipped(message: "inconclusive: \(verdict.explanation)")
      case .new: return .skipped(message: verdict.outcome.title)
      case .notGated(let why): return .skipped(message: "not gated: \(why)")
      }
    }

    private static func again(_ command: String) -> String { "again: mappressure \(command)" }
  }
}

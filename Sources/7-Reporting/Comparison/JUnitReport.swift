import Documents
import Gate
import ScenarioModel
import Support

/// A comparison as JUnit XML, which most continuous integration services show.
///
/// A test suite is a scenario; a test is a metric of a case, with the case as its class and the
/// metric as its name; a case that could not be compared is one test. No times are given: a
/// verdict has no duration of its own.
package enum JUnitReport {
  /// The whole document. Pure: the same results give the same text.
  ///
  /// It has a failure or an error exactly where the command's exit code is not 0.
  package static func text(
    _ results: ComparisonResults, verdict: ComparisonVerdict, failsOnInconclusive: Bool = false
  ) -> String {
    let findings = ComparisonFindings(results, verdict: verdict)
    func test(
      _ name: String, _ type: String, _ message: String, _ element: JUnitTest.Element = .error
    ) -> JUnitTest {
      JUnitTest(
        suite: "comparison", className: "comparison", name: name,
        fault: (element, type, message, results.label))
    }
    let own = [
      findings.complaint.map { test("base and head can be compared", "not-comparable", $0) },
      findings.failure.map { test("the comparison finished", "error", $0) },
      findings.open.map { test("the comparison finished", "unfinished", "open: \($0)") },
    ]
    let relaxed = results.relaxations.map { relaxation in
      test(
        "the head keeps the base's requirements", "relaxation", relaxation.description,
        failsOnInconclusive ? .failure : .skipped)
    }
    let invalid = results.faults.map { test("accepted changes are valid", "accepted-change", $0) }
    let writer = TestWriter(results: results, failsOnInconclusive: failsOnInconclusive)
    let tests =
      own.compactMap(\.self) + invalid + relaxed
      + ComparisonFindings.descending(results.cases.flatMap(writer.tests)) {
        $0.fault?.element == .failure ? $0.weight : .none
      }
    let names = tests.map(\.suite) + results.cases.map(\.scenarioCase.scenario)
    let suites = names.uniqued().map { name -> TemplateValues in
      let tests = tests.filter { $0.suite == name }
      return [
        "suite": .xml(name), "counts": counts(of: tests), "tests": .list(tests.map(\.values)),
      ]
    }
    return Template.junit.text([
      "counts": counts(of: tests), "suites": .list(suites), "base": .xml(results.base.name),
      "head": .xml(results.head.name),
    ])
  }

  /// The attributes that count tests by their results.
  private static func counts(of tests: [JUnitTest]) -> TemplateValue {
    func count(_ element: JUnitTest.Element) -> Int {
      tests.count { $0.fault?.element == element }
    }
    return .html(
      "tests=\"\(tests.count)\" failures=\"\(count(.failure))\" errors=\"\(count(.error))\" "
        + "skipped=\"\(count(.skipped))\"")
  }

  /// Makes tests of verdicts.
  private struct TestWriter {
    let results: ComparisonResults
    let failsOnInconclusive: Bool

    func tests(of comparison: CaseComparison) -> [JUnitTest] {
      func test(
        _ name: String, _ fault: JUnitTest.Fault?, weight: MetricVerdict.Weight = .none
      ) -> JUnitTest {
        JUnitTest(
          suite: comparison.scenarioCase.scenario, className: comparison.scenarioCase.description,
          name: name, fault: fault, weight: weight)
      }
      let own = fault(of: comparison).map { test("base and head can be compared", $0) }
      let same = comparison.status == .sameProgram ? test("base and head are the same", nil) : nil
      return [own, same].compactMap(\.self)
        + comparison.metrics.map {
          test($0.metric.name, fault(of: $0, in: comparison), weight: $0.weight)
        }
    }

    private func fault(of comparison: CaseComparison) -> JUnitTest.Fault? {
      let status = comparison.status
      let element: JUnitTest.Element
      switch status.section {
      case nil: return nil
      case .new: element = .skipped
      case .inconclusiveBase: element = failsOnInconclusive ? .failure : .skipped
      default: element = .error
      }
      let details = results.command(repeating: comparison).map { "again: \($0)" } ?? ""
      return (element, status.identifier, status.summary, details)
    }

    private func fault(
      of verdict: MetricVerdict, in comparison: CaseComparison
    ) -> JUnitTest.Fault? {
      var message = verdict.summary
      let element: JUnitTest.Element
      switch verdict.outcome {
      case .pass, .improvement: return nil
      case .regression: element = .failure
      case .missing: element = .error
      case .accepted: (element, message) = (.skipped, "accepted: \(message)")
      case .inconclusive where failsOnInconclusive, .notJudged where failsOnInconclusive:
        element = .failure
      case .notJudged(let why): (element, message) = (.skipped, "not judged: \(why)")
      case .inconclusive: (element, message) = (.skipped, "inconclusive: \(message)")
      case .new: (element, message) = (.skipped, verdict.outcome.label)
      case .notGated(let why): (element, message) = (.skipped, "not gated: \(why)")
      }
      let again = "again: \(results.command(repeating: comparison.scenarioCase))"
      return (element, verdict.outcome.identifier, message, "\(verdict.methodLabel)\n\(again)")
    }
  }
}

/// A test of a JUnit document.
private struct JUnitTest {
  enum Element: String {
    case failure, error, skipped
  }

  /// A failure or an error of a test. The details are the lines behind the message.
  typealias Fault = (element: Element, type: String, message: String, details: String)

  let suite: String
  let className: String
  let name: String
  /// `nil` for a test that passes.
  let fault: Fault?
  /// The weight of a changed metric; none for other tests.
  var weight = MetricVerdict.Weight.none

  var values: TemplateValues {
    var values: TemplateValues = [
      "class": .xml(className), "name": .xml(name), "isPassed": .flag(fault == nil),
    ]
    guard let fault else { return values }
    // Some services show the message, some the text: each says what happened.
    let text = ([fault.message] + fault.details.split(separator: "\n").map(String.init))
      .map { XMLText.escaped(PlainText.line($0)) }.joined(separator: "\n")
    values[fault.element == .skipped ? "skipped" : "fault"] = .list([
      [
        "element": .text(fault.element.rawValue), "type": .xml(fault.type),
        "message": .xml(fault.message), "text": .html(text),
      ]
    ])
    return values
  }
}

extension TemplateValue {
  fileprivate static func xml(_ text: String) -> TemplateValue {
    .html(XMLText.escaped(PlainText.line(text)))
  }
}

/// Text that came from data, made safe for an XML document.
enum XMLText {
  /// The text for an attribute's value between double quotes, or for an element.
  ///
  /// Characters that XML 1.0 cannot hold, even escaped (its production 2, `Char`), become the
  /// replacement character.
  static func escaped(_ text: String) -> String {
    text.escapingScalars(references) { isAllowed($0) ? String($0) : "\u{FFFD}" }
  }

  private static let references: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
  ]

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

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
    func test(_ name: String, _ result: JUnitTest.Result) -> JUnitTest {
      JUnitTest(className: "comparison", name: name, result: result)
    }
    func error(_ type: String, _ message: String) -> JUnitTest.Result {
      .error(type: type, message: message, details: results.label)
    }
    let own = [
      findings.complaint.map { test("base and head can be compared", error("not-comparable", $0)) },
      findings.failure.map { test("the comparison finished", error("error", $0)) },
      findings.open.map { test("the comparison finished", error("unfinished", "open: \($0)")) },
    ]
    let relaxed = results.relaxations.map { relaxation in
      test(
        "the head asks for as much as the base",
        failsOnInconclusive
          ? .failure(type: "relaxation", message: relaxation.description, details: results.label)
          : .skipped(message: relaxation.description))
    }
    let tests = own.compactMap(\.self) + relaxed
    var suites = tests.isEmpty ? [] : [JUnitSuite(name: "comparison", tests: tests)]
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
      let message = status.summary
      let details = results.command(repeating: comparison).map { Self.again($0) } ?? ""
      switch status.section {
      case nil: return nil
      case .inconclusiveBase where failsOnInconclusive:
        return .failure(type: status.identifier, message: message, details: details)
      case .new, .inconclusiveBase: return .skipped(message: message)
      default:
        return .error(type: status.identifier, message: message, details: details)
      }
    }

    private func result(of verdict: MetricVerdict, in scenarioCase: Case) -> JUnitTest.Result {
      let type = verdict.outcome.identifier
      let again = Self.again(results.command(repeating: scenarioCase))
      let details = "\(verdict.methodLabel)\n\(again)"
      switch verdict.outcome {
      case .pass, .improvement: return .passed
      case .regression:
        return .failure(type: type, message: verdict.summary, details: details)
      case .missing:
        return .error(type: type, message: verdict.summary, details: details)
      case .inconclusive where failsOnInconclusive:
        return .failure(type: type, message: verdict.summary, details: details)
      case .inconclusive:
        return .skipped(message: "inconclusive: \(verdict.summary)")
      case .new: return .skipped(message: verdict.outcome.label)
      case .notGated(let why): return .skipped(message: "not gated: \(why)")
      }
    }

    private static func again(_ command: String) -> String { "again: \(command)" }
  }
}

/// A test suite of a JUnit document.
struct JUnitSuite {
  let name: String
  var tests: [JUnitTest]

  func lines(properties: [(name: String, value: String)]) -> [String] {
    ["  <testsuite name=\"\(JUnitTest.attribute(name))\" \(Self.counts(of: tests))>"]
      + ["    <properties>"]
      + properties.map {
        "      <property name=\"\($0.name)\" value=\"\(JUnitTest.attribute($0.value))\"/>"
      }
      + ["    </properties>"] + tests.flatMap(\.lines) + ["  </testsuite>"]
  }

  /// The attributes that count tests by their results.
  static func counts(of tests: [JUnitTest]) -> String {
    let failures = tests.count { if case .failure = $0.result { true } else { false } }
    let errors = tests.count { if case .error = $0.result { true } else { false } }
    let skipped = tests.count { if case .skipped = $0.result { true } else { false } }
    return "tests=\"\(tests.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
      + "skipped=\"\(skipped)\""
  }
}

/// A test of a JUnit document.
struct JUnitTest {
  enum Result {
    case passed
    case failure(type: String, message: String, details: String)
    case error(type: String, message: String, details: String)
    case skipped(message: String)
  }

  let className: String
  let name: String
  let result: Result

  /// Its lines of XML.
  var lines: [String] {
    let head =
      "    <testcase classname=\"\(Self.attribute(className))\" "
      + "name=\"\(Self.attribute(name))\""
    switch result {
    case .passed: return [head + "/>"]
    case .failure(let type, let message, let details):
      return Self.element("failure", type: type, message: message, details: details, in: head)
    case .error(let type, let message, let details):
      return Self.element("error", type: type, message: message, details: details, in: head)
    case .skipped(let message):
      return [
        head + ">", "      <skipped message=\"\(Self.attribute(message))\"/>", "    </testcase>",
      ]
    }
  }

  private static func element(
    _ name: String, type: String, message: String, details: String, in head: String
  ) -> [String] {
    // Some services show the message, some the text: each says what happened.
    let text = ([message] + details.split(separator: "\n").map(String.init))
      .map { XMLText.escaped(PlainText.line($0)) }.joined(separator: "\n")
    return [
      head + ">",
      "      <\(name) type=\"\(attribute(type))\" message=\"\(attribute(message))\">\(text)</\(name)>",
      "    </testcase>",
    ]
  }

  static func attribute(_ text: String) -> String { XMLText.escaped(PlainText.line(text)) }
}

/// Text that came from data, made safe for an XML document.
enum XMLText {
  /// The text for an attribute's value between double quotes, or for an element.
  ///
  /// Characters that XML 1.0 cannot hold, even escaped (its production 2, `Char`), become the
  /// replacement character.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      // As references, because a reader turns them into spaces in an attribute.
      case "\t", "\n", "\r": "&#\(scalar.value);"
      default: isAllowed(scalar) ? String(scalar) : "\u{FFFD}"
      }
    }.joined()
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

import Foundation
import Gate
import Reporting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ComparisonJUnitTests {
  private static func text(
    _ results: ComparisonResults, failsOnInconclusive: Bool = false
  ) -> String {
    JUnitReport.text(results, verdict: results.verdict, failsOnInconclusive: failsOnInconclusive)
  }

  private static func tests(
    _ results: ComparisonResults, failsOnInconclusive: Bool = false
  ) throws -> [ComparisonXMLReader.Test] {
    try ComparisonXMLReader(text(results, failsOnInconclusive: failsOnInconclusive)).tests
  }

  @Test func aTestIsAMetricOfACase() throws {
    let tests = try Self.tests(.regression)
    #expect(tests.map(\.name) == ["views-created", "frame-time", "pin-coverage", "views-created"])
    #expect(tests.map(\.result) == ["failure", "failure", nil, nil])
    #expect(Set(tests.map(\.suite)) == ["ten-thousand-pins"])
    #expect(tests.last?.className == "ten-thousand-pins 10000 all-pins")
    #expect(tests[0].type == "regression")
    #expect(tests[0].message == "312 -> 10,000 (32.1 x); 1,550 x a 2 % change")
    #expect(
      tests[0].text.contains(
        "again: mappressure gate --base main Scenarios/ten-thousand-pins.yaml "
          + "--strategies grid-clusters --sizes 10000"))
  }

  @Test func everyOutcomeHasItsElement() throws {
    let tests = try Self.tests(.everything)
    func results(_ strategy: String) -> [String?] {
      tests.filter { $0.className.hasSuffix(" \(strategy)") }.map(\.result)
    }
    #expect(
      results("grid-clusters")
        == ["failure", "failure", "failure", "failure", nil, "skipped", "skipped", nil])
    #expect(results("all-pins") == ["skipped", "error", "skipped"])
    for strategy in ["a", "c", "e", "f", "h"] { #expect(results(strategy) == ["error"]) }
    for strategy in ["b", "d", "g"] { #expect(results(strategy) == ["skipped"]) }
    #expect(tests.filter { $0.result != nil }.allSatisfy { $0.message?.isEmpty == false })
    // What only the base has cannot be asked for again.
    for test in tests where test.result == "error" || test.result == "failure" {
      #expect(test.text.contains("again: ") == !test.className.hasSuffix(" h"))
    }
  }

  @Test func whatTheBaseCannotReplayFailsOnRequest() throws {
    for status in [CaseComparison.Status.baseBroken(why: "x"), .baseNotDeterministic(why: "x")] {
      let results = ComparisonResults.besidePass(status)
      #expect(try Self.tests(results).last?.result == "skipped")
      let test = try #require(try Self.tests(results, failsOnInconclusive: true).last)
      #expect(test.result == "failure")
      #expect(test.type?.hasPrefix("base-") == true)
      #expect(test.text.contains("undecided: x\nagain: mappressure gate"))
    }
  }

  @Test func whatTheHeadAsksForLessIsATestOfItsOwn() throws {
    let name = "the head keeps the base's requirements"
    for (fails, result) in [(false, "skipped"), (true, "failure")] {
      let tests = try Self.tests(.relaxed, failsOnInconclusive: fails)
      let relaxed = tests.filter { $0.name == name }
      #expect(relaxed.map(\.result) == [result, result, result])
      #expect(relaxed[0].message?.contains("the tolerance of views-created is 100 %") == true)
    }
  }

  @Test func anAcceptedChangeIsNoFailureAndAnEntryWithoutUseIsOne() throws {
    let accepted = try Self.tests(.accepted)
    #expect(accepted.map(\.result) == ["skipped", nil])
    #expect(accepted[0].message?.contains("a layer | more; accepted until 2026-12-31") == true)
    let invalid = try Self.tests(.invalid)
    #expect(invalid.map(\.result) == ["error", "error", "skipped", nil])
    #expect(invalid[0].message == "a.yaml:1: <b> ended after 2026-01-01: remove it")
  }

  @Test func theCountsAreThoseOfItsTests() throws {
    for results in ComparisonResults.all {
      let reader = try ComparisonXMLReader(Self.text(results))
      for (suite, counts) in reader.counts {
        let tests = reader.tests.filter { suite.isEmpty || $0.suite == suite }
        #expect(counts["tests"] == "\(tests.count)")
        for (name, element) in [
          ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
        ] {
          #expect(counts[name] == "\(tests.count { $0.result == element })")
        }
      }
    }
  }

  @Test(arguments: [false, true]) func itIsRedExactlyWhereTheCommandFails(
    failsOnInconclusive: Bool
  ) throws {
    for results in ComparisonResults.all {
      let tests = try Self.tests(results, failsOnInconclusive: failsOnInconclusive)
      let isRed = tests.contains { $0.result == "failure" || $0.result == "error" }
      let document = try results.document(failsOnInconclusive: failsOnInconclusive)
      #expect(isRed == (document.verdict.exitCode != 0), "\(document.verdict.summary)")
      #expect(!tests.isEmpty)
    }
  }

  @Test func noTimesAreInvented() throws {
    let names = try ComparisonXMLReader(Self.text(.everything)).attributeNames
    #expect(names.isDisjoint(with: ["time", "timestamp", "hostname"]))
  }

  @Test func namesFromDataStayWhatTheyAre() throws {
    let tests = try Self.tests(.evil)
    #expect(tests.count == 3)
    #expect(tests[0].suite == "<script>alert(1)</script>")
    #expect(tests[0].name == "=cmd|'/c calc'!A0 | <i>")
    #expect(tests[0].className.contains("| <b>&\"']]>"))
    #expect(tests[2].message == "broken in the head: ]]> -->")
    #expect(tests[2].text.hasPrefix("broken in the head: ]]> -->\nagain: "))
  }

  @Test func whatXMLCannotHoldIsReplaced() throws {
    let scalars = (0...0xFFFF).compactMap { Unicode.Scalar($0) } + ["\u{1FFFF}", "😀"]
    let results = ComparisonResults([], refusal: String(String.UnicodeScalarView(scalars)))
    let test = try #require(try Self.tests(results).first)
    let message = try #require(test.message)
    #expect(test.text.hasPrefix(message))
    #expect(message.contains("%&'()*+,-./0"))
    #expect(message.hasSuffix("\u{FFFD}\u{FFFD}\u{FFFD}\u{1FFFF}😀"))
    #expect(!message.unicodeScalars.contains { $0.value < 0x20 })
  }
}

/// A JUnit document as a reader of XML sees it, apart from the code under test.
final class ComparisonXMLReader: NSObject, XMLParserDelegate {
  struct Test {
    let suite: String
    let className: String
    let name: String
    /// The element inside: `failure`, `error`, `skipped`; `nil` where it passed.
    var result: String?
    var type: String?
    var message: String?
    var text = ""
  }

  struct Malformed: Error {
    let reason: String
  }

  /// The attributes that count tests: of all, and of each suite.
  private(set) var counts: [String: [String: String]] = [:]
  private(set) var tests: [Test] = []
  private(set) var attributeNames: Set<String> = []
  private var suite = ""

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw Malformed(reason: "\(String(describing: parser.parserError))")
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    attributeNames.formUnion(attributes.keys)
    switch element {
    case "testsuites": counts[""] = attributes
    case "testsuite":
      suite = attributes["name"] ?? ""
      counts[suite] = attributes
    case "testcase":
      tests.append(
        Test(
          suite: suite, className: attributes["classname"] ?? "", name: attributes["name"] ?? ""))
    case "failure", "error", "skipped":
      tests[tests.count - 1].result = element
      tests[tests.count - 1].type = attributes["type"]
      tests[tests.count - 1].message = attributes["message"]
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard !tests.isEmpty, tests[tests.count - 1].result != nil else { return }
    tests[tests.count - 1].text += text
  }
}

import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

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

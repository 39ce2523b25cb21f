import Support

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

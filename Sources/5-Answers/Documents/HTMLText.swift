import Support

/// Text that came from data, made safe for a page of HTML.
package enum HTMLText {
  /// The text on one line, in which nothing is a tag, a reference or the end of an attribute.
  package static func escaped(_ text: String) -> String {
    PlainText.line(text).escapingScalars(references)
  }

  private static let references: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
  ]

  /// The lines of a program, with their indentation.
  package static func program(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.prefix { $0 == " " } + escaped(String($0)) }.joined(separator: "\n")
  }

  /// The text with spaces that do not break between a number and its unit.
  package static func numbers(_ text: String) -> String {
    escaped(text).replacing(/([0-9]) (ms\/s|ms|s|MB|KB|GB|ns|µs|pt)\b/) {
      "\($0.1)\u{A0}\($0.2)"
    }.replacing(/([0-9]) %/) { "\($0.1)\u{A0}%" }
  }

  /// A document of JSON for the content of a script element: no character in it can end the element.
  package static func script(_ json: String) -> String {
    json.replacing("<", with: "\\u003C")
  }
}

/// Text that came from data, made fit for one line of a terminal or a report.
package enum PlainText {
  /// The text on one line, without control characters and without marks that change the direction
  /// of reading, which could make a line look like another one.
  package static func line(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
      case .format, .surrogate, .privateUse: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.split(separator: " ").joined(separator: " ")
  }

  /// The text with at most so many characters; what is cut off shows as an ellipsis.
  package static func shortened(_ text: String, to limit: Int) -> String {
    text.count <= limit ? text : text.prefix(max(0, limit - 1)) + "…"
  }
}

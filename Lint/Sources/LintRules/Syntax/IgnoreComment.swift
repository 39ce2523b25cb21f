import SwiftSyntax

/// A comment that silences a rule at one line: `// mappressure:ignore RULE reason`.
///
/// Behind code it covers its own line, on a line of its own the next line with code.
struct IgnoreComment: Sendable {
  static let marker = "mappressure:ignore"

  /// The line and the column of the comment.
  var line: Int
  var column: Int
  /// The line whose findings it silences.
  var coveredLine: Int
  /// Empty if the comment names no rule.
  var rule: String
  var reason: String

  /// The ignore comments before a token, and behind it on its line.
  static func all(around token: TokenSyntax, lines: LineTable) -> [IgnoreComment] {
    let codeLine = lines.location(of: token.positionAfterSkippingLeadingTrivia.utf8Offset).line
    let places = [
      (token.leadingTrivia, token.position),
      (token.trailingTrivia, token.endPositionBeforeTrailingTrivia),
    ]
    return places.flatMap { trivia, position -> [IgnoreComment] in
      var offset = position.utf8Offset
      return trivia.pieces.compactMap { piece in
        defer { offset += piece.sourceLength.utf8Length }
        guard case .lineComment(let text) = piece, let (rule, reason) = parsed(text) else {
          return nil
        }
        let (line, column) = lines.location(of: offset)
        let isBehindCode = lines.text(ofLine: line).utf8.prefix(column - 1)
          .contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return IgnoreComment(
          line: line, column: column, coveredLine: isBehindCode ? line : codeLine, rule: rule,
          reason: reason)
      }
    }
  }

  private static func parsed(_ comment: String) -> (rule: String, reason: String)? {
    let text = comment.drop { $0 == "/" || $0 == " " || $0 == "\t" }
    guard text.hasPrefix(marker) else { return nil }
    let words = text.dropFirst(marker.count).split(
      maxSplits: 1, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
    let reason = words.count > 1 ? words[1].drop { $0.isWhitespace } : ""
    return (words.first.map(String.init) ?? "", String(reason))
  }
}

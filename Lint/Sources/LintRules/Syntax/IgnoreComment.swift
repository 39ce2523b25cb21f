import SwiftSyntax

/// A comment that silences rules: `// mappressure:ignore RULE reason` for a statement,
/// `mappressure:ignore-file` for a file, `mappressure:ignore-begin` and `mappressure:ignore-end` for
/// the lines between them.
struct IgnoreComment: Sendable {
  enum Kind: String, CaseIterable {
    case file = "-file"
    case begin = "-begin"
    case end = "-end"
    case statement = ""
  }

  static let marker = "mappressure:ignore"

  var kind: Kind
  /// The line and the column of the comment.
  var line: Int
  var column: Int
  /// The lines whose findings it silences: behind code its own, on a line of its own those of the
  /// statement that follows, but only the first of a declaration with a body.
  var covered: ClosedRange<Int>
  /// Empty if the comment names no rule.
  var rules: [String]
  var reason: String

  /// The ignore comments before a token, and behind it on its line.
  static func all(around token: TokenSyntax, lines: LineTable) -> [IgnoreComment] {
    let code = token.statementLines(lines)
    let places = [
      (token.leadingTrivia, token.position),
      (token.trailingTrivia, token.endPositionBeforeTrailingTrivia),
    ]
    return places.flatMap { trivia, position -> [IgnoreComment] in
      var offset = position.utf8Offset
      return trivia.pieces.compactMap { piece in
        defer { offset += piece.sourceLength.utf8Length }
        let text: Substring
        switch piece {
        case .lineComment(let comment): text = comment.dropFirst(2)
        case .blockComment(let comment): text = comment.dropFirst(2).dropLast(2)
        default: return nil
        }
        let (line, column) = lines.location(of: offset)
        let isBehindCode = lines.text(ofLine: line).utf8.prefix(column - 1)
          .contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        return IgnoreComment(text, line, column, isBehindCode ? line...line : code)
      }
    }
  }

  private init?(_ comment: Substring, _ line: Int, _ column: Int, _ covered: ClosedRange<Int>) {
    let text = comment.drop { $0.isWhitespace }
    guard text.hasPrefix(Self.marker) else { return nil }
    let rest = text.dropFirst(Self.marker.count)
    guard let kind = Kind.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else { return nil }
    var words = rest.dropFirst(kind.rawValue.count).split(whereSeparator: \.isWhitespace)[...]
    var rules: [String] = []
    var hasMore = true
    while hasMore, let word = words.popFirst() {
      hasMore = word.hasSuffix(",")
      rules += word.split { ",:".contains($0) }.map(String.init)
    }
    (self.kind, self.line, self.column, self.covered) = (kind, line, column, covered)
    (self.rules, reason) = (rules, words.joined(separator: " "))
  }
}

extension TokenSyntax {
  /// The lines of the statement that begins with the token.
  fileprivate func statementLines(_ lines: LineTable) -> ClosedRange<Int> {
    let first = lines.location(of: positionAfterSkippingLeadingTrivia.utf8Offset).line
    let statement = ancestors.first {
      ($0.is(CodeBlockItemSyntax.self) || $0.is(MemberBlockItemSyntax.self))
        && $0.firstToken(viewMode: .sourceAccurate)?.id == id
    }
    guard let statement,
      !statement.children(viewMode: .sourceAccurate).contains(where: {
        $0.isProtocol((any WithCodeBlockSyntax).self) || $0.is(FunctionDeclSyntax.self)
          || $0.isProtocol((any DeclGroupSyntax).self)
      })
    else { return first...first }
    let last = lines.location(of: statement.endPositionBeforeTrailingTrivia.utf8Offset).line
    return first...max(first, last)
  }
}

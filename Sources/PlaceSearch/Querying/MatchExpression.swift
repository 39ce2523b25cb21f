import PinData

/// An expression in FTS5's query language; every token in it stands between quotes.
struct MatchExpression {
  let text: String

  private init(_ text: String) {
    self.text = text
  }

  static func token(_ token: String, isPrefix: Bool = false) -> MatchExpression {
    // No token has a quote in it; if one had, it would stay one token.
    let doubled = token.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"")
    let quoted = "\"\(doubled)\""
    return MatchExpression(isPrefix ? quoted + " *" : quoted)
  }

  static func all(of parts: [MatchExpression]) -> MatchExpression {
    MatchExpression(parts.map { "(\($0.text))" }.joined(separator: " AND "))
  }

  static func any(of parts: [MatchExpression]) -> MatchExpression {
    if parts.count == 1 { return parts[0] }
    return MatchExpression(parts.map { "(\($0.text))" }.joined(separator: " OR "))
  }

  func excluding(_ other: MatchExpression) -> MatchExpression {
    MatchExpression("(\(text)) NOT (\(other.text))")
  }

  /// The places that have a word, or its marked token.
  static func word(_ patterns: [WordPattern], mark: String = "") -> MatchExpression {
    any(of: patterns.map { token(mark + $0.text, isPrefix: $0.isPrefix) })
  }

  /// The places in some cells; `nil` without cells.
  static func cells(_ cells: [GridCell]) -> MatchExpression? {
    cells.isEmpty ? nil : any(of: cells.map { token(IndexToken.cell($0)) })
  }
}

extension MatchExpression {
  /// What a query's filters let pass; `nil` where that is nothing.
  static func filter(kinds: Place.Kinds, categories: CategoryFilter) -> MatchExpression? {
    var parts: [MatchExpression] = []
    for kind in [Place.Kinds.address, .physicalFeature] where kinds.contains(kind) {
      parts.append(token(IndexToken.kind(kind)))
    }
    if kinds.contains(.pointOfInterest) {
      let all = token(IndexToken.kind(.pointOfInterest))
      switch categories {
      case .all: parts.append(all)
      case .including(let included):
        parts += sortedTokens(of: included)
      case .excluding(let excluded):
        parts.append(
          excluded.isEmpty ? all : all.excluding(any(of: sortedTokens(of: excluded))))
      }
    }
    return parts.isEmpty ? nil : any(of: parts)
  }

  /// In one order, unlike a set's.
  private static func sortedTokens(
    of categories: Set<PointOfInterestCategory>
  ) -> [MatchExpression] {
    categories.map { IndexToken.category($0) }.sorted().map { token($0) }
  }
}

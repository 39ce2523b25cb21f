/// How well a row answers what a person wanted.
enum RelevanceGrade: Int, Comparable, CaseIterable {
  /// Not at all.
  case none = 0
  /// Another place of the same category that the map shows.
  case sameCategory = 1
  /// Another place of the same name and category that the map shows.
  case sameName = 2
  /// The place itself, wherever it is.
  case wanted = 3

  /// The gain of a row: 2^grade - 1, as for graded web search (Burges and others, 2005).
  var gain: Double { Double((1 << rawValue) - 1) }

  static func < (left: RelevanceGrade, right: RelevanceGrade) -> Bool {
    left.rawValue < right.rawValue
  }
}

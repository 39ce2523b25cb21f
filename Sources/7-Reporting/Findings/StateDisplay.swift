import Answers

extension Recommendation.State {
  /// The state in words, a sign for readers who see few colors, its place in a sorted table, and the mark
  /// behind the strategy's name in a table of all.
  var display: (label: String, sign: String, order: Int, mark: String) {
    switch self {
    case .nearest: ("Take, not always good enough", "◐", 2, " (take; not always good enough)")
    case .take: ("Take", "✓", 0, " (take)")
    case .either: ("Take, others will do", "✓", 1, " (take)")
    case .depends: ("Depends", "⑂", 3, " (depends)")
    case .leads: ("Leads", "→", 4, " (leads)")
    case .open: ("Open", "≈", 5, " (open, least worst)")
    case .noneGoodEnough: ("None is good enough", "!", 6, " (nearest; none is good enough)")
    case .comparesOnly: ("Compares only", "↔", 7, "")
    case .notDecided: ("Not decided", "?", 8, "")
    }
  }
}

extension [Recommendation.State] {
  /// The kinds of states with their numbers, in the order of a table.
  var tally: [(state: Recommendation.State, count: Int)] {
    Dictionary(grouping: self, by: \.display.order).sorted { $0.key < $1.key }
      .map { ($0.value[0], $0.value.count) }
  }
}

/// Which conditions FTS5 intersects, and which are left to the look at each place.
///
/// FTS5 steps through most of a long list of places to intersect it with a short one; looking at
/// the few places of the short one may cost less. Each place that FTS5 finds is checked for the
/// words, the area and the filters anyway; what is not checked again are the marks of words in
/// names, so that a plan decides about time, and about how many places of a stream are scored.
struct SearchPlan {
  /// Something that places must have, and about how many have it.
  struct Condition {
    let expression: MatchExpression
    let matches: Int
    /// Whether it says where the places lie.
    var isArea = false
  }

  /// A look at a place takes as long as so many steps through a list, as measured: some 3
  /// microseconds and 20 nanoseconds.
  private static let stepsPerLook = 150.0

  let expression: MatchExpression

  /// - Parameters:
  ///   - conditions: at least one.
  ///   - placeCount: of the index.
  ///   - wanted: after how many places that fulfil all conditions the search ends.
  init(_ conditions: [Condition], placeCount: Int, wanted: Int) {
    let ascending = conditions.enumerated()
      .sorted { ($0.element.matches, $0.offset) < ($1.element.matches, $1.offset) }
      .map(\.element)
    var chosen = ascending.prefix(1)
    let all = Double(max(placeCount, 1))
    // How many places the chosen conditions find at most, and how many if none says anything
    // about another.
    var most = Double(ascending.first?.matches ?? 0)
    var found = most
    for condition in ascending.dropFirst() {
      let matches = Double(max(condition.matches, 1))
      let share = min(matches / all, 1)
      let looks = min(most, Double(wanted) / share)
      let part = min(Double(wanted) / max(found * share, 1), 1)
      if part * (matches + found) < looks * Self.stepsPerLook {
        chosen.append(condition)
        found *= share
        // The two words of a city and the area it is in may leave all that the first one finds;
        // words beyond these go together less.
        if chosen.count(where: { !$0.isArea }) > 2 { most *= share.squareRoot() }
      }
    }
    expression = .all(of: chosen.map(\.expression))
  }
}

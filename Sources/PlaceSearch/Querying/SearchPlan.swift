/// Which conditions FTS5 intersects, and which are left to the look at each place.
///
/// FTS5 steps through most of a long list of places to intersect it with a short one; looking at
/// the few places of the short one costs less. Each place that FTS5 finds is checked against all
/// conditions anyway, so that a plan decides about time only.
struct SearchPlan {
  /// Something that places must have, and about how many have it.
  struct Condition {
    let expression: MatchExpression
    let matches: Int
  }

  /// A look at a place takes as long as so many steps through a list.
  private static let stepsPerLook = 40.0

  let expression: MatchExpression

  /// - Parameters:
  ///   - conditions: at least one.
  ///   - placeCount: of the index.
  ///   - wanted: after how many places that fulfil all conditions the search ends.
  init(_ conditions: [Condition], placeCount: Int, wanted: Int) {
    let ascending = conditions.enumerated()
      .sorted { ($0.element.matches, $0.offset) < ($1.element.matches, $1.offset) }
      .map(\.element)
    var chosen = ascending.prefix(1).map(\.expression)
    let all = Double(max(placeCount, 1))
    // How many places the chosen conditions find, and how many the others leave of each.
    var found = Double(ascending.first?.matches ?? 0)
    for condition in ascending.dropFirst() {
      let matches = Double(max(condition.matches, 1))
      let share = min(matches / all, 1)
      let looks = min(found, Double(wanted) / share)
      let part = min(Double(wanted) / max(found * share, 1), 1)
      if part * (matches + found) < looks * Self.stepsPerLook {
        chosen.append(condition.expression)
        found *= share
      }
    }
    expression = .all(of: chosen)
  }
}

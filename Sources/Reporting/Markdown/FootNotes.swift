/// The reasons for missing numbers of a table: short ones in their cells, long ones below.
struct FootNotes {
  private var reasons: [String] = []
  private static let longestInCell = 40

  mutating func cell(_ reason: String) -> String {
    if reason.count <= Self.longestInCell { return "not available: \(reason.escaped)" }
    if !reasons.contains(reason) { reasons.append(reason) }
    return "not available (note \((reasons.firstIndex(of: reason) ?? 0) + 1))"
  }

  var texts: [String] {
    reasons.enumerated().map { index, reason in
      "Note \(index + 1): not available: \(reason.escaped)"
    }
  }
}

import Documents

/// The reasons for missing numbers of a table: short ones in their cells, long ones below.
struct FootNotes {
  /// A table whose rows may have notes, and the notes below.
  static func table<Items: Sequence>(
    _ columns: [Table.Column], numbers: [String], of items: Items,
    row: (_ item: Items.Element, _ notes: inout FootNotes) -> [String]
  ) -> Document {
    var notes = FootNotes()
    let table = Table(columns, numbers: numbers, of: items) { row($0, &notes) }
    return Document {
      table
      BulletList(notes.texts)
    }
  }

  private var reasons: [String] = []
  private static let longestInCell = 40

  mutating func cell(_ reason: String) -> String {
    if reason.count <= Self.longestInCell { return "not available: \(reason.escaped)" }
    if !reasons.contains(reason) { reasons.append(reason) }
    return "not available (note \((reasons.firstIndex(of: reason) ?? 0) + 1))"
  }

  private var texts: [String] {
    reasons.enumerated().map { index, reason in
      "Note \(index + 1): not available: \(reason.escaped)"
    }
  }
}

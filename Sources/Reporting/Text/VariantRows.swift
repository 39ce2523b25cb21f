/// Rows that say the same of several variants at one size, each once.
struct VariantRows {
  struct Row {
    let size: Int?
    var variants: [String]
    let cells: [String]
  }

  /// In the order in which they were first said.
  private(set) var rows: [Row] = []

  mutating func append(_ cells: [String], variant: String, size: Int?) {
    if let index = rows.firstIndex(where: { $0.cells == cells && $0.size == size }),
      !rows[index].variants.contains(variant)
    {
      rows[index].variants.append(variant)
    } else {
      rows.append(Row(size: size, variants: [variant], cells: cells))
    }
  }
}

import Gate

/// A chart of changes from a base to a head with their intervals, around a line for no change.
struct ChangeChart {
  /// A change.
  struct Row {
    let label: String
    /// The ends of the change, as parts of the base's value; infinite from 0.
    let low: Double
    let high: Double
    let change: String
    let isWorse: Bool

    /// `nil` of a metric without a value on one side.
    init?(_ label: String, _ metric: MetricVerdict) {
      guard let base = metric.base, let head = metric.head else { return nil }
      self.label = label
      isWorse = metric.outcome == .regression
      if let effect = metric.effect,
        [effect.change, effect.low, effect.high].allSatisfy(\.isFinite)
      {
        (low, high) = (effect.low, effect.high)
        change = ChangeFormat.change(effect.change)
      } else {
        low = head < base ? -.infinity : .infinity
        high = low
        let values = ChangeFormat.values(base, head, metric.metric.unit)
        change = [values.base, values.head].compactMap(\.self).joined(separator: " → ")
      }
    }
  }

  let title: String
  let rows: [Row]

  private static let labelEnd = 400.0
  private static let left = 420.0
  private static let right = 640.0
  private static let top = 46.0
  private static let rowHeight = 20.0
  /// Changes beyond this are at the end of the axis, with their number beside.
  private static let limit = 1.0

  var drawing: ChartDrawing {
    let height = Self.top + Double(rows.count) * Self.rowHeight + 10
    var drawing = ChartDrawing(title: title, height: height)
    for share in [-Self.limit, -Self.limit / 2, 0, Self.limit / 2, Self.limit] {
      let x = position(share)
      drawing.line(
        share == 0 ? .budget : .rule, from: (x, Self.top - 4), to: (x, height - 8))
      drawing.text(ChangeFormat.change(share), x: x, y: Self.top - 10, anchor: .middle)
    }
    for (number, row) in rows.enumerated() {
      let y = Self.top + Double(number) * Self.rowHeight
      drawing.text(row.label, x: Self.labelEnd, y: y + 14, anchor: .end)
      let (low, high) = (position(row.low), position(row.high))
      // An interval, or a mark as wide as a line where the change is exact.
      drawing.bar(
        x: low - 1.5, y: y + 4, width: high - low + 3, height: 12,
        color: .strategy(row.isWorse ? 1 : 0))
      drawing.text(row.change, x: Self.right + 10, y: y + 14)
    }
    return drawing
  }

  private func position(_ share: Double) -> Double {
    let clamped = min(max(share, -Self.limit), Self.limit)
    return Self.left + (clamped + Self.limit) / (2 * Self.limit) * (Self.right - Self.left)
  }
}

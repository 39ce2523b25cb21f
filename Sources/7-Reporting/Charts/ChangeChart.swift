import Gate

extension BarChart {
  /// Changes from a base to a head with their intervals, around a line for no change.
  static func changes(_ title: String, _ rows: [Row]) -> BarChart {
    let ends = rows.flatMap(\.bars).flatMap { [$0.start, $0.end] }
    let isCut = ends.contains { abs($0) == 1 }
    // The axis is as long as the changes, and has the sides to which there are some.
    let longest = ends.map(abs).max() ?? 1
    let length = [0.02, 0.05, 0.1, 0.2, 0.5].first { longest <= $0 } ?? 1
    let sides = [-1, 1].filter { side in ends.contains { $0 * side > 0 } }
    let shares = ([0] + sides.flatMap { [$0 / 2, $0] }).sorted().map { $0 * length }
    return BarChart(
      title: title,
      note: isCut ? "A bar ends at 100 %; the number next to it is the whole change." : "",
      rows: rows,
      marks: shares.map { share in
        Mark(
          value: share, label: ChangeFormat.change(share), look: share == 0 ? "budget" : "rule")
      },
      axis: (30, 380), overhang: 1.5)
  }
}

extension BarChart.Row {
  /// A change. One of more than 100 % ends at the end of the axis, with its number next to it.
  ///
  /// `nil` of a metric without a value on one side.
  init?(_ label: String, _ metric: MetricVerdict) {
    guard let base = metric.base, let head = metric.head else { return nil }
    let ends: [Double]
    if let effect = metric.effect,
      [effect.change, effect.low, effect.high].allSatisfy(\.isFinite)
    {
      ends = [effect.low, effect.high].map { min(max($0, -1), 1) }
      note = ChangeFormat.change(effect.change)
    } else {
      ends = head < base ? [-1, -1] : [1, 1]
      let values = ChangeFormat.values(base, head, metric.metric.unit)
      note = [values.base, values.head].compactMap(\.self).joined(separator: " → ")
    }
    self.label = (metric.outcome == .regression ? "✕ " : "✓ ") + label
    bars = [
      BarChart.Bar(
        start: ends[0], end: ends[1],
        color: metric.outcome == .regression ? "worse" : "better")
    ]
  }
}

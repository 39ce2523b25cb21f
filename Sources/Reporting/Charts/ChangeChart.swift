import Gate

extension BarChart {
  /// Changes from a base to a head with their intervals, around a line for no change.
  static func changes(_ title: String, _ rows: [Row]) -> BarChart {
    let isCut = rows.contains { $0.bars.contains { abs($0.start) == 1 || abs($0.end) == 1 } }
    return BarChart(
      title: title,
      note: isCut ? "A bar ends at 100 %; the number beside it is the whole change." : "",
      rows: rows,
      marks: [-1, -0.5, 0, 0.5, 1].map { share in
        Mark(
          value: share, label: ChangeFormat.change(share), look: share == 0 ? "budget" : "rule")
      },
      axis: (30, 380), overhang: 1.5)
  }
}

extension BarChart.Row {
  /// A change; one beyond all of the base is at the end of the axis, with its number beside.
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
    self.label = label
    bars = [
      BarChart.Bar(
        start: ends[0], end: ends[1],
        color: metric.outcome == .regression ? "worse" : "better")
    ]
  }
}

import BenchmarkTables
import Support

/// The figures as one table.
enum FigureTable {
  /// The notes that explain the table.
  static let notes = [
    "first: the first sample, with memory fresh from the system; not in the other columns",
    "a series of queries is timed after one pass over the same views; times of single queries "
      + "include reading the clock",
    "spread: the smallest and the largest sample, relative to the median; for a ratio, its 95 % "
      + "interval (bootstrap over the rounds)",
    "ratio: the reference's median divided by ours; above 1, the reference takes more",
    "floors: minimum times of the same run for as many pins: projecting coordinates all at once; "
      + "radix sorting 64-bit keys; copying 16 bytes a pin",
  ]

  private static let columns: [MarkdownTable.Column] = [
    .init("data", .left), .init("pins"), .init("measured", .left), .init("first"), .init("min"),
    .init("median"), .init("spread"), .init("reference", .left), .init("first"), .init("min"),
    .init("median"), .init("spread"), .init("ratio"), .init("spread"),
    .init("floors: \(FloorSummary.title)"),
  ]

  static func markdown(_ figures: [Figure]) -> String {
    var table = MarkdownTable(columns: columns)
    for figure in figures {
      let start = [
        figure.subject.dataSet.rawValue, "\(figure.subject.count)", figure.measure.title,
      ]
      let sides =
        cells(figure.ours, figure.measure.unit) + [figure.referenceName ?? ""]
        + (figure.reference.map { cells($0, figure.measure.unit) } ?? ["", "", "", ""])
      table.rows.append(start + sides + ratio(figure) + [floors(figure)])
    }
    return table.markdown
  }

  private static func cells(_ side: Figure.Side, _ unit: Contest.Unit) -> [String] {
    let first = unit.text(side.first)
    guard let later = side.later else { return ["", first, first, ""] }
    let below = percent(later.minimum, of: later.median)
    let above = percent(later.maximum, of: later.median)
    return [first, unit.text(later.minimum), unit.text(later.median), "\(below) \(above)"]
  }

  private static func percent(_ value: Double, of median: Double) -> String {
    guard median > 0 else { return "" }
    let change = Int((100 * (value / median - 1)).rounded())
    return change > 0 ? "+\(change)%" : "\(change)%"
  }

  private static func ratio(_ figure: Figure) -> [String] {
    guard let ratio = figure.ratio else { return ["", ""] }
    let spread = ratio.interval.map {
      "\(NumberText.threeDigits($0.lowerBound))-\(NumberText.threeDigits($0.upperBound))"
    }
    return [NumberText.threeDigits(ratio.value), spread ?? ""]
  }

  private static func floors(_ figure: Figure) -> String {
    guard figure.measure.unit == .nanoseconds, let floors = figure.floors else { return "" }
    return floors.values.map(NumberText.duration).joined(separator: ", ")
  }
}

import Foundation
import Measurement

/// The figures as one table.
enum FigureTable {
  private static let columns: [MarkdownTable.Column] = [
    .init(title: "data", alignment: .left), .init(title: "pins", alignment: .right),
    .init(title: "measured", alignment: .left), .init(title: "first", alignment: .right),
    .init(title: "min", alignment: .right), .init(title: "median", alignment: .right),
    .init(title: "spread", alignment: .right), .init(title: "reference", alignment: .left),
    .init(title: "first", alignment: .right),
    .init(title: "min", alignment: .right), .init(title: "median", alignment: .right),
    .init(title: "spread", alignment: .right), .init(title: "ratio", alignment: .right),
    .init(title: "spread", alignment: .right),
    .init(title: "floors: project, sort, copy", alignment: .right),
  ]

  static func markdown(_ figures: [Figure]) -> String {
    var table = MarkdownTable(columns: columns)
    for figure in figures {
      let start = [
        figure.subject.dataSet.rawValue, "\(figure.subject.count)", figure.measure.title,
      ]
      let sides =
        cells(figure.ours, figure.measure.unit) + [figure.referenceName ?? ""]
        + (figure.reference.map { cells($0, figure.measure.unit) } ?? Array(repeating: "", count: 4))
      table.rows.append(start + sides + ratio(figure) + [floors(figure)])
    }
    return table.markdown
  }

  private static func cells(_ side: Figure.Side, _ unit: Contest.Unit) -> [String] {
    let first = NumberText.text(side.first, unit)
    guard let later = side.later else { return ["", first, first, ""] }
    let below = percent(later.minimum, of: later.median)
    let above = percent(later.maximum, of: later.median)
    return [
      first, NumberText.text(later.minimum, unit), NumberText.text(later.median, unit),
      "\(below) \(above)",
    ]
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
    return [floors.projection, floors.sort, floors.copy].map(NumberText.duration)
      .joined(separator: ", ")
  }
}

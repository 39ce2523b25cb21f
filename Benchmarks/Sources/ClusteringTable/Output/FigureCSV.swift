import BenchmarkTables
import Foundation

/// The figures as comma-separated values: the medians of both sides, a row for each figure.
enum FigureCSV {
  private static let header = "data,pins,measured,unit,ours,compared_with,theirs,ratio,low,high\n"

  /// Appends the figures to a file, which is made with the header where there is none.
  static func append(_ figures: [Figure], to path: String) throws {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? header
    let rows = figures.map { cells($0).joined(separator: ",") + "\n" }
    try (text + rows.joined()).write(toFile: path, atomically: true, encoding: .utf8)
  }

  private static func cells(_ figure: Figure) -> [String] {
    let measure = figure.measure
    let interval = figure.ratio?.interval
    return [
      figure.subject.dataSet.rawValue, "\(figure.subject.count)", "\"\(measure.title)\"",
      "\(measure.unit)", number(figure.ours.median),
      figure.referenceName.map { "\"\($0)\"" } ?? "", number(figure.reference?.median),
      number(figure.ratio?.value), number(interval?.lowerBound), number(interval?.upperBound),
    ]
  }

  private static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    return NumberText.threeDigits(value)
  }
}

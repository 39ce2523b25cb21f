import Documents
import Gate
import Harness
import ScenarioModel

/// The report of a history: what changed, and since which run.
package enum HistoryReport {
  /// The file of the report in Markdown.
  package static let file = "history.md"

  /// Writes the report, and a trend of each changed series, into a folder, which is created if
  /// necessary.
  package static func write(_ series: [HistorySeries], to folder: String) throws(ReportingError) {
    let pictures = series.filter(\.isChanged).enumerated().map { (chart($0), $1.trend.file) }
    try ReportFile.makeFolder(folder)
    try ReportFile.write(pictures + [(file, document(series).text)], to: folder)
  }

  /// The report, with a number of changes at most.
  package static func document(_ series: [HistorySeries], limit: Int = .max) -> Document {
    let changed = series.filter(\.isChanged).enumerated()
    let all = changed.flatMap { rows($1, chart: limit == .max ? chart($0) : nil) }
    return Document {
      Heading(1, "Since when")
      Paragraph(summary(series))
      Table(
        ["Case", "Metric", "Since"], numbers: ["From", "To", "Change", "In all", "Runs"],
        rows: Array(all.prefix(limit)))
      Paragraph(LimitedList.rest(all.count - limit, "change", see: file) ?? "")
    }
  }

  /// The file of a series' chart.
  static func chart(_ n: Int) -> String { "\(RunFolder.pictureFolder)/history-\(n + 1).svg" }

  private static func summary(_ series: [HistorySeries]) -> String {
    let (changed, worse) = (series.count { $0.isChanged }, series.count { $0.worsening > 0 })
    let unjudged = series.count { $0.levels.isEmpty }
    let numbers = LimitedList.counted(series.reduce(0) { $0 + $1.points.count }, "number")
    return "\(changed) of \(NumberFormat.grouped(series.count - unjudged)) series changed"
      + (changed == 0 ? "" : ", and \(worse) of them are now worse than before")
      + " (\(numbers)). Too few numbers to judge: \(NumberFormat.grouped(unjudged)) series. "
      + "A measured series needs \(ChangePoints.minRuns) runs on one machine, with numbers above "
      + "0; an exact one needs two."
  }

  /// A row for each change of a series.
  ///
  /// - Parameter chart: the file of its chart; `nil` where there are no links, as in a terminal.
  private static func rows(_ series: HistorySeries, chart: String?) -> [[String]] {
    func change(_ from: Double, _ to: Double) -> String {
      from == 0 ? "from 0" : ChangeFormat.change((to - from) / abs(from))
    }
    let levels = series.levels
    let link = chart.map { "[\(series.metric.name.code)](\($0))" } ?? series.metric.name.code
    let machine = series.machine.isEmpty ? "" : " on \(series.machine)".escaped
    return zip(levels, levels.dropFirst()).map { from, to in
      let values = ChangeFormat.values(from.value, to.value, series.metric.unit)
      let first = series.points[to.start]
      return [
        series.name.code, link + machine, "\(first.commit), \(first.time.prefix(10))".escaped,
        values.base ?? "", values.head ?? "", change(from.value, to.value),
        change(levels[0].value, levels[levels.count - 1].value), "\(from.runs), then \(to.runs)",
      ]
    }
  }
}

extension HistorySeries {
  /// A chart of the numbers with the places at which they change.
  fileprivate var trend: ChartDrawing {
    let numbers = points.map(\.value)
    let (low, high, last) = (numbers.min() ?? 0, numbers.max() ?? 1, Double(points.count - 1))
    let heights = [low, (low + high) / 2, high]
    let dates = zip([0, last], [points[0], points[points.count - 1]])
    return LineChart(
      title: "\(metric.name) (\(metric.kind.rawValue)): \(name)",
      x: .init(
        isLogarithmic: false, low: 0, high: last,
        ticks: dates.map { ($0, String($1.time.prefix(10))) }),
      y: .init(
        isLogarithmic: false, low: low, high: high,
        ticks: Array(zip(heights, NumberFormat.column(heights, metric.unit)))),
      lines: [.init(strategy: "each run", points: numbers.enumerated().map { (Double($0), $1) })],
      // More than two labels would lie on each other.
      marks: levels.dropFirst().map {
        (Double($0.start), levels.count > 3 ? "" : String(points[$0.start].commit.prefix(8)))
      }
    ).drawing { _ in "taken" }
  }
}

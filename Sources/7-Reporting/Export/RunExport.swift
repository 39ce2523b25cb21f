import Documents
import Foundation
import ScenarioModel
import Support

/// The numbers of a run in the formats of other tools.
package enum RunExport: String, CaseIterable, Sendable {
  /// OpenMetrics 1.0: gauges with labels, for a Prometheus push or a text file collector.
  case openmetrics
  /// The metric format of Bencher: a measure with its interval for each case.
  case bmf
  /// The list of github-action-benchmark: `customSmallerIsBetter`.
  case githubActionBenchmark = "github-action-benchmark"
  /// A table for Apache Otava's importer of CSV: one row for the run, one column for each number.
  case otava

  /// The document. Pure: the same results give the same text.
  ///
  /// - Parameter time: the time of the run, which ``otava`` orders runs by.
  package func text(_ results: RunResults, time: Date) throws(ReportingError) -> String {
    let numbers = results.exportedNumbers
    switch self {
    case .openmetrics: return Self.openMetrics(numbers)
    case .bmf:
      var document: [String: [String: [String: Double]]] = [:]
      for number in numbers {
        let measure: [String: Double?] = [
          "value": number.value, "lower_value": number.low, "upper_value": number.high,
        ]
        document[number.caseName, default: [:]][number.metric.name] =
          measure.compactMapValues(\.self)
      }
      return try SortedJSON.text(of: document, named: rawValue)
    case .githubActionBenchmark:
      // The action knows one direction for all: what is better when it is higher is left out.
      return try SortedJSON.text(
        of: numbers.filter { $0.metric.polarity == .lowerIsBetter }.map { number in
          ActionBenchmark(
            name: "\(number.caseName) \(number.metric.name)", unit: number.metric.unit.rawValue,
            value: number.value, range: number.range, extra: number.metric.kind.rawValue)
        }, named: rawValue)
    case .otava: return Self.otava(numbers, of: results, time: time)
    }
  }

  private struct ActionBenchmark: Encodable {
    let name: String
    let unit: String
    let value: Double
    let range: String?
    let extra: String
  }

  // MARK: - OpenMetrics

  /// A family of samples stands together, and its unit is the end of its name.
  private static func openMetrics(_ numbers: [ExportedNumber]) -> String {
    var lines: [String] = []
    for metric in numbers.map(\.metric).uniqued() {
      let (unit, factor) = baseUnit(of: metric.unit)
      let name =
        "mappressure_" + metric.name.replacing("-", with: "_") + (unit.isEmpty ? "" : "_" + unit)
      lines.append("# TYPE \(name) gauge")
      if !unit.isEmpty { lines.append("# UNIT \(name) \(unit)") }
      lines.append("# HELP \(name) \(escaped(metric.summary)) (\(metric.kind.rawValue))")
      for number in numbers where number.metric == metric {
        let labels = [
          ("scenario", number.scenarioCase.scenario), ("variant", number.scenarioCase.variant),
          ("size", "\(number.scenarioCase.size)"), ("strategy", number.scenarioCase.strategy),
          ("kind", metric.kind.rawValue),
        ].filter { !$0.1.isEmpty }.map { "\($0.0)=\"\(escaped($0.1))\"" }
        lines.append("\(name){\(labels.joined(separator: ","))} \(number.value * factor)")
      }
    }
    return (lines + ["# EOF"]).joined(separator: "\n") + "\n"
  }

  /// The base unit of OpenMetrics, and the factor to it.
  private static func baseUnit(of unit: MetricUnit) -> (name: String, factor: Double) {
    switch unit {
    case .nanoseconds: ("seconds", 1e-9)
    case .bytes: ("bytes", 1)
    case .fraction, .ratio: ("ratio", 1)
    case .millisecondsPerSecond: ("ratio", 1e-3)
    case .points: ("points", 1)
    case .meters: ("meters", 1)
    case .count: ("", 1)
    }
  }

  private static func escaped(_ text: String) -> String {
    PlainText.line(text).escapingScalars(["\\": "\\\\", "\"": "\\\""])
  }

  // MARK: - Otava

  private static func otava(
    _ numbers: [ExportedNumber], of results: RunResults, time: Date
  ) -> String {
    let names = numbers.map { "\($0.caseName) \($0.metric.name)".replacing(" ", with: ".") }
    let origin: [CSVTable.Field] = [
      .text(time.ISO8601Format()), .text(results.provenance.commit),
    ]
    let values = numbers.map { CSVTable.Field.number($0.value) }
    return CSVTable.text(["time", "commit"] + names, [origin + values])
  }
}

/// One number of a run, for a format of another tool.
struct ExportedNumber {
  let scenarioCase: Case
  let metric: Metric
  let value: Double
  /// The ends of its interval; `nil` if it was not measured more than once.
  let low: Double?
  let high: Double?

  var caseName: String {
    [
      scenarioCase.scenario, scenarioCase.variant, "\(scenarioCase.size)", scenarioCase.strategy,
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// `± 3` for half of the interval; `nil` if there is none.
  var range: String? {
    guard let low, let high else { return nil }
    return "± \((high - low) / 2)"
  }
}

extension RunResults {
  /// The finite numbers of all completed cases, in their order.
  var exportedNumbers: [ExportedNumber] {
    cases.filter { $0.status == .completed }.flatMap { result in
      result.metrics.compactMap { metric in
        guard let value = metric.number, value.isFinite else { return nil }
        let isRepeated = !metric.metric.kind.isDeterministic && metric.summary?.count ?? 0 > 1
        let interval = isRepeated ? metric.interval : nil
        return ExportedNumber(
          scenarioCase: result.scenarioCase, metric: metric.metric, value: value,
          low: interval?.low, high: interval?.high)
      }
    }
  }
}

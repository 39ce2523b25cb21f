import Harness
import ScenarioModel
import Support

/// A run's results as tables for other programs.
///
/// Times are in nanoseconds and memory in bytes. The records are in the run's order: scenario,
/// variant, size, strategy, metric, trial.
package enum CSVReport {
  /// The file of the results, a row for each metric of each case.
  package static let resultsFile = "results.csv"
  /// The file of the samples, a row for each trial's value.
  package static let samplesFile = "samples.csv"

  private static let resultColumns = [
    "scenario", "variant", "size", "strategy", "metric", "unit", "kind", "trials", "median", "low",
    "high", "min", "max", "versus_naive", "status",
  ]
  private static let sampleColumns = [
    "scenario", "variant", "size", "strategy", "trial", "metric", "unit", "value",
  ]

  /// One record for each metric of each case.
  ///
  /// `status` is `ok`, what became of a case that did not complete, or `not-available: why`.
  package static func results(_ results: RunResults) -> String {
    var table = CSVTable(columns: resultColumns)
    for scenario in results.scenarios {
      for result in scenario.cases {
        let naive = scenario.naive(in: result.scenarioCase.configuration)
        for metric in result.metrics {
          table.append(
            fields(of: result.scenarioCase) + identity(of: metric.metric)
              + numbers(of: metric, naive: naive?[metric: metric.metric.name])
              + [.text(status(of: metric, in: result))])
        }
      }
    }
    return table.text
  }

  /// One record for each number that a trial answered with; trial 0 is the inspection.
  package static func samples(_ results: RunResults) -> String {
    var table = CSVTable(columns: sampleColumns)
    for result in results.cases {
      for metric in result.metrics {
        for sample in metric.samples {
          // The table of results has the reason of a missing number.
          guard let value = sample.value.number, value.isFinite else { continue }
          table.append(
            fields(of: result.scenarioCase) + [
              .integer(sample.trial.number), .text(metric.metric.name),
              .text(metric.metric.unit.rawValue), .number(value),
            ])
        }
      }
    }
    return table.text
  }

  private static func fields(of scenarioCase: Case) -> [CSVTable.Field] {
    [
      .text(scenarioCase.scenario), .text(scenarioCase.variant), .integer(scenarioCase.size),
      .text(scenarioCase.strategy),
    ]
  }

  private static func identity(of metric: Metric) -> [CSVTable.Field] {
    [.text(metric.name), .text(metric.unit.rawValue), .text(metric.kind.rawValue)]
  }

  private static func numbers(
    of metric: MetricResult, naive: MetricResult?
  ) -> [CSVTable.Field] {
    guard let summary = metric.summary, let interval = metric.interval else {
      return [.integer(0)] + Array(repeating: .empty, count: 6)
    }
    let ratio = metric.ratio(to: naive).map { CSVTable.Field.number($0) } ?? .empty
    return [
      .integer(summary.count), .number(summary.median), .number(interval.low),
      .number(interval.high), .number(summary.minimum), .number(summary.maximum), ratio,
    ]
  }

  private static func status(of metric: MetricResult, in result: CaseResult) -> String {
    guard result.status == .completed else { return result.status.identifier }
    return metric.missingReason.map { "not-available: " + $0 } ?? result.status.identifier
  }
}

/// A table in the form of RFC 4180, with line feeds between its records.
struct CSVTable {
  enum Field {
    /// Text, which a spreadsheet must not take for a formula.
    case text(String)
    case number(Double)
    case integer(Int)
    case empty
  }

  private(set) var text: String
  private let columnCount: Int

  init(columns: [String]) {
    text = columns.map { Self.encoded(.text($0)) }.joined(separator: ",") + "\n"
    columnCount = columns.count
  }

  /// Adds a record; fields that are missing are empty, and surplus ones are left out.
  mutating func append(_ fields: [Field]) {
    for index in 0..<columnCount {
      if index > 0 { text += "," }
      if index < fields.count { text += Self.encoded(fields[index]) }
    }
    text += "\n"
  }

  private static func encoded(_ field: Field) -> String {
    switch field {
    case .text(let text): quoted(withoutFormula(PlainText.block(text)))
    case .number(let value): ExactNumber.text(value) ?? ""
    case .integer(let value): String(value)
    case .empty: ""
    }
  }

  /// Spreadsheets compute what begins with one of these; an apostrophe in front makes it text
  /// (OWASP, CSV Injection).
  private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n"]

  private static func withoutFormula(_ text: String) -> String {
    // Leading spaces do not keep every spreadsheet from looking further.
    guard let first = text.unicodeScalars.first(where: { $0 != " " }),
      formulaStarts.contains(first)
    else { return text }
    return "'" + text
  }

  private static func quoted(_ text: String) -> String {
    // By scalars: a carriage return and a line feed together are one character.
    guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

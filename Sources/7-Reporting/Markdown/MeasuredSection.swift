import Documents
import ScenarioModel

/// The memory and the time of a frame on the machine of the run: one row for each scenario that
/// measured, at its largest size.
extension MarkdownReport {
  private static let metrics: [Metric] = [.peakLiveBytes, .peakResidentBytes, .frameTimeP99]

  @DocumentBuilder var measured: Document {
    let columns: [Table.Column] = ["You have", "Strategy", "Naive strategy"]
    let table = Table(
      columns, numbers: Self.metrics.map(\.name.code),
      of: results.scenarios.filter { $0.scenario.trials > 0 }
    ) { row(of: $0) }
    if !table.isEmpty {
      Heading(2, "Measured on this machine")
      Paragraph(
        "Each cell has the median of the trials at the largest size: for the answer's strategy "
          + "and, in parentheses, for the naive strategy, on \(results.machines). Memory is the "
          + "peak of the whole process, including the simulation and its views. Time is the work "
          + "of the process for a frame. No number is from a phone.")
      table
    }
  }

  /// The cells of a scenario; `nil` if it has no answer at its largest size.
  private func row(of scenario: ScenarioResults) -> [String]? {
    let name = scenario.scenario.name
    guard let configuration = scenario.shownConfiguration,
      let answer = verdict[name]?.recommendations.first(where: { $0.size == configuration.size }),
      let advice = scenario.advice([answer]).first,
      let own = scenario.result(of: answer.strategy, in: configuration)
    else { return nil }
    let isNaive = answer.strategy == scenario.scenario.naive
    let naive = isNaive ? nil : scenario.naive(in: configuration)
    let size = NumberFormat.grouped(configuration.size)
    let load = "\(size) \(scenario.scenario.sizeLabel)".escaped
    let values = Self.metrics.map { metric in
      Self.value(metric, of: own) + (naive.map { " (\(Self.value(metric, of: $0)))" } ?? "")
    }
    return [
      "\(load): \(scope.name(of: scenario.scenario))",
      advice.labelled(answer.strategy.code),
      isNaive ? "the same" : scenario.scenario.naive.code,
    ] + values
  }

  private static func value(_ metric: Metric, of result: CaseResult) -> String {
    result[metric: metric.name]?.number.map { NumberFormat.text($0, metric.unit) }
      ?? "not available"
  }
}

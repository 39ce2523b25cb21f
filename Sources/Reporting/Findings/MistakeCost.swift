import ScenarioModel
import Support

/// A mistake in an app's code as a comparison of two strategies: one that makes it, and one that does
/// not.
package struct MistakeCost: Hashable, Sendable, Decodable {
  package let scenario: String
  /// The strategy with the mistake.
  package let naive: String
  package let improved: String
  /// The metric that shows the difference.
  package let metric: String

  package init(scenario: String, naive: String, improved: String, metric: String) {
    self.scenario = scenario
    self.naive = naive
    self.improved = improved
    self.metric = metric
  }

  /// What the mistake costs in a run of the scenario, and what the numbers rest on; or why there are
  /// none.
  ///
  /// - Parameter data: the file of pins that replaces the scenario's; `nil` for its own.
  package func sentences(in results: ScenarioResults, data: String?) -> [String] {
    guard let size = results.cases.map(\.scenarioCase.size).max(),
      let metric = results.scenario.metric(metric)
    else { return ["not available: no case of the scenario \(scenario) was replayed"] }
    let values = [naive, improved].map { results.worst(metric, of: $0, size: size) }
    for (strategy, value) in zip([naive, improved], values) where value == nil {
      let missing = results.cases.first { $0.scenarioCase.strategy == strategy }
      let why = missing?[metric: metric.name]?.value.reason
      return [
        "not available: with \(PlainText.line(strategy)) there is no number: "
          + PlainText.line(why ?? "this replay does not return \(metric.name)")
      ]
    }
    guard let before = values[0], let after = values[1] else { return [] }
    let isEqual = before.result[metric: metric.name].map { own in
      after.result[metric: metric.name].map { own.isWritten(as: $0) } ?? false
    }
    let load = results.scenario.load(size)
    let count = results.variants.count
    return [
      results.clause("With", naive, metric, before.value) + "; "
        + results.clause("with", improved, metric, after.value) + "."
        + (isEqual == true ? " Here the mistake costs nothing by this metric." : ""),
      "\(metric.kind == .modelled ? "Modelled" : "Counted") in the scenario \(scenario) with "
        + (data.map { "the \(load) of \(PlainText.line($0))" } ?? "its own \(load)")
        + (count > 1 ? ", in the worst of \(count) settings" : "") + ".",
    ]
  }
}

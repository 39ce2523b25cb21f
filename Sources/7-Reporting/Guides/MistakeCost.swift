import Documents
import ScenarioModel
import Support

/// A mistake in an app's code as a comparison of two strategies: one that makes it, and one that
/// does not.
package struct MistakeCost: Hashable, Sendable, Decodable {
  package let scenario: String
  /// The strategy with the mistake.
  package let naive: String
  package let improved: String
  /// The metric that shows the difference.
  package let metric: String
  /// The statement that the number makes about the app, with `{}` in its place; `nil` for the
  /// metric's own words.
  package let effect: String?

  /// The cost of the mistake in a run of the scenario, and the basis of the numbers; or why there
  /// are none.
  ///
  /// - Parameter data: the file of pins that replaces the scenario's; `nil` for its own.
  package func text(in results: ScenarioResults, data: String?) -> String {
    guard let size = results.cases.map(\.scenarioCase.size).max(),
      let metric = results.scenario.metric(metric)
    else { return "not available: no case of the scenario \(scenario) was replayed" }
    var numbers: [String] = []
    var naiveCase: CaseResult?
    for strategy in [naive, improved] {
      guard let worst = results.worst(metric, of: strategy, size: size) else {
        let missing = results.cases.first {
          $0.scenarioCase.strategy == strategy && $0.scenarioCase.size == size
        }
        let why = missing.flatMap {
          $0.isBroken ? "\($0.status)" : $0[metric: metric.name]?.value.reason
        }
        return "not available with \(results.label(of: strategy)): "
          + PlainText.line(why ?? "this replay does not return \(metric.name)")
      }
      naiveCase = naiveCase ?? worst.result
      numbers.append(NumberFormat.text(worst.value, metric.unit))
    }
    let load = results.scenario.load(size)
    let count = results.variants.count
    return "With \(results.label(of: naive)), "
      + (naiveCase?.effect(effect ?? metric.clause, numbers[0]) ?? "")
      + "; with \(results.label(of: improved)), \(numbers[1])."
      + (numbers[0] == numbers[1] ? " Here the mistake costs nothing by this metric." : "")
      + " \(metric.kind == .modelled ? "Modelled" : "Counted") in the scenario \(scenario) with "
      + (data.map { "the \(load) of \(PlainText.line($0))" } ?? "its own \(load)")
      + (count > 1 ? ", in the worst of \(count) settings" : "") + "."
  }
}

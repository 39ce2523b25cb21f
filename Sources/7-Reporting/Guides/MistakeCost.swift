import Documents
import ScenarioModel
import Support

/// A mistake in an app's code as a strategy of a scenario, and the metric that people feel.
package struct MistakeCost: Hashable, Sendable, Decodable {
  package let scenario: String
  /// The strategy with the mistake.
  package let naive: String
  package let metric: String
  /// The statement that the number makes about the app, with `{}` in its place; `nil` for the
  /// metric's own words.
  package let effect: String?

  /// The cost of the mistake in a run of the scenario at its largest size, and the basis of the
  /// numbers; or why there are none.
  ///
  /// - Parameters:
  ///   - advised: the strategy to take instead.
  ///   - data: the file of pins that replaces the scenario's; `nil` for its own.
  package func cost(
    in results: ScenarioResults, advised: String, data: String?
  ) -> (text: String, isFree: Bool) {
    guard let size = results.cases.map(\.scenarioCase.size).max(),
      let metric = results.scenario.metric(metric)
    else { return ("not available: no case of the scenario \(scenario) was replayed", false) }
    var numbers: [String] = []
    var naiveCase: CaseResult?
    for strategy in [naive, advised] {
      guard let worst = results.worst(metric, of: strategy, size: size) else {
        let missing = results.cases.first {
          $0.scenarioCase.strategy == strategy && $0.scenarioCase.size == size
        }
        let why = missing.flatMap {
          $0.isBroken ? "\($0.status)" : $0[metric: metric.name]?.value.reason
        }
        return (
          "not available with \(results.label(of: strategy)): "
            + PlainText.line(why ?? "this replay does not return \(metric.name)"), false
        )
      }
      naiveCase = naiveCase ?? worst.result
      numbers.append(NumberFormat.text(worst.value, metric.unit))
    }
    let load = results.scenario.load(size)
    let count = results.variants.count
    let isFree = numbers[0] == numbers[1]
    let place = data.map { "the \(load) of \(PlainText.line($0))" } ?? "a reference map of \(load)"
    let text =
      "With \(results.label(of: naive)), "
      + (naiveCase?.effect(effect ?? metric.clause, numbers[0]) ?? "")
      + "; with \(results.label(of: advised)), \(numbers[1])."
      + (isFree ? " Here the mistake costs nothing by this metric, so it is a note." : "")
      + " \(metric.kind == .modelled ? "Modelled" : "Counted") for \(place), in the scenario "
      + "\(scenario)" + (count > 1 ? " and the worst of its \(count) settings" : "") + "."
    return (text, isFree)
  }
}

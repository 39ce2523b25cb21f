import Answers
import ScenarioModel

/// The answer for an app: the recommendation for its pins, of the strategies that its facts allow.
///
/// Without facts it is the recommendation for the pins alone. A component that a rule needs leaves
/// the other one out. Where no rule needs one, both may be taken.
package struct AppAnswer: Hashable, Sendable {
  package let recommendation: Recommendation
  /// The component of the strategy; of two, the one that the rules ask for.
  package let component: MapComponent
  /// The best strategy in each component, by the facts about clusters; without those components that
  /// have none.
  package let choices: [MapComponent: Recommendation]
  /// The facts that change the answer, in a few words; empty if it is the one for the pins alone.
  package private(set) var deciding: [String] = []
  /// The strategy for the pins alone.
  package let unrestricted: String

  /// - Parameters:
  ///   - results: a replay of the app's pins with the strategies of all approaches.
  ///   - drawn: the draws of its answer; `nil` if it was not analysed.
  /// - Returns: `nil` if no strategy that the facts allow has an answer.
  package init?(
    _ advice: ComponentAdvice, results: ScenarioResults, size: Int, drawn: DrawnCriteria?
  ) {
    let facts = advice.facts
    let known = Approach.all.filter { facts.strategy(of: $0) != nil }
    func approaches(_ strategy: String) -> [Approach] {
      known.filter { facts.strategy(of: $0) == strategy }
    }
    /// The best of the strategies of a kind; a strategy of the user's own is of no known kind.
    func best(clusters: Bool?, in component: MapComponent?) -> Recommendation? {
      let cases = results.cases.filter { result in
        let ways = approaches(result.scenarioCase.strategy)
        guard !ways.isEmpty else { return clusters == nil }
        return ways.contains {
          (clusters ?? $0.makesClusters) == $0.makesClusters
            && (component ?? $0.component) == $0.component
        }
      }
      return Recommendation(
        ScenarioResults(scenario: results.scenario, cases: cases), size: size, drawn: drawn)
    }
    let wanted = facts.clustering
    let needed = advice.component == .mkMapView ? advice.component : nil
    guard let answer = best(clusters: wanted, in: needed),
      let free = best(clusters: nil, in: nil)
    else { return nil }
    recommendation = answer
    unrestricted = free.strategy
    let components = approaches(answer.strategy).map(\.component)
    component =
      components.contains(advice.component)
      ? advice.component : components.first ?? advice.component
    choices = MapComponent.allCases.reduce(into: [:]) { choices, component in
      choices[component] = best(clusters: wanted, in: component)
    }
    guard answer.strategy != free.strategy else { return }
    let clusters = wanted.map { [$0 ? "clusters wanted" : "no clusters wanted"] } ?? []
    let needs = needed == nil ? [] : advice.reasons.map(\.fact)
    // Those without which it is another one; if each of the two is enough, both.
    let alone =
      (best(clusters: nil, in: needed)?.strategy == answer.strategy ? [] : clusters)
      + (best(clusters: wanted, in: nil)?.strategy == answer.strategy ? [] : needs)
    deciding = alone.isEmpty ? clusters + needs : alone
  }
}

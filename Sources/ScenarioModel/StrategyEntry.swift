/// A strategy that a family's scenarios may name.
package protocol StrategyEntry: Sendable {
  var description: StrategyDescription { get }
}

extension Array where Element: StrategyEntry {
  /// The entry of a case's strategy.
  package func entry(of scenarioCase: Case) throws(WorkloadError) -> Element {
    guard let entry = first(where: { $0.description.name == scenarioCase.strategy }) else {
      throw .unknownStrategy(scenarioCase.strategy)
    }
    return entry
  }
}

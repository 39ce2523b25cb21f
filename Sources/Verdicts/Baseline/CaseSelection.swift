import ScenarioModel

/// The cases that somebody asked for, where it is not all of them.
///
/// What was not asked for is neither lost nor removed.
public struct CaseSelection: Hashable, Sendable {
  /// The only scenarios, by name; `nil`: all.
  public let scenarios: [String]?
  /// The only strategies besides each scenario's naive one; `nil`: all.
  public let strategies: [String]?
  /// The only sizes; `nil`: all.
  public let sizes: [Int]?

  public init(scenarios: [String]? = nil, strategies: [String]? = nil, sizes: [Int]? = nil) {
    self.scenarios = scenarios
    self.strategies = strategies
    self.sizes = sizes
  }

  /// Whether every case was asked for.
  public var isEverything: Bool { scenarios == nil && strategies == nil && sizes == nil }

  /// Whether a case of a scenario with a naive strategy was asked for.
  public func includes(_ scenarioCase: Case, naive: String) -> Bool {
    (scenarios?.contains(scenarioCase.scenario) ?? true)
      && (strategies?.contains(scenarioCase.strategy) ?? true || scenarioCase.strategy == naive)
      && (sizes?.contains(scenarioCase.size) ?? true)
  }
}

extension ComparedRun {
  /// The part of the run that was asked for.
  public func keeping(_ selection: CaseSelection) -> ComparedRun {
    keeping { scenario, scenarioCase in
      selection.includes(scenarioCase, naive: scenario.naive)
    }
  }
}

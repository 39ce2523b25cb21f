import ScenarioModel

extension Plan {
  /// The same plan with some of its cases only, in the same order.
  public func keeping(_ isKept: (Case) -> Bool) -> Plan {
    var plan = self
    plan.cases = cases.filter(isKept)
    plan.trials = trials.filter { isKept($0.scenarioCase) }
    return plan
  }
}

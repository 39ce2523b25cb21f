import Support

/// A number that tells whether two runs are parts of the same work.
///
/// It is the same on every machine and in every folder: of the texts of the scenarios, the contents
/// of the data files that they name, the trials of the whole plan, and the seed. It says nothing of
/// the program; a run's provenance does.
public struct RunFingerprint: Hashable, Sendable, Codable {
  public let value: String

  /// Reads the files that the plan's scenarios name.
  public init(_ plan: Plan) {
    self.init(plan, scenarios: plan.whole.scenarios.map { ScenarioReference($0) })
  }

  /// - Parameter scenarios: those of the plan's whole work.
  init(_ plan: Plan, scenarios: [ScenarioReference]) {
    var hash = FowlerNollVoHash()
    for scenario in scenarios {
      hash.combine(scenario.content)
    }
    for trial in plan.whole.trials {
      hash.combine(trial.description)
    }
    hash.combine("\(plan.selection.seed.map(String.init) ?? "")")
    value = hash.hexadecimal
  }
}

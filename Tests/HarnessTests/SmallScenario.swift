import Harness
import ScenarioModel
import TestWorker

/// A scenario that is over in milliseconds.
struct SmallScenario: Sendable {
  var name = "small"
  var family = "counting"
  var items = "{ seed: 7 }"
  var frames = 12
  var strategies = ["plain", "empty"]
  var sizes = [30]
  var trials = 2
  /// Further lines of the environment; of another family all of them.
  var body = ""

  var text: String {
    """
    scenario: \(name)
    title: A small scenario
    family: \(family)
    \(environment)
    naive: \(strategies[0])
    strategies: [\(strategies.joined(separator: ", "))]
    sizes: [\(sizes.map(String.init).joined(separator: ", "))]
    trials: \(trials)
    """
  }

  private var environment: String {
    guard family == "counting" else { return body }
    return """
      items: \(items)
      frames: \(frames)
      \(body)
      """
  }

  func scenario(file: String? = nil) throws -> Scenario {
    try Scenario(
      yaml: text, file: file ?? name + ".yaml", families: FamilyRegistry([CountingFamily()]))
  }

  func scenarioCase(_ strategy: String) -> Case {
    Case(scenario: name, variant: "", size: sizes[0], strategy: strategy)
  }

  func job(
    _ strategy: String, seed: UInt64? = nil, _ work: EvaluationPool.Work
  ) throws -> EvaluationPool.Job {
    EvaluationPool.Job(
      scenario: try scenario(), scenarioCase: scenarioCase(strategy), seed: seed, work: work)
  }

  /// The key of a trial of a strategy.
  func trial(_ strategy: String, _ kind: TrialKind) -> TrialKey {
    TrialKey(scenarioCase: scenarioCase(strategy), kind: kind)
  }
}

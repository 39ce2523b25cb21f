import Families
import Harness
import Platform
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Replays that share what they have in common have the values of replays that share nothing.
@Suite struct SharedReplayTests {
  @Test(arguments: TestTier.sample(SmallEnvironment.all, 2))
  func whatReplaysShareChangesNoValue(environment: SmallEnvironment) throws {
    let folder = try TemporaryFolder()
    let scenario = try environment.scenario(in: folder)
    let text = ScenarioText(scenario)
    let folders = try folder.trialFolders()
    let sharing = try ScenarioEvaluator(text, families: .standard)
    for point in points(of: scenario) {
      for scenarioCase in scenario.cases {
        let alone = try ScenarioEvaluator(text, families: .standard)
        let own = try TemporaryFolder()
        let expected = try alone.evaluation(
          of: scenarioCase, at: point, folders: own.trialFolders())
        let found = try sharing.evaluation(of: scenarioCase, at: point, folders: folders)
        #expect(found.values.map(\.name) == expected.values.map(\.name))
        for (found, expected) in zip(found.values, expected.values) {
          #expect(found == expected, "\(scenarioCase) at the seed \(point.seed ?? 0)")
        }
        // A record that is valid at another point may have read less than it would have read here.
        if point == .nominal {
          #expect(found.replayParameters == expected.replayParameters, "\(scenarioCase)")
          #expect(found.costParameters == expected.costParameters, "\(scenarioCase)")
        }
      }
    }
  }

  /// The scenario as it is, twice with other values between; all parameters at the same end of
  /// their spans; a slower phone; another seed,
  /// there too.
  private func points(of scenario: Scenario) -> [ParameterPoint] {
    let parameters = (scenario.workload.profile?.parameters ?? []).filter {
      !$0.name.group.definesInput
    }
    func point(_ end: (ProfileParameter) -> Double) -> ParameterPoint {
      ParameterPoint(
        Dictionary(parameters.map { ($0.name, $0.scaled(end($0))) }, uniquingKeysWith: { $1 }))
    }
    let slower = ParameterPoint(slowness: 3)
    let others = [ParameterPoint(seed: 3), ParameterPoint(slowness: 3, seed: 3)]
    return [.nominal, point(\.low), slower] + others + [point(\.high), .nominal]
  }
}

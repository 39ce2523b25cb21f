import Foundation
import Harness
import ScenarioModel
import Testing

@Suite struct EvaluationPoolTests {
  private struct Refusal: Error {}

  private func pool(
    _ scenario: SmallScenario, width: Int = 2, seconds: Double = 600, executable: String? = nil
  ) throws -> EvaluationPool {
    EvaluationPool(
      try scenario.scenario(),
      program: WorkerProgram(
        executable: executable ?? BuiltProduct.faultyStrategies, arguments: ["worker"]),
      limits: WorkerLimits(seconds: seconds, memory: 2 << 30), width: width)
  }

  private func count(_ outcome: EvaluationPool.Outcome) -> Int? {
    guard case .evaluated(let evaluations) = outcome else { return nil }
    return evaluations.count
  }

  @Test func outcomesAreInTheOrderOfTheJobs() async throws {
    let scenario = SmallScenario(sizes: [30])
    let jobs = ["all-pins", "empty"].map { scenario.scenarioCase($0) }
    let lists = (1...6).map { points in
      jobs.map {
        EvaluationPool.Job(
          $0, points: (0..<points).map { ParameterPoint(seed: UInt64($0)) })
      }
    }
    let outcomes = try await pool(scenario).open { try await $0.run(lists + [[]]) }
    #expect(outcomes.map { $0.map(count) } == (1...6).map { [$0, $0] } + [[]])
  }

  @Test func theNumberOfProcessesChangesNothing() async throws {
    let scenario = SmallScenario()
    let lists = ["all-pins", "empty"].map { strategy in
      [
        EvaluationPool.Job(
          scenario.scenarioCase(strategy),
          points: [.nominal, ParameterPoint(seed: 3), ParameterPoint(seed: 4)])
      ]
    }
    var found: [[[Evaluation]]] = []
    for width in [1, 3] {
      let outcomes = try await pool(scenario, width: width).open { try await $0.run(lists) }
      found.append(
        try outcomes.map {
          let outcome = try #require($0.first)
          guard case .evaluated(let evaluations) = outcome else {
            Issue.record("expected evaluations, found \(outcome)")
            return []
          }
          return evaluations
        })
    }
    #expect(found[0] == found[1])
  }

  /// The strategies of the list before and after the one that ends its process are evaluated.
  @Test(arguments: ["traps", "exits"])
  func aProcessThatBreaksCostsItsJobOnly(strategy: String) async throws {
    let scenario = SmallScenario(strategies: ["all-pins", strategy, "empty"])
    let list = scenario.strategies.map {
      EvaluationPool.Job(scenario.scenarioCase($0), points: [.nominal])
    }
    let outcomes = try await pool(scenario).open { try await $0.run([list, list]) }
    for outcomes in outcomes {
      #expect(outcomes.map(count) == [1, nil, 1])
      guard case .broken(let status) = outcomes[1] else { continue }
      #expect(!status.isCompleted)
    }
  }

  @Test func anErrorOfTheBodyEndsTheProcesses() async throws {
    let scenario = SmallScenario()
    let pool = try pool(scenario)
    await #expect(throws: Refusal.self) {
      try await pool.open { queue in
        _ = try await queue.run([
          [EvaluationPool.Job(scenario.scenarioCase("empty"), points: [.nominal])]
        ])
        throw Refusal()
      }
    }
  }

  /// Nobody waits for a process that never starts.
  @Test func aProgramThatCannotStartIsTheToolsFault() async throws {
    let scenario = SmallScenario()
    let pool = try pool(scenario, executable: "/nowhere/mappressure")
    await #expect(throws: HarnessError.self) {
      try await pool.open {
        try await $0.run(
          (0..<5).map { _ in
            [EvaluationPool.Job(scenario.scenarioCase("empty"), points: [.nominal])]
          })
      }
    }
  }

  @Test func aTaskThatIsCancelledEvaluatesNoMore() async throws {
    let scenario = SmallScenario(strategies: ["loops"])
    let pool = try pool(scenario)
    let task = Task {
      try await pool.open {
        try await $0.run([
          [EvaluationPool.Job(scenario.scenarioCase("loops"), points: [.nominal])]
        ])
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

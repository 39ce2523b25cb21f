import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct EvaluationPoolTests {
  private struct Refusal: Error {}

  /// Only what is modelled is evaluated.
  private let profile = "profile: iphone-simulator"

  private func pool(
    _ scenario: SmallScenario, width: Int = 2, program: WorkerProgram = .test
  ) throws -> EvaluationPool {
    EvaluationPool(try scenario.scenario(), program: program, limits: .ofTests(), width: width)
  }

  private func evaluations(_ outcome: EvaluationPool.Outcome) -> [Evaluation]? {
    guard case .evaluated(let evaluations) = outcome else { return nil }
    return evaluations
  }

  /// Whatever the number of processes; an error of the body ends them.
  @Test func outcomesAreInTheOrderOfTheJobs() async throws {
    let scenario = SmallScenario(body: profile)
    let jobs = ["plain", "empty"].map { scenario.scenarioCase($0) }
    let lists = (1...6).map { points in
      jobs.map {
        EvaluationPool.Job(
          $0, points: [.nominal] + (1..<points).map { ParameterPoint(seed: UInt64($0)) })
      }
    }
    var found: [[[[Evaluation]?]]] = []
    for width in [1, 3] {
      let pool = try pool(scenario, width: width)
      found.append(
        try await pool.open { try await $0.run(lists + [[]]) }.map { $0.map(evaluations) })
    }
    #expect(found[0] == found[1])
    #expect(found[0].map { $0.map { $0?.count } } == (1...6).map { [$0, $0] } + [[]])
    // Other seeds have other values.
    #expect(Set(found[0][5][0]?.map(\.values) ?? []).count == 6)
    let pool = try pool(scenario)
    await #expect(throws: Refusal.self) {
      try await pool.open { queue in
        _ = try await queue.run([[EvaluationPool.Job(jobs[1], points: [.nominal])]])
        throw Refusal()
      }
    }
  }

  /// The strategies of the list before and after the one that ends its process are evaluated.
  @Test(arguments: TestTier.select(["traps"], exhaustive: ["traps", "exits"]))
  func aProcessThatBreaksCostsItsJobOnly(strategy: String) async throws {
    let scenario = SmallScenario(strategies: ["plain", strategy, "empty"], body: profile)
    let list = scenario.strategies.map {
      EvaluationPool.Job(scenario.scenarioCase($0), points: [.nominal])
    }
    let outcomes = try await pool(scenario).open { try await $0.run([list, list]) }
    for outcomes in outcomes {
      #expect(outcomes.map { evaluations($0)?.count } == [1, nil, 1])
      guard case .broken(let status) = outcomes[1] else { continue }
      #expect(!status.isCompleted)
    }
  }

  /// Nobody waits for a process that never starts.
  @Test func aProgramThatCannotStartIsTheToolsFault() async throws {
    let scenario = SmallScenario()
    let pool = try pool(scenario, program: .missing)
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
    let scenario = SmallScenario(strategies: ["loops"], body: profile)
    let pool = try pool(scenario)
    let task = Task {
      try await pool.open {
        try await $0.run([[EvaluationPool.Job(scenario.scenarioCase("loops"), points: [.nominal])]])
      }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct EvaluationPoolTests {
  private struct Refusal: Error {}

  // Also where this suite is alone in its process.
  init() { signal(SIGPIPE, SIG_IGN) }

  /// Only what is modelled is evaluated.
  private let profile = "profile: iphone-simulator"

  private func pool(
    width: Int = 2, program: WorkerProgram = .test, limits: WorkerLimits = .ofTests()
  ) -> EvaluationPool {
    EvaluationPool(program: program, limits: limits, width: width)
  }

  private func job(
    _ scenario: SmallScenario, _ strategy: String, seed: UInt64? = nil,
    _ work: EvaluationPool.Work = .evaluate([.nominal])
  ) throws -> EvaluationPool.Job {
    try scenario.job(strategy, seed: seed, work)
  }

  private func inspections(
    _ jobs: [EvaluationPool.Job], width: Int = 1
  ) async throws -> [Inspection?] {
    try await pool(width: width).open { try await $0.run([jobs])[0] }.map { outcome in
      guard case .inspected(let inspection, _) = outcome else { return nil }
      return inspection
    }
  }

  private func evaluations(_ outcome: EvaluationPool.Outcome) -> [Evaluation]? {
    guard case .evaluated(let evaluations) = outcome else { return nil }
    return evaluations
  }

  /// Whatever the number of processes; an error of the body ends them.
  @Test func outcomesAreInTheOrderOfTheJobs() async throws {
    let scenario = SmallScenario(body: profile)
    let lists = try (1...6).map { points in
      let work = EvaluationPool.Work.evaluate(
        [.nominal] + (1..<points).map { ParameterPoint(seed: UInt64($0)) })
      return try ["plain", "empty"].map { try job(scenario, $0, work) }
    }
    var found: [[[[Evaluation]?]]] = []
    for width in [1, 3] {
      let pool = pool(width: width)
      found.append(
        try await pool.open { try await $0.run(lists + [[]]) }.map { $0.map(evaluations) })
    }
    #expect(found[0] == found[1])
    #expect(found[0].map { $0.map { $0?.count } } == (1...6).map { [$0, $0] } + [[]])
    // Other seeds have other values.
    #expect(Set(found[0][5][0]?.map(\.values) ?? []).count == 6)
    let pool = pool()
    await #expect(throws: Refusal.self) {
      try await pool.open { queue in
        _ = try await queue.run([[lists[0][1]]])
        throw Refusal()
      }
    }
  }

  /// The strategies of the list before and after the one that ends its process are evaluated.
  @Test(arguments: TestTier.select(["traps"], exhaustive: ["traps", "exits"]))
  func aProcessThatBreaksCostsItsJobOnly(strategy: String) async throws {
    let scenario = SmallScenario(strategies: ["plain", strategy, "empty"], body: profile)
    let list = try scenario.strategies.map { try job(scenario, $0) }
    let outcomes = try await pool().open { try await $0.run([list, list]) }
    for outcomes in outcomes {
      #expect(outcomes.map { evaluations($0)?.count } == [1, nil, 1])
      guard case .broken(let status) = outcomes[1] else { throw OtherCase(outcomes[1]) }
      #expect(!status.isCompleted)
    }
  }

  /// A process that never starts is not waited for.
  @Test func aProgramThatCannotStartIsTheToolsFault() async throws {
    let lists = Array(repeating: [try job(SmallScenario(), "empty")], count: 5)
    let pool = pool(program: .missing)
    await #expect(throws: HarnessError.self) { try await pool.open { try await $0.run(lists) } }
  }

  /// It would break again and again.
  @Test func aProgramThatDoesNotGreetBreaksEachJobOnce() async throws {
    let job = try job(SmallScenario(), "empty")
    let outcomes = try await pool(program: .script("exit 1")).open {
      try await $0.run([[job, job], [job]])
    }
    for outcome in outcomes.joined() {
      guard case .broken(let status) = outcome else { throw OtherCase("\(outcome)") }
      #expect(status.identifier == "crashed")
    }
    #expect(outcomes.map(\.count) == [2, 1])
  }

  /// The end of a process has the time of a job.
  @Test func aProcessThatDoesNotEndIsEnded() async throws {
    let folder = try TemporaryFolder()
    let limits = WorkerLimits.ofTests()
    let program = WorkerProgram.script(
      "'\(BuiltProduct.testWorker)' worker \"$@\"; touch '\(folder.file("done"))'; sleep 1000")
    let job = try job(SmallScenario(body: profile), "plain")
    async let timeIsOver: Void = limits.end(atFile: folder.file("done"))
    let outcomes = try await pool(width: 1, program: program, limits: limits).open {
      try await $0.run([[job]])
    }
    try await timeIsOver
    #expect(evaluations(outcomes[0][0])?.count == 1)
  }

  /// Whatever the process did before: values, recordings and seeds are a case's own.
  @Test func anInspectionIsTheSameInASharedProcess() async throws {
    let small = SmallScenario(sizes: [31], body: profile)
    let other = SmallScenario(name: "other", items: "{ seed: 8 }", body: profile)
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    func jobs(_ folder: TemporaryFolder) throws -> [EvaluationPool.Job] {
      let work = EvaluationPool.Work.inspect(isWhole: true, pictures: folder.path)
      return try [
        job(small, "plain", work), job(other, "plain", work), job(small, "prints", work),
        job(other, "plain", seed: 3, .inspect(isWhole: true, pictures: nil)),
        job(small, "empty", work),
      ]
    }
    let shared = try await inspections(jobs(folders[0]))
    var alone: [Inspection?] = []
    for job in try jobs(folders[1]) { alone += try await inspections([job]) }
    #expect(shared == alone && !shared.contains(nil))
    #expect(shared[1]?.values != shared[3]?.values)
    #expect(shared[3]?.files == [])
    #expect(try folders[0].names() == folders[1].names())
    for name in try folders[0].names() {
      #expect(try folders[0].data(name) == folders[1].data(name))
    }
  }

  /// The output of one case is not attributed to the next one.
  @Test func whatIsPrintedBelongsToItsCase() async throws {
    let scenario = SmallScenario(body: profile)
    let work = EvaluationPool.Work.inspect(isWhole: false, pictures: nil)
    let jobs = try [
      job(scenario, "prints"), job(scenario, "plain", work), job(scenario, "prints", work),
      job(scenario, "floods", work), job(scenario, "empty", work),
    ]
    let outcomes = try await pool(width: 1).open { try await $0.run([jobs])[0] }
    let printed = outcomes.map { outcome -> String? in
      guard case .inspected(_, let printed) = outcome else { return nil }
      return printed
    }
    #expect(printed[0] == nil && printed[1] == nil && printed[4] == nil)
    #expect(printed[2]?.contains(#"result {"values":[]}"#) == true)
    #expect(printed[3]?.isEmpty == false)
  }

  /// The time is each job's own, and a job that has none is repeated before it counts as broken.
  @Test func theTimeOfAJobIsItsOwn() async throws {
    let folder = try TemporaryFolder()
    let scenario = SmallScenario(body: profile + "\nsignal: " + folder.file("loops"))
    let limits = WorkerLimits.ofTests()
    let jobs = try ["empty", "plain", "empty"].map { try job(scenario, $0) }
    let counts = try await pool(width: 1, limits: limits).open { queue in
      var counts: [Int?] = []
      for job in jobs {
        counts += try await queue.run([[job]])[0].map { evaluations($0)?.count }
        // While the process waits, its time stands still.
        limits.clock.advance(by: .seconds(limits.seconds))
      }
      return counts
    }
    #expect(counts == [1, 1, 1])
    let ending = Task {
      // Once in the shared process, and once alone.
      for _ in 0..<2 {
        try await limits.end(atFile: folder.file("loops"))
        try folder.remove("loops")
      }
    }
    let lists = [[jobs[0], try job(scenario, "loops"), jobs[1]]]
    let broken = try await pool(width: 1, limits: limits).open { try await $0.run(lists)[0] }
    try await ending.value
    #expect(broken.map { evaluations($0)?.count } == [1, nil, 1])
    guard case .broken(.timedOut) = broken[1] else { throw OtherCase("\(broken[1])") }
  }

  /// The counts of a trial do not depend on the trials and cases before it.
  @Test func aTrialHasAProcessOfItsOwn() async throws {
    let scenario = SmallScenario()
    let trial = try job(scenario, "allocates", .trial)
    let lists = try [[trial, job(scenario, "plain", .trial), trial, trial]]
    let outcomes = try await pool().open { try await $0.run(lists)[0] }
    let allocations = outcomes.map { outcome -> MetricValue? in
      guard case .measured(let values) = outcome else { return nil }
      return values.first { $0.name == Metric.allocations.name }?.value
    }
    #expect(allocations[0] != nil)
    #expect(allocations[0] == allocations[2] && allocations[0] == allocations[3])
  }

  @Test func aTaskThatIsCancelledEvaluatesNoMore() async throws {
    let job = try job(SmallScenario(body: profile), "loops")
    let pool = pool()
    let task = Task { try await pool.open { try await $0.run([[job]]) } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

import ScenarioModel

/// Which part of a run's work each case belongs to.
///
/// What is dealt out is a variant of a scenario with all its sizes and strategies: what is compared
/// with each other, strategies with the naive one and sizes among themselves, is measured on one
/// machine. The parts depend on the plan only, so that every machine deals alike.
struct ShardAssignment {
  private struct Unit: Hashable {
    let scenario: String
    let variant: String

    init(_ scenarioCase: Case) {
      scenario = scenarioCase.scenario
      variant = scenarioCase.variant
    }
  }

  private let offsets: [Unit: Int]

  /// Deals out the cases, the greatest number of trials first, each time to the part that has the
  /// least: Graham, Bounds on multiprocessing timing anomalies, SIAM Journal on Applied
  /// Mathematics 17, 1969; no part then has more than 4/3 of what the best deal gives it.
  ///
  /// - Parameters:
  ///   - trials: those of the whole plan.
  ///   - count: the number of parts, each of which gets something.
  /// - Complexity: O(trials + variants x parts).
  init(_ trials: [TrialKey], count: Int) throws(PlanError) {
    let unitOfTrials = trials.map { Unit($0.scenarioCase) }
    let units = unitOfTrials.uniqued()
    guard count <= units.count else { throw .tooManyShards(count, greatest: units.count) }
    let sizes = Dictionary(unitOfTrials.map { ($0, 1) }, uniquingKeysWith: +)
    let greatestFirst = units.enumerated()
      .map { (offset: $0.offset, unit: $0.element, trials: sizes[$0.element] ?? 0) }
      .sorted { ($1.trials, $0.offset) < ($0.trials, $1.offset) }
    var loads = Array(repeating: 0, count: count)
    var offsets: [Unit: Int] = [:]
    for (_, unit, trials) in greatestFirst {
      // The first of the least: no order of a dictionary decides.
      guard let least = loads.indices.min(by: { loads[$0] < loads[$1] }) else { continue }
      loads[least] += trials
      offsets[unit] = least
    }
    self.offsets = offsets
  }

  func includes(_ scenarioCase: Case, in shard: Shard) -> Bool {
    offsets[Unit(scenarioCase)] == shard.index - 1
  }
}

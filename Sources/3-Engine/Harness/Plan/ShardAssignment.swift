import ScenarioModel

/// The assignment of cases to the shards of a run.
///
/// The unit is a variant of a scenario with all its sizes and strategies, so that cases that are
/// compared with each other are measured on one machine. The assignment depends on the plan only
/// and is the same on every machine.
struct ShardAssignment {
  /// The shards by scenario and variant.
  private let offsets: [[String]: Int]

  /// Assigns the units in the descending order of their trials, each to the shard with the minimum
  /// number of trials: Graham, Bounds on multiprocessing timing anomalies, SIAM Journal on Applied
  /// Mathematics 17, 1969. The maximum is then at most 4/3 of the best assignment's.
  ///
  /// - Parameters:
  ///   - trials: the trials of the whole plan.
  ///   - count: the number of shards; each gets at least one unit.
  /// - Complexity: O(trials + variants x parts).
  init(_ trials: [TrialKey], count: Int) throws(PlanError) {
    let unitOfTrials = trials.map { Self.unit(of: $0.scenarioCase) }
    let units = unitOfTrials.uniqued()
    guard count <= units.count else {
      throw PlanError(
        units.count == 1
          ? "expected one shard, found \(count): this run has one variant of one scenario, which "
            + "is not split; omit --shard, or choose more scenarios"
          : "expected at most \(units.count) shards, found \(count): this run has \(units.count) "
            + "variants of scenarios, and a variant is not split; use fewer shards")
    }
    let sizes = Dictionary(unitOfTrials.map { ($0, 1) }, uniquingKeysWith: +)
    let descending = units.enumerated()
      .map { (offset: $0.offset, unit: $0.element, trials: sizes[$0.element] ?? 0) }
      .sorted { ($1.trials, $0.offset) < ($0.trials, $1.offset) }
    var loads = Array(repeating: 0, count: count)
    var offsets: [[String]: Int] = [:]
    for (_, unit, trials) in descending {
      // The first minimum, so that the order of a dictionary does not matter.
      guard let smallest = loads.indices.min(by: { loads[$0] < loads[$1] }) else { continue }
      loads[smallest] += trials
      offsets[unit] = smallest
    }
    self.offsets = offsets
  }

  func includes(_ scenarioCase: Case, in shard: Shard) -> Bool {
    offsets[Self.unit(of: scenarioCase)] == shard.index - 1
  }

  private static func unit(of scenarioCase: Case) -> [String] {
    [scenarioCase.scenario, scenarioCase.variant]
  }
}

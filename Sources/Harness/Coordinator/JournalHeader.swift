import ScenarioModel

/// The first line of a journal: what the run is to do.
struct JournalHeader: Hashable, Codable {
  /// Raised whenever a reader of an earlier version would misunderstand the journal.
  static let version = 4

  // The first key of the line, by its sorting: a journal is known by it.
  let journal: Int
  let plan: PlanFingerprint
  let work: RunFingerprint
  /// The part of the work that the run does; `nil` where it does all.
  let shard: Shard?
  let selection: RunSelection
  /// Those of the whole work.
  let scenarios: [ScenarioReference]

  /// The header of a run under a plan; reads the files that its scenarios name.
  init(_ plan: Plan, executable: String) {
    let scenarios = plan.whole.scenarios.map { ScenarioReference($0) }
    let work = RunFingerprint(plan, scenarios: scenarios)
    self.init(
      plan, work: work, scenarios: scenarios,
      fingerprint: PlanFingerprint(plan, work: work, executable: executable))
  }

  /// The header of a run that is put together from all shards of a work.
  static func merged(
    _ plan: Plan, work: RunFingerprint, scenarios: [ScenarioReference]
  ) -> JournalHeader {
    JournalHeader(plan, work: work, scenarios: scenarios, fingerprint: .merged)
  }

  private init(
    _ plan: Plan, work: RunFingerprint, scenarios: [ScenarioReference],
    fingerprint: PlanFingerprint
  ) {
    journal = Self.version
    self.plan = fingerprint
    self.work = work
    shard = plan.shard
    selection = plan.selection
    self.scenarios = scenarios
  }
}

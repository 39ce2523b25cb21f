import ScenarioModel

/// The runs of all shards of one work.
public struct ShardMerge: Hashable, Sendable {
  /// The run of the first shard, and those of the others in order.
  private let first: ShardRun
  private let others: [ShardRun]

  /// Checks that the runs are all parts of one work, each once, and made with the same program.
  ///
  /// The machines may differ: what is compared with each other was measured on one of them.
  ///
  /// - Parameter runs: in any order.
  public init(_ runs: [ShardRun]) throws(MergeError) {
    let runs = runs.enumerated().sorted {
      ($0.element.shard.index, $0.offset) < ($1.element.shard.index, $1.offset)
    }.map(\.element)
    guard let first = runs.first else { throw .nothingToMerge }
    for run in runs where run.shard.count != first.shard.count {
      throw .otherCount(first.name, run.name)
    }
    for run in runs where run.selection != first.selection {
      throw .otherSelection(
        first.name, first.selection.description, run.name, run.selection.description)
    }
    for run in runs where run.work != first.work {
      let different = ScenarioReference.differences(first.scenarios, run.scenarios)
      throw .otherWork(first.name, run.name, scenarios: different.map(\.name))
    }
    for (earlier, later) in zip(runs, runs.dropFirst()) where earlier.shard == later.shard {
      throw .duplicate(earlier.shard, folders: [earlier.folder, later.folder])
    }
    let found = Set(runs.map(\.shard))
    let missing = Shard.all(first.shard.count).filter { !found.contains($0) }
    guard missing.isEmpty else { throw .missing(missing) }
    for run in runs {
      for (what, text) in Provenance.decisive
      where text(run.provenance) != text(first.provenance) {
        throw .otherProvenance(
          of: what, first.name, text(first.provenance), run.name, text(run.provenance))
      }
    }
    self.first = first
    others = Array(runs.dropFirst())
  }

  /// The scenarios of the whole work, whose texts are needed again.
  public var scenarios: [ScenarioReference] { first.scenarios }

  /// Puts the runs together.
  ///
  /// Reads the files that the scenarios name, to see that they are those that were run.
  ///
  /// - Parameter scenarios: those of ``scenarios``, in their order.
  /// - Throws: ``MergeError``; ``PlanError`` for scenarios that cannot be planned.
  public func run(of scenarios: [Scenario]) throws -> MergedRun {
    let plan = try Plan(scenarios: scenarios, selection: first.selection)
    let references = scenarios.map { ScenarioReference($0) }
    guard RunFingerprint(plan, scenarios: references) == first.work else {
      let changed = ScenarioReference.differences(references, first.scenarios)
      throw MergeError.changedWork(files: (changed.isEmpty ? references : changed).map(\.file))
    }
    var records: [TrialKey: TrialRecord] = [:]
    for run in [first] + others {
      let part = try Plan(scenarios: scenarios, selection: first.selection, shard: run.shard)
      let recorded = Dictionary(
        run.records.map { ($0.key, $0) }, uniquingKeysWith: { _, last in last })
      let missing = part.trials.filter { recorded[$0] == nil }
      if let example = missing.first {
        throw MergeError.missingTrials(run.name, count: missing.count, first: example)
      }
      for key in part.trials { records[key] = recorded[key] }
    }
    return MergedRun(
      plan: plan, records: plan.trials.compactMap { records[$0] }, first: first, others: others)
  }
}

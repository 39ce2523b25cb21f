import Harness
import ScenarioModel
import Support

/// The finished gate of a shard.
package struct ShardGate: ShardPart, Hashable {
  package let name: ShardRun.Name
  package let provenance: Provenance
  let identity: GateIdentity
  let results: ComparisonResults
  package var work: RunFingerprint { identity.work }
  package var selection: RunSelection { identity.selection }
  package var scenarios: [ScenarioReference] { identity.scenarios }

  /// Reads a gate's results.
  ///
  /// - Parameters:
  ///   - file: the name of the results in the folder.
  package init(folder: String, file: String) throws(FinishedRunError) {
    let path = folder + "/" + file
    let results = try ComparisonResults(ofFileAt: path)
    guard let identity = results.identity, let shard = identity.shard else {
      throw FinishedRunError(
        "expected the gate of a shard (gate --shard 1/3), found a gate that was not split in "
          + folder
          + (results.refusal.map { ": \($0)" } ?? ""))
    }
    guard results.completion == .finished else {
      throw FinishedRunError(
        "the gate of shard \(shard) in \(folder) is not finished: continue it with --resume on its "
          + "machine, or run it again")
    }
    guard let provenance = results.head.provenance else {
      throw .damaged(path: path, reason: "expected 'provenance' in 'head', found none")
    }
    name = ShardRun.Name(shard: shard, folder: folder)
    self.provenance = provenance
    self.identity = identity
    self.results = results
  }
}

/// The gates of all shards of one gate.
package struct GateMerge: Hashable, Sendable {
  /// The gates in the order of their shards; one or more.
  private let gates: [ShardGate]
  private let identity: GateIdentity

  /// Checks that the gates are all parts of one work, each once, of the same two programs.
  ///
  /// - Parameter gates: the gates, in any order.
  package init(_ gates: [ShardGate]) throws(FinishedRunError) {
    self.gates = try gates.ofOneWork()
    let first = self.gates[0]
    identity = first.identity.whole
    for gate in self.gates {
      if let difference = identity.difference(to: gate.identity.whole) {
        throw FinishedRunError(
          "expected parts of the same gate, found \(difference), in \(first.name) and \(gate.name)")
      }
    }
  }

  /// The scenarios of the whole gate, whose files are read again.
  package var scenarios: [ScenarioReference] { identity.scenarios }

  /// Merges the gates: the comparisons of all shards in the order of the plan, with all suspicions
  /// judged together.
  ///
  /// - Parameter scenarios: the scenarios that ``scenarios`` names, in the same order.
  /// - Throws: `FinishedRunError`; `PlanError` for scenarios that cannot be planned.
  package func results(of scenarios: [Scenario]) throws -> ComparisonResults {
    let plan = try Plan(scenarios: scenarios, selection: identity.selection)
    try identity.work.check(plan, read: identity.scenarios)
    var compared: [Case: CaseComparison] = [:]
    for gate in gates {
      let part = try Plan(
        scenarios: scenarios, selection: identity.selection, shard: gate.name.shard)
      for comparison in gate.results.cases { compared[comparison.scenarioCase] = comparison }
      let found = Set(gate.results.cases.map(\.scenarioCase))
      let different = found.symmetricDifference(part.cases)
      // A gate that was refused compared nothing, and says why.
      guard different.isEmpty || gate.results.refusal != nil else {
        let example = part.cases.first { different.contains($0) } ?? different.first
        throw FinishedRunError(
          "expected all cases of its part in \(gate.name) and no others, found a difference in "
            + "\(different.count)\(example.map { ", such as '\($0)'" } ?? ""): run the shard again")
      }
    }
    let results = gates.map(\.results)
    let refused = gates.first { $0.results.refusal != nil }
    let seeds = Set(results.map(\.orderSeed))
    var merged = ComparisonResults(
      kind: .programs, base: results[0].base,
      head: ComparisonResults.Origin(
        name: results[0].head.name,
        provenance: Provenance(
          of: gates.map { RunPart(shard: $0.name.shard, provenance: $0.provenance) })),
      refusal: refused.map { "shard \($0.name.shard): \($0.results.refusal ?? "")" },
      warnings: results.flatMap(\.warnings).uniqued(),
      relaxations: results.flatMap(\.relaxations).uniqued(),
      faults: results.flatMap(\.faults).uniqued(),
      cases: plan.cases.compactMap { compared[$0] }.settled(alpha: TimedGateOptions().alpha),
      scenarioFiles: plan.scenarioFiles,
      command: results[0].command, orderSeed: seeds.count == 1 ? results[0].orderSeed : nil,
      identity: identity)
    merged.causes = results.flatMap(\.causes)
    return merged
  }
}

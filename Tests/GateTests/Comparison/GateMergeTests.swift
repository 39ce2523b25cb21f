import Foundation
import Gate
import Harness
import ScenarioModel
import TestSupport
import Testing

/// The gates of shards, put together.
@Suite struct GateMergeTests {
  private let folder: TemporaryFolder
  private let scenarios: [Scenario]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("the base", to: "base")
    try folder.write("the head", to: "head")
    scenarios = try ["first", "second"].map { name in
      try Scenario(
        yaml: ScenarioText.replacing(["scenario": "scenario: \(name)"]), file: "\(name).yaml",
        families: .standard)
    }
  }

  private func plan(_ shard: Shard? = nil) throws -> Plan {
    try Plan(scenarios: scenarios, selection: RunSelection(trials: 2), shard: shard)
  }

  private func identity(
    _ shard: Shard?, margin: Double = 0.02, head: String = "head"
  ) throws -> GateIdentity {
    var timed = TimedGateOptions()
    timed.margin = margin
    return try GateIdentity(
      plan(shard), base: .worker(at: folder.file("base")), head: .worker(at: folder.file(head)),
      options: ProgramComparison.Options(
        timed: timed, instructions: false,
        terms: ComparisonTerms(.programs, base: nil, head: [], given: []), policy: .error,
        limits: .standard))
  }

  /// A part that was suspected, and confirmed with a p-value.
  private static func suspected(_ pValue: Double?) -> MetricVerdict {
    MetricVerdict.timed(
      .inconclusive(why: "suspected"), pairs: 16, confirmingPairs: pValue == nil ? nil : 64,
      suspicion: MetricVerdict.Suspicion(.total, pValue: pValue)
    ).settled(isRegression: (pValue ?? 1) <= 0.01)
  }

  /// Writes the gate of a shard, whose first case was suspected.
  private func gate(
    _ index: Int, of count: Int = 2, pValue: Double? = nil, margin: Double = 0.02,
    head: String = "head", warning: String = "w", cases: Int = .max,
    completion: ComparisonResults.Completion = .finished, refusal: String? = nil,
    faults: [String] = []
  ) throws -> ShardGate {
    let shard = try Shard(index: index, of: count)
    let compared = try plan(shard).cases.prefix(cases).enumerated().map { number, scenarioCase in
      CaseComparison.compared(number == 0 ? [Self.suspected(pValue)] : [], of: scenarioCase)
    }
    let results = ComparisonResults(
      kind: .programs, completion: completion, base: .init(name: "main", provenance: nil),
      head: .init(name: "this build", provenance: .made(processor: "CPU \(index)")),
      refusal: refusal, warnings: [warning], faults: faults, cases: compared,
      command: "mappressure gate",
      orderSeed: UInt64(index), identity: try identity(shard, margin: margin, head: head))
    let name = "shard-\(index)"
    try folder.makeFolder(name)
    try folder.write(
      String(decoding: try JSONEncoder().encode(results), as: UTF8.self), to: name + "/gate.json")
    return try ShardGate(folder: folder.file(name), file: "gate.json")
  }

  private func outcomes(_ gates: [ShardGate]) throws -> [MetricVerdict.Outcome] {
    try GateMerge(gates).results(of: scenarios).cases.flatMap(\.metrics).map(\.outcome)
  }

  @Test func allCasesAreInTheOrderOfThePlan() throws {
    let merged = try GateMerge([gate(2), gate(1)]).results(of: scenarios)
    #expect(merged.cases.map(\.scenarioCase) == (try plan().cases))
    #expect(merged.warnings == ["w"])
    #expect(merged.orderSeed == nil)
    #expect(merged.identity == (try identity(nil)))
    #expect(merged.head.provenance?.machine.processor == "CPU 1 (shard 1/2); CPU 2 (shard 2/2)")
  }

  /// Below α/2 each, both hold; between α/2 and α, neither holds in the whole.
  @Test func allSuspicionsAreJudgedTogether() throws {
    #expect(
      try outcomes([gate(1, pValue: 0.004), gate(2, pValue: 0.009)]) == [
        .regression, .regression,
      ])
    let lost = MetricVerdict.Outcome.inconclusive(
      why: "suspected in 16 pairs, and not confirmed over all shards")
    #expect(try outcomes([gate(1, pValue: 0.008), gate(2, pValue: 0.009)]) == [lost, lost])
    let open = MetricVerdict.Outcome.inconclusive(why: "suspected")
    #expect(try outcomes([gate(1, pValue: 0.008), gate(2, pValue: nil)]) == [lost, open])
    #expect(try outcomes([gate(1, pValue: 0.002), gate(2, pValue: nil)]) == [.regression, open])
  }

  /// An entry that has ended is one in each shard.
  @Test func invalidAcceptedChangesAreReportedOnce() throws {
    let merged = try GateMerge([gate(1, faults: ["a"]), gate(2, faults: ["b", "a"])])
      .results(of: scenarios)
    #expect(merged.faults == ["a", "b"])
    #expect(ComparisonVerdict(merged).exitCode == .failed)
  }

  private func expectRefusal(_ words: String, _ gates: () throws -> [ShardGate]) {
    let error = #expect(throws: FinishedRunError.self) {
      try GateMerge(try gates()).results(of: scenarios)
    }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func whatIsNotOneGateIsRefused() throws {
    try folder.write("another head", to: "other")
    expectRefusal("found none of 2/2") { try [gate(1)] }
    expectRefusal("expected each shard once, found 1/2") { try [gate(1), gate(1), gate(2)] }
    expectRefusal("shards of one split") { try [gate(1, of: 1), gate(2)] }
    expectRefusal("other options: --margin 2.0") { try [gate(1), gate(2, margin: 0.03)] }
    expectRefusal("another program of the head") { try [gate(1), gate(2, head: "other")] }
    expectRefusal("all cases of its part in shard 2/2") { try [gate(1), gate(2, cases: 1)] }
    expectRefusal("of shard 2/2") { try [gate(1), gate(2, completion: .unfinished(open: "x"))] }
  }

  @Test func theFilesOfTheScenariosAreThoseOfTheGates() throws {
    let merge = try GateMerge([gate(1), gate(2)])
    #expect(merge.scenarios.map(\.name) == ["first", "second"])
    let error = #expect(throws: FinishedRunError.self) {
      try merge.results(of: [scenarios[0]])
    }
    #expect(error?.description.contains("differ from the runs' files") == true)
  }

  @Test func aRefusedShardRefusesTheWhole() throws {
    let merged = try GateMerge([gate(1), gate(2, cases: 0, refusal: "protocol 3")])
      .results(of: scenarios)
    #expect(merged.refusal == "shard 2/2: protocol 3")
    #expect(ComparisonVerdict(merged).exitCode == .notComparable)
  }

  @Test func aDifferenceIsInWords() throws {
    let whole = try identity(nil)
    #expect(whole.difference(to: whole) == nil)
    let part = try identity(Shard(index: 1, of: 2))
    #expect(whole.difference(to: part) == "another part of the work: all shards and shard 1/2")
    #expect(whole.difference(to: part.whole) == nil)
    #expect(try whole.difference(to: identity(nil, margin: 0.05))?.contains("--margin 5.0") == true)
  }
}

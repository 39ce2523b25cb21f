import Foundation
import Harness
import PinData
import ScenarioModel
import TestSupport
import Testing

/// What a program of another time may answer with: never a trap, and never a number to compute
/// with that is none.
@Suite struct WorkerBoundsTests {
  private static let hello = #"{"hello":{"version":\#(WorkerProtocol.version)}}"#

  /// A program that says its lines, whatever it is asked.
  private func program(_ lines: [String]) throws -> (WorkerProgram, TemporaryFolder) {
    let folder = try TemporaryFolder()
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "lines")
    let script = "cat '\(folder.file("lines"))'; cat > /dev/null"
    return (WorkerProgram(executable: "/bin/sh", arguments: ["-c", script]), folder)
  }

  @Test(
    "what an inspection may not answer",
    arguments: [
      #"{"inspected":{"inspection":{"outcomes":[],"pictures":[{"caption":"","file":"../x.png","frame":0}],"transcripts":[],"values":[]}}}"#,
      #"{"inspected":{"inspection":{"outcomes":[],"pictures":[{"caption":"","file":"/etc/passwd","frame":0}],"transcripts":[],"values":[]}}}"#,
      #"{"inspected":{"inspection":{"outcomes":[],"pictures":[{"caption":"","file":".png","frame":0}],"transcripts":[],"values":[]}}}"#,
      #"{"inspected":{"inspection":{"outcomes":[],"pictures":[{"caption":"","file":"","frame":0}],"transcripts":[],"values":[]}}}"#,
      #"{"inspected":{"inspection":{"outcomes":[],"pictures":[{"caption":"","file":"journal.jsonl","frame":0}],"transcripts":[],"values":[]}}}"#,
      #"{"inspected":{"inspection":{"outcomes":[],"pictures":[],"transcripts":[],"values":[{"name":"x","value":1e200}]}}}"#,
      #"{"inspected":{"inspection":{"outcomes":[],"pictures":[],"transcripts":[],"values":[{"name":"x","value":1e999}]}}}"#,
      #"{"inspected":{"inspection":{"outcomes":[],"pictures":[],"transcripts":[],"values":[{"name":"x","value":NaN}]}}}"#,
    ])
  func inspections(_ line: String) async throws {
    try await expectRefusal([Self.hello, line])
  }

  private func expectRefusal(_ lines: [String], measured: Bool = false) async throws {
    let (program, lines) = try program(lines)
    defer { withExtendedLifetime(lines) {} }
    var run = CoordinatorRun(scenario: SmallScenario(strategies: ["empty"], trials: 1))
    let folder = try TemporaryFolder()
    if measured {
      // The inspection is on record, so that the first conversation is a measured trial's.
      run.program = program
      let plan = try run.plan
      let inspection = try #require(plan.trials.first)
      let encoder = JSONEncoder()
      _ = try? await run.run(.fresh, in: folder.path)
      let record = try encoder.encode(TrialRecord(key: inspection, status: .completed))
      let journal = JournalFile(folder: folder)
      try journal.replace(
        with: try journal.lines[0] + "\n" + String(decoding: record, as: UTF8.self) + "\n")
    }
    run.program = program
    let error = await #expect(throws: HarnessError.self) {
      _ = try await run.run(measured ? .resume : .fresh, in: folder.path)
    }
    guard case .otherProtocol(let found) = error else {
      Issue.record("expected another protocol, found \(String(describing: error))")
      return
    }
    #expect(found.count <= 200)
  }

  @Test(
    "what a trial may not answer",
    arguments: [
      [#"{"prepared":{"case":{"frameCount":-1,"framesAreIndependent":true}}}"#],
      [#"{"prepared":{"case":{"frameCount":1000000000000000000,"framesAreIndependent":true}}}"#],
      [#"{"prepared":{"case":{"frameCount":99999999999999999999,"framesAreIndependent":true}}}"#],
      [#"{"hello":{"version":6}}"#],
      [prepared, "nonsense"],
      [prepared, #"{"stepped":{"steps":{"frames":12,"builds":0,"frameTime":1,"buildTime":0}}}"#],
      [prepared, #"{"measured":{"trial":{"values":[],"waiting":2}}}"#],
      [
        prepared,
        #"{"measured":{"trial":{"values":[{"name":"allocations","value":{"value":-1e300}}]}}}"#,
      ],
    ])
  func trials(_ lines: [String]) async throws {
    try await expectRefusal([Self.hello] + lines, measured: true)
  }

  private static let prepared =
    #"{"prepared":{"case":{"frameCount":12,"framesAreIndependent":true}}}"#

  @Test(
    "what steps may not answer",
    arguments: ["frames", "builds", "frameTime", "frameWait", "buildTime", "buildWait"],
    ["-5", "9223372036854775807"])
  func steps(_ field: String, _ value: String) throws {
    var fields = [
      "frames": "1", "builds": "1", "frameTime": "1", "frameWait": "1", "buildTime": "1",
      "buildWait": "1",
    ]
    fields[field] = value
    let steps = fields.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
    #expect(throws: ProtocolError.self) {
      try WorkerReply(line: #"{"stepped":{"steps":{\#(steps)}}}"#)
    }
  }

  @Test func aLongGreetingIsRefused() async throws {
    try await expectRefusal([#"{"hello":{"version":"# + String(repeating: "9", count: 1_000_000)])
  }

  @Test func aReasonIsKeptAsFarAsItIsWorthReading() async throws {
    let reason = String(repeating: "r", count: 1_000_000)
    let (program, lines) = try program([Self.hello, #"{"failed":{"reason":"\#(reason)"}}"#])
    defer { withExtendedLifetime(lines) {} }
    var run = CoordinatorRun(scenario: SmallScenario(strategies: ["empty"], trials: 1))
    run.program = program
    let outcome = try await run.run(.fresh, in: TemporaryFolder().path)
    guard case .failed(let kept) = outcome.records.first?.status else {
      Issue.record("expected a failure, found \(outcome.records)")
      return
    }
    #expect(kept.count == 4_000)
  }

  /// Costs at the protocol's bounds are planned and drawn from like others.
  @Test(arguments: [(true, 1), (false, 1), (false, 16)])
  func costsThatAreMadeUpArePlanned(independent: Bool, looked: Int) throws {
    let year: Int64 = 31_536_000_000_000_000
    let most = 100_000
    for (cost, count) in [(year, most), (1, most), (year, 1)] {
      let costs = SliceCosts(
        start: year, frameCount: count, framesAreIndependent: independent, build: year,
        frames: Array(repeating: cost, count: cost == year ? 1 : looked))
      let builds = try #require(SlicePlan.builds(base: costs, head: costs))
      #expect(builds.cost > 0)
      let plan = try #require(SlicePlan.frames(costs))
      #expect(plan.cost > 0)
      var generator = SplitMix64(seed: 1)
      let slices = plan.drawn(using: &generator)
      let record = PairRecord.Part(
        plan: plan, slices: slices, base: slices.map { _ in year }, head: slices.map { _ in 1 })
      for arm in PairArm.allCases {
        #expect(record.extrapolated(arm).allSatisfy { $0 > 0 })
        #expect(record.meanTime(arm).isFinite)
      }
    }
  }
}

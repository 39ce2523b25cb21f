import Foundation
import Harness
import Measurement
import ScenarioModel
import Testing

/// Slices, as the gate will ask for them.
@Suite struct WorkerSliceTests {
  private static let strategies = [
    "all-pins", "all-pins-reused", "visible-region-scan", "visible-region-index",
    "visible-region-database", "native-clusters", "grid-clusters", "hierarchical-clusters",
  ]
  private let scenario = SmallScenario(
    data: "{ generator: cities, pins: 60, seed: 42 }", frames: 40, strategies: strategies,
    sizes: [60])

  private func deterministic(_ values: [String: Double]) throws -> [String: Double] {
    let names = try scenario.scenario().metrics.filter(\.kind.isDeterministic).map(\.name)
    return values.filter { names.contains($0.key) }
  }

  private func values(_ strategy: String) throws -> [String: Double] {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, strategy)
    return try deterministic(worker.measure())
  }

  @Test(arguments: strategies)
  func aSecondWorkerCountsTheSame(_ strategy: String) throws {
    let whole = try values(strategy)
    // The counts of memory, of the map and the model are all there.
    #expect(whole.count > 15)
    #expect(try values(strategy) == whole)
  }

  @Test func aSeedChangesTheWorld() throws {
    let seeds: [UInt64?] = [nil, 42, 43, .max]
    let reports = try seeds.map { seed in
      let worker = try WorkerConversation()
      try worker.prepare(scenario, "grid-clusters", seed: seed)
      return try deterministic(worker.measure())
    }
    #expect(Set(reports).count == 4)
  }

  @Test func theHarnessAllocatesNothingInAFrame() throws {
    func memory(_ strategy: String, frames: Int) throws -> [Double] {
      var scenario = scenario
      scenario.frames = frames
      scenario.strategies += ["empty", "allocates"]
      let worker = try WorkerConversation()
      try worker.prepare(scenario, strategy)
      let values = try worker.measure()
      return try ["allocations", "bytes-allocated"].map { try #require(values[$0]) }
    }
    let empty = try memory("empty", frames: 10)
    #expect(try memory("empty", frames: 1_000) == empty)
    // And what a strategy asks for is counted to the byte: 1,000 bytes are a block of 1,024.
    let few = try memory("allocates", frames: 10)
    let many = try memory("allocates", frames: 1_000)
    #expect(zip(many, few).map { $0 - $1 } == [990, 990 * 1_024])
    #expect(zip(few, empty).map { $0 - $1 }[0] == 10)
  }

  /// The program's own file is some 25 MB of what is resident, and no part of a case.
  @Test func residentMemoryIsTheCasesOwn() throws {
    func resident(_ strategy: String) throws -> Double {
      let scenario = SmallScenario(
        data: "{ generator: cities, pins: 60, seed: 42 }", frames: 5,
        strategies: ["grid-clusters", strategy], sizes: [60])
      let worker = try WorkerConversation()
      try worker.prepare(scenario, strategy)
      return try #require(try worker.measure()["peak-resident-bytes"])
    }
    #expect(try resident("empty") < 6_000_000)
  }

  /// A gate's slices: the clocks alone, so the trial has times and operations but no allocations.
  @Test func timedSlicesLeaveTheMeterAlone() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "grid-clusters")
    let steps = try worker.step(40)
    #expect(steps.frames == 40 && steps.builds == 0)
    let trial = try worker.ask(WorkerConversation.measurement)
    #expect(trial.contains("some frames were timed with the meter off"))
    #expect(trial.contains("frame-time-p50"))
  }

  /// Steps continue where the ones before ended, and begin again, with a build, after the last
  /// frame.
  @Test func stepsGoAroundTheReplay() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "grid-clusters")
    // 40 frames: a build before the 41st, the 81st and the 121st.
    for (count, builds) in [(30, 0), (10, 0), (1, 1), (79, 1)] {
      let steps = try worker.step(count)
      #expect(steps.frames == count && steps.builds == builds)
      #expect(steps.frameTime > 0 && (steps.buildTime > 0) == (builds > 0))
    }
    let more = try worker.step(90)
    #expect(more.frames == 90 && more.builds == 3)
    // Builds rewind: the next forty steps are a whole replay.
    let builds = try worker.build(3)
    #expect(builds.frames == 0 && builds.builds == 3)
    #expect(builds.frameTime == 0 && builds.buildTime > 0)
    #expect(try worker.step(40).builds == 0)
    let nothing = try worker.step(0)
    #expect(nothing.frames == 0 && nothing.frameTime == 0 && nothing.buildTime == 0)
    // Memory aside, which was not looked at.
    #expect(try deterministic(worker.measure()).count == values("grid-clusters").count - 2)
  }

  /// Frames that come before a step are not timed; where each can be shown alone, only the last of
  /// them is shown.
  @Test func framesBeforeAStepAreSkipped() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "grid-clusters")
    let steps = try worker.step(10, after: 30)
    #expect(steps.frames == 10 && steps.builds == 0)
    // Beyond the last frame there is nothing to skip.
    #expect(
      try worker.ask(#"{"step":{"count":1,"skipping":1}}"#).hasPrefix(#"{"failed""#))
    let again = try worker.step(1)
    #expect(again.frames == 1 && again.builds == 1)
  }
}

import Harness
import ScenarioModel
import TestSupport
import Testing

/// Trials of one worker, and slices as the gate asks for them.
@Suite(.blocking) struct WorkerSliceTests {
  private let scenario = SmallScenario(frames: 40, sizes: [60])

  private func deterministic(_ values: [String: Double]) throws -> [String: Double] {
    let names = try scenario.scenario().metrics.filter(\.kind.isDeterministic).map(\.name)
    return values.filter { names.contains($0.key) }
  }

  /// The values of a trial of another worker.
  private func values(seed: UInt64? = nil) throws -> [String: Double] {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "plain", seed: seed)
    return try worker.measure()
  }

  @Test func aTrialIsOneConversationAndASecondWorkerCountsTheSame() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "plain")
    let trial = try deterministic(worker.measure())
    try worker.send(WorkerConversation.exit)
    let ending = worker.ending()
    #expect(ending.code == 0 && !ending.wasSignal)
    #expect(ending.errors == "")
    #expect(trial["items-counted"] == 60)
    // The counts of memory, of the family and the model are all there; one is of inspections.
    #expect(
      try Set(trial.keys)
        == Set(
          scenario.scenario().metrics.filter(\.kind.isDeterministic).map(\.name)
        ).subtracting(["items-seen"]))
    #expect(try deterministic(values()) == trial)
    // A seed changes the world.
    let seeds: [UInt64] = [42, 43, .max]
    #expect(try Set([trial] + seeds.map { try deterministic(values(seed: $0)) }).count == 4)
  }

  @Test func theHarnessAllocatesNothingInAFrame() throws {
    func memory(_ strategy: String, frames: Int) throws -> [Double] {
      let scenario = SmallScenario(frames: frames, strategies: [strategy])
      let worker = try WorkerConversation()
      try worker.prepare(scenario, strategy)
      let values = try worker.measure()
      if strategy == "empty", frames == 10 {
        // The program's own file is some MB of what is resident, and no part of a case.
        #expect(try #require(values["peak-resident-bytes"]) < 6_000_000)
      }
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

  /// Steps continue where the ones before ended, and begin again, with a build, after the last
  /// frame. They are timed by the clocks alone.
  @Test func stepsGoAroundTheReplay() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "plain")
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
    let trial = try worker.ask(WorkerConversation.measurement)
    #expect(trial.contains("some frames were timed with the meter off"))
    #expect(trial.contains("frame-time-p50"))
    #expect(try deterministic(worker.measure()).count == deterministic(values()).count - 2)
    // Frames that come before a step are not timed; where each can be shown alone, only the last of
    // them is shown.
    try worker.prepareAgain(scenario, "plain")
    let steps = try worker.step(10, after: 30)
    #expect(steps.frames == 10 && steps.builds == 0)
    // Beyond the last frame there is nothing to skip.
    #expect(try worker.ask(#"{"step":{"count":1,"skipping":1}}"#).hasPrefix(#"{"failed""#))
    let again = try worker.step(1)
    #expect(again.frames == 1 && again.builds == 1)
  }
}

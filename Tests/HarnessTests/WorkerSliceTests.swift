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

  private func values(_ strategy: String, slices: [Range<Int>]) throws -> [String: Double] {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, strategy)
    for slice in slices {
      let line = "\(slice.lowerBound) \(slice.upperBound)"
      #expect(try worker.ask("replay " + line).hasPrefix("slice \(line) "))
    }
    return try deterministic(worker.report())
  }

  @Test(arguments: strategies)
  func manySlicesCountWhatOneSliceCounts(_ strategy: String) throws {
    let whole = try values(strategy, slices: [0..<40])
    // The counts of memory, of the map and the model are all there.
    #expect(whole.count > 15)
    let frames = (0..<40).map { $0..<($0 + 1) }
    #expect(try values(strategy, slices: frames) == whole)
    #expect(try values(strategy, slices: [0..<0, 0..<13, 13..<13, 13..<40]) == whole)
  }

  @Test func replaysSlicesInAnyOrder() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "visible-region-index")
    for slice in ["0 20", "20 40", "0 20", "30 40", "5 6", "0 40"] {
      #expect(try worker.ask("replay " + slice).hasPrefix("slice \(slice) "))
    }
    #expect(try worker.report()["frame-time-max"].map { $0 > 0 } == true)
  }

  @Test func theSecondPassOfASliceCostsTheSameEachTime() throws {
    func allocations(passes: Int) throws -> Double {
      let slices = Array(repeating: [0..<20, 20..<40], count: passes).flatMap(\.self)
      return try #require(try values("visible-region-index", slices: slices)["allocations"])
    }
    // Once its arrays have grown, a strategy asks the allocator for the same at each pass.
    let counts = try (2...5).map { try allocations(passes: $0) }
    let differences = zip(counts.dropFirst(), counts).map { $0 - $1 }
    #expect(Set(differences).count == 1)
  }

  @Test func twoWorkersAlternateWithoutDisturbingEachOther() throws {
    let alone = try values("grid-clusters", slices: [0..<40])
    let first = try WorkerConversation()
    let second = try WorkerConversation()
    try first.prepare(scenario, "grid-clusters")
    try second.prepare(scenario, "grid-clusters")
    for start in stride(from: 0, to: 40, by: 4) {
      for worker in [first, second] {
        let line = "\(start) \(start + 4)"
        #expect(try worker.ask("replay " + line).hasPrefix("slice \(line) "))
      }
    }
    #expect(try deterministic(first.report()) == alone)
    #expect(try deterministic(second.report()) == alone)
  }

  @Test func framesThatWereNotReplayedHaveNoTime() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "all-pins")
    let values = try worker.report()
    #expect(values["build-time"] != nil)
    #expect(values["frame-time-p50"] == nil)
  }

  @Test func aSeedChangesTheWorld() throws {
    let seeds: [UInt64?] = [nil, 42, 43, .max]
    let reports = try seeds.map { seed in
      let worker = try WorkerConversation()
      try worker.prepare(scenario, "grid-clusters", seed: seed)
      _ = try worker.ask("replay 0 40")
      return try deterministic(worker.report())
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
      _ = try worker.ask("replay 0 \(frames)")
      let values = try worker.report()
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
      _ = try worker.ask("replay 0 5")
      return try #require(try worker.report()["peak-resident-bytes"])
    }
    #expect(try resident("empty") < 6_000_000)
  }

  /// A gate's slices: the clocks alone, so the report has times and operations but no allocations.
  @Test func timedSlicesLeaveTheMeterAlone() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "grid-clusters")
    let timed = try worker.ask("step 0 40").split(separator: " ")
    #expect(timed.prefix(3) == ["steps", "40", "0"])
    let replayed = try worker.ask("replay 0 40").split(separator: " ")
    #expect(replayed.suffix(2).allSatisfy { Int($0) != nil })
    let report = try worker.ask("report")
    #expect(report.contains("some frames were timed with the meter off"))
    #expect(report.contains("frame-time-p50"))
  }

  /// Steps go on where the ones before ended, and begin anew, with a build, after the last frame.
  @Test func stepsGoAroundTheReplay() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "grid-clusters")
    func ask(_ line: String) throws -> [Int] {
      let words = try worker.ask(line).split(separator: " ")
      #expect(words.first == "steps" && words.count == 7)
      // A wait that the system does not tell of is a sign.
      return words.dropFirst().map { Int($0) ?? 0 }
    }
    // 40 frames: a build before the 41st, the 81st and the 121st.
    for (line, builds) in [(30, 0), (10, 0), (1, 1), (79, 1)] {
      let answer = try ask("step 0 \(line)")
      #expect(answer.prefix(2) == [line, builds])
      #expect(answer[2] > 0 && (answer[4] > 0) == (builds > 0))
    }
    #expect(try ask("step 0 90").prefix(2) == [90, 3])
    // Builds rewind: the next forty steps are a whole replay.
    let builds = try ask("build 3")
    #expect(builds.prefix(3) == [0, 3, 0] && builds[4] > 0)
    #expect(try ask("step 0 40").prefix(2) == [40, 0])
    let nothing = try ask("step 0 0")
    #expect(nothing.prefix(3) == [0, 0, 0] && nothing[4] == 0)
    #expect(try deterministicCounts(worker) == fresh("grid-clusters"))
  }

  /// Frames that come before a step are not timed; where each can be shown alone, only the last of
  /// them is shown.
  @Test func framesBeforeAStepAreSkipped() throws {
    let worker = try WorkerConversation()
    try worker.prepare(scenario, "grid-clusters")
    let answer = try worker.ask("step 30 10").split(separator: " ").compactMap { Int($0) }
    #expect(answer.prefix(2) == [10, 0])
    // The frame before the ten, and the ten.
    let report = try worker.report()
    let whole = try values("grid-clusters", slices: [0..<40])
    let shown = try #require(report["pins-examined"])
    #expect(try shown > 0 && shown < #require(whole["pins-examined"]))
    // Beyond the last frame there is nothing to skip.
    #expect(try worker.ask("step 1 1").hasPrefix("failed"))
    #expect(try worker.ask("step 0 1").hasPrefix("steps 1 1"))
  }

  /// What was stepped through once more counts what a fresh replay counts, memory aside, which was
  /// not looked at.
  private func deterministicCounts(_ worker: WorkerConversation) throws -> [String: Double] {
    try deterministic(worker.report())
  }

  private func fresh(_ strategy: String) throws -> [String: Double] {
    try values(strategy, slices: [0..<40])
      .filter { !["allocations", "bytes-allocated"].contains($0.key) }
  }
}

import Foundation
import Harness
import ScenarioModel
import TestSupport
import Testing

/// Workers of the tool itself: what holds for the small family holds for the map.
@Suite(.blocking, .exhaustive) struct MapWorkerTests {
  private static let strategies = [
    "all-pins", "all-pins-reused", "visible-region-scan", "visible-region-index",
    "visible-region-database", "native-clusters", "grid-clusters", "hierarchical-clusters",
  ]

  private func scenario(frames: Int = 40) -> SmallScenario {
    SmallScenario(
      family: "annotations", frames: frames, strategies: Self.strategies, sizes: [60],
      body: """
        data: { generator: cities, pins: 60, seed: 42 }
        device: { viewport: [80, 120], scale: 1, refresh: 60, profile: iphone-simulator }
        camera: { trace: pan-and-zoom, frames: \(frames), seed: 7 }
        """)
  }

  private func values(
    _ strategy: String, frames: Int = 40, seed: UInt64? = nil
  ) throws -> [String: Double] {
    let worker = try WorkerConversation(BuiltProduct.faultyStrategies)
    try worker.prepare(scenario(frames: frames), strategy, seed: seed)
    return try worker.measure()
  }

  /// The values that a clock and the operating system do not decide.
  private func deterministic(_ values: [String: Double]) -> [String: Double] {
    let measured = Metric.ofEveryMeasurement(allocations: .counted).filter { $0.kind == .measured }
    return values.filter { name, _ in !measured.contains { $0.name == name } }
  }

  @Test(arguments: strategies)
  func aSecondWorkerCountsTheSame(_ strategy: String) throws {
    let whole = try deterministic(values(strategy))
    // The counts of memory, of the map and the model are all there.
    #expect(whole.count > 15)
    #expect(try deterministic(values(strategy)) == whole)
    #expect(strategy != "all-pins" || whole["annotations-inserted"] == 60)
  }

  @Test func aSeedChangesTheWorld() throws {
    let seeds: [UInt64?] = [nil, 42, 43, .max]
    let reports = try seeds.map { try deterministic(values("grid-clusters", seed: $0)) }
    #expect(Set(reports).count == 4)
  }

  @Test func theMapAllocatesNothingInAFrame() throws {
    func memory(_ values: [String: Double]) throws -> [Double] {
      try ["allocations", "bytes-allocated"].map { try #require(values[$0]) }
    }
    let empty = try values("empty", frames: 10)
    #expect(try memory(values("empty", frames: 1_000)) == memory(empty))
    #expect(try #require(empty["peak-resident-bytes"]) < 6_000_000)
    let few = try memory(values("allocates", frames: 10))
    let many = try memory(values("allocates", frames: 1_000))
    #expect(zip(many, few).map { $0 - $1 } == [990, 990 * 1_024])
    #expect(try few[0] - memory(empty)[0] == 10)
  }

  @Test func inspectsIntoTheFolderOfPictures() throws {
    let folder = try TemporaryFolder()
    let worker = try WorkerConversation(BuiltProduct.faultyStrategies)
    _ = try worker.answer()
    let inspection: Inspection = try worker.ask(
      worker.inspectLine(scenario(), "all-pins", pictures: folder.path), for: "inspected",
      "inspection")
    #expect(inspection.values.contains { $0.name == "pin-coverage" && $0.value.number == 1 })
    let recording = try #require(inspection.recording)
    #expect(recording == "small-60-all-pins.replay.json.gz")
    #expect(try folder.names() == (inspection.pictures.map(\.file) + [recording]).sorted())
    let picture = try #require(inspection.pictures.first).file
    #expect(try folder.data(picture).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }
}

import ScenarioModel
import TestSupport
import Testing

/// Workers of the tool itself: what holds for the small family holds for the map.
@Suite(.blocking, .exhaustive) struct MapWorkerTests {
  private func scenario(frames: Int = 40) -> SmallScenario {
    SmallScenario(
      family: "annotations", frames: frames, strategies: ["all-pins", "grid-clusters"], sizes: [60],
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
}

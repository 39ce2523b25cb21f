import MapGeometry
import MapSimulation
import Measurement
import PinData
import ScenarioModel
import Testing

/// The guide's linear scan: shows what its comparison in degrees finds, and the loss is counted.
@Suite struct VisibleRegionScanTests {
  /// The guide's comparison, written out once more.
  private func guideFinds(_ coordinate: Coordinate, in region: Region) -> Bool {
    abs(coordinate.latitude - region.center.latitude) <= region.span.latitudeDelta / 2
      && abs(coordinate.longitude - region.center.longitude) <= region.span.longitudeDelta / 2
  }

  /// What of the pins in view the guide's comparison finds, over all frames.
  private func share(
    _ world: PinWorld
  ) throws -> (inView: Int, found: Int, inCrossingFrames: Int, foundInCrossingFrames: Int) {
    let pins = world.pins.coordinates
    let points = pins.map { MapPoint($0) }
    var result = (inView: 0, found: 0, inCrossingFrames: 0, foundInCrossingFrames: 0)
    for rect in world.visibleMapRects(on: try world.device()) {
      let region = Region(rect)
      let inView = pins.indices.filter { rect.shows(points[$0]) }
      let found = inView.count { guideFinds(pins[$0], in: region) }
      result.inView += inView.count
      result.found += found
      if rect.spans180thMeridian {
        result.inCrossingFrames += inView.count
        result.foundInCrossingFrames += found
      }
    }
    return result
  }

  private func pinsRepresented(_ world: PinWorld, strategy: String) throws -> Double {
    let folder = try TemporaryFolder()
    let scenario = try world.scenario(strategies: [strategy])
    let inspection = try scenario.workload.inspect(
      try #require(scenario.cases.first), folders: folder.trialFolders(),
      pictures: folder.subfolder())
    let value = inspection.values.first { $0.name == "pin-coverage" }?.value
    return try #require(value?.number)
  }

  @Test("the counted loss is the guide's", arguments: PinWorld.all)
  func pinsRepresentedIsTheShareThatTheGuideFinds(world: PinWorld) throws {
    let share = try share(world)
    try #require(share.inView > 0)
    #expect(
      try pinsRepresented(world, strategy: "visible-region-scan")
        == Double(share.found) / Double(share.inView))
  }

  @Test("pins are lost at the antimeridian", arguments: CameraTraceGenerator.allCases)
  func pinsAreLostAtTheAntimeridian(trace: CameraTraceGenerator) throws {
    let world = PinWorld(
      generator: .antimeridian, trace: trace, pinCount: 300, frameCount: 60)
    let share = try share(world)
    try #require(share.inCrossingFrames > 0, "the trace must cross the antimeridian")
    #expect(share.foundInCrossingFrames < share.inCrossingFrames)
    #expect(try pinsRepresented(world, strategy: "visible-region-scan") < 1)
    #expect(try pinsRepresented(world, strategy: "visible-region-index") == 1)
  }

  /// The region's centre is the screen's middle, from which its edges are not equally many degrees
  /// away: the more of the world a region shows, the more pins the comparison loses.
  @Test func pinsAreLostInWideRegionsToo() throws {
    let world = PinWorld(generator: .cities, trace: .cityHop, pinCount: 300, frameCount: 60)
    #expect(try share(world).inCrossingFrames == 0)
    #expect(try pinsRepresented(world, strategy: "visible-region-scan") < 1)
    #expect(try pinsRepresented(world, strategy: "visible-region-index") == 1)
  }

  /// Close up and away from the antimeridian the guide's comparison is right.
  @Test func closeUpNoPinIsLost() throws {
    let world = PinWorld(generator: .cities, trace: .fling, pinCount: 300, frameCount: 60)
    #expect(try pinsRepresented(world, strategy: "visible-region-scan") == 1)
  }
}

import AnnotationFamilies
import MapGeometry
import PinData
import ScenarioModel
import TestSupport
import Testing

/// A camera that leaves some pins for as many others, each in a cell of its own.
private struct LatticeJump {
  private let folder: TemporaryFolder
  private let scenario: Scenario

  /// - Parameter side: the pins of each of the two places in a row, and the number of the rows.
  init(side: Int, costs: [(name: String, value: Double, unit: String)] = []) throws {
    // At zoom level 19 cells are 16 points; pins are three cells apart.
    let point = 360 / (256 * 524_288.0)
    func frame(_ time: Double, _ longitude: Double) -> CameraFrame {
      CameraFrame(
        time: time,
        region: Region(
          center: Coordinate(latitude: 0, longitude: longitude),
          span: CoordinateSpan(latitudeDelta: 1_100 * point, longitudeDelta: 1_100 * point)))
    }
    var csv = "lat,lon\n"
    for middle in [0.0, 1] {
      for pin in 0..<side * side {
        let (row, column) = (Double(pin / side), Double(pin % side))
        let offset = Double(side - 1) / 2
        csv += "\((row - offset) * 48 * point),\(middle + (column - offset) * 48 * point)\n"
      }
    }
    let trace = CameraTrace(
      frames: [frame(0, 0), frame(1, 0), frame(1 + 1.0 / 60, 1), frame(5, 1)])
    folder = try TemporaryFolder()
    _ = try folder.write(csv, to: "pins.csv")
    _ = try folder.write(trace.jsonLines, to: "trace.jsonl")
    _ = try folder.write(AnnotationUpdateTrial.profile(costs), to: "profile.yaml")
    scenario = try Scenario(
      yaml: """
        scenario: sample
        title: A sample
        family: annotation-updates
        data: { file: pins.csv }
        device: { viewport: [1200, 1200], scale: 1, refresh: 60, profile: profile.yaml }
        camera: { file: trace.jsonl }
        naive: clustermap-reload
        strategies: [clustermap-reload, clustermap-reload-unsized, recluster-on-region-end]
        """, file: folder.path + "/scenario.yaml",
      families: FamilyRegistry([Family.annotationUpdates]))
  }

  private func trial(_ strategy: String) -> Case {
    Case(scenario: "sample", variant: "", size: scenario.sizes[0], strategy: strategy)
  }

  func run(_ strategy: String) throws -> TrialValues {
    try TrialValues(
      scenario.workload.prepare(trial(strategy), folders: folder.trialFolders()))
  }

  func observed(_ name: String, of strategy: String) throws -> Double? {
    try scenario.workload.inspect(
      trial(strategy), folders: folder.trialFolders(), pictures: folder.makeFolder()
    ).values.first { $0.name == name }?.value.number
  }
}

/// The reload of the ClusterMap post: comparisons that grow with the square of what changes, on the
/// threads on which the library and the app make them.
@Suite struct ClusterMapReloadTests {
  /// Where n items replace n others, the library compares each item of either list with the whole
  /// other one, and finds each removed item in its own list after 1, 2, ... n comparisons; the app
  /// searches arrays of n, n - 1, ... 1 items; SwiftUI compares n.
  @Test(arguments: [3, 6, 12])
  func comparisonsAreQuadratic(side: Int) throws {
    let n = Double(side * side)
    let jump = try LatticeJump(side: side)
    let values = try jump.run("clustermap-reload")
    #expect(values["annotations-inserted"] == 2 * n && values["annotations-removed"] == n)
    #expect(values["items-compared"] == 2 * n * n + n * (n + 1) + n)
    // The same changes in one pass through both lists.
    let linear = try jump.run("recluster-on-region-end")
    #expect(linear["annotations-inserted"] == 2 * n && linear["annotations-removed"] == n)
    #expect(linear["items-compared"] == n)
  }

  /// Of the second before the jump, and of what is shown after it.
  @Test func aReloadWithoutSizeShowsNothing() throws {
    let jump = try LatticeJump(side: 6)
    let values = try jump.run("clustermap-reload-unsized")
    #expect(values["annotations-inserted"] == 36 && values["annotations-removed"] == 0)
    #expect(values["pins-examined"] == 72)
    let coverage = try #require(try jump.observed("pin-coverage", of: "clustermap-reload-unsized"))
    let known = try #require(try jump.observed("pin-coverage", of: "clustermap-reload"))
    #expect(coverage > 0.5 && coverage < known - 0.1)
  }

  /// A tree finds the pins of the region; the two reloads go through those of each place.
  @Test func onlyThePinsOfTheRegionAreGrouped() throws {
    let jump = try LatticeJump(side: 6)
    #expect(try jump.run("clustermap-reload")["pins-examined"] == 2 * (36 + 36))
    #expect(try jump.run("recluster-on-region-end")["pins-examined"] == 2 * 72)
  }

  /// With a millisecond for each comparison and nothing for the rest: the app's searches, from 25
  /// items down to 1, are the work of one frame; the library's comparisons only delay it.
  @Test func eachThreadPaysForItsOwnComparisons() throws {
    let jump = try LatticeJump(side: 5, costs: [("difference-by-id-item", 1, "ms")])
    let values = try jump.run("clustermap-reload")
    let (main, background) = (325e6, (2 * 625 + 325) * 1e6)
    #expect(values["modelled-frame-time-max"] == main)
    let staleness = try #require(values["staleness-max"])
    #expect(staleness >= background + main && staleness < background + main + 100e6)
  }

  /// Two frames of the pan, and the wait for the library: the old place's pins are on the map.
  @Test func theOldClustersStayUntilTheReloadIsDone() throws {
    let jump = try LatticeJump(side: 5, costs: [("difference-by-id-item", 0.1, "ms")])
    let missing = try #require(try jump.observed("missing-time-max", of: "clustermap-reload"))
    #expect(missing > 157e6 && missing < 300e6)
    #expect(try jump.observed("pin-coverage-moving", of: "clustermap-reload") == 0)
  }
}

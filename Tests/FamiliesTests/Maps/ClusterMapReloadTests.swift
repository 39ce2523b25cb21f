import Families
import ScenarioModel
import TestSupport
import Testing

extension FamilyTrial {
  /// A camera that leaves some pins for as many others, each in a cell of its own.
  ///
  /// - Parameter side: the pins of each of the two places in a row, and the number of the rows.
  fileprivate static func latticeJump(
    side: Int, costs: [UpdateWorld.Cost] = []
  ) throws -> FamilyTrial {
    // At zoom level 19 cells are 16 points; pins are three cells apart.
    let point = 360 / (256 * 524_288.0)
    let pins = [0.0, 1].flatMap { middle in
      (0..<side * side).map { pin -> (Double, Double) in
        let (row, column) = (Double(pin / side), Double(pin % side))
        let offset = Double(side - 1) / 2
        return ((row - offset) * 48 * point, middle + (column - offset) * 48 * point)
      }
    }
    return try .overEquator(
      Family.annotationUpdates, pins: pins, camera: [(0, 0), (1, 0), (1 + 1.0 / 60, 1), (5, 1)],
      span: 1_100 * point,
      replacing: [
        "device": "{ viewport: [1200, 1200], scale: 1, refresh: 60, profile: profile.yaml }"
      ], profile: UpdateWorld.profile(costs))
  }
}

/// The reload of the ClusterMap post: comparisons that grow with the square of what changes, on the
/// threads on which the library and the app make them.
@Suite struct ClusterMapReloadTests {
  /// If n items replace n others, the library compares each item of either list with the whole
  /// other one, and finds each removed item in its own list after 1, 2, ... n comparisons; the app
  /// searches arrays of n, n - 1, ... 1 items; SwiftUI compares n.
  @Test(arguments: [3, 6, 12])
  func comparisonsAreQuadratic(side: Int) throws {
    let n = Double(side * side)
    let jump = try FamilyTrial.latticeJump(side: side)
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
    let jump = try FamilyTrial.latticeJump(side: 6)
    #expect(
      try jump.run("clustermap-reload-unsized")[
        "annotations-inserted", "annotations-removed", "pins-examined"] == [36, 0, 72])
    let coverage = try #require(try jump.observe("clustermap-reload-unsized")["pin-coverage"])
    let known = try #require(try jump.observe("clustermap-reload")["pin-coverage"])
    #expect(coverage > 0.5 && coverage < known - 0.1)
  }

  /// A tree finds the pins of the region; the two reloads go through those of each place.
  @Test func onlyThePinsOfTheRegionAreGrouped() throws {
    let jump = try FamilyTrial.latticeJump(side: 6)
    #expect(try jump.run("clustermap-reload")["pins-examined"] == 2 * (36 + 36))
    #expect(try jump.run("recluster-on-region-end")["pins-examined"] == 2 * 72)
  }

  /// With a millisecond for each comparison and nothing for the rest: the app's searches, from 25
  /// items down to 1, are the work of one frame; the library's comparisons only delay it.
  @Test func eachThreadPaysForItsOwnComparisons() throws {
    let values = try FamilyTrial.latticeJump(side: 5, costs: [("difference-by-id-item", 1, "ms")])
      .run("clustermap-reload")
    let (main, background) = (325e6, (2 * 625 + 325) * 1e6)
    #expect(values["modelled-frame-time-max"] == main)
    let staleness = try #require(values["staleness-max"])
    #expect(staleness >= background + main && staleness < background + main + 100e6)
  }

  /// Two frames of the pan, and the wait for the library: the old place's pins are on the map.
  @Test func theOldClustersStayUntilTheReloadIsDone() throws {
    let values = try FamilyTrial.latticeJump(side: 5, costs: [("difference-by-id-item", 0.1, "ms")])
      .observe("clustermap-reload")
    let missing = try #require(values["missing-time-max"])
    #expect(missing > 157e6 && missing < 300e6)
    #expect(values["pin-coverage-moving"] == 0)
  }
}

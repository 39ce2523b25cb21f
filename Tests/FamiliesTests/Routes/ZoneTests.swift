import Families
import ScenarioModel
import TestSupport
import Testing

/// The work of the strategies on zones: polygons and circles with an interior.
@Suite struct ZoneTests {
  private static let polygons = "points: 20, selections: 20, seed: 5"
  private static let circles = "shape: circle, selections: 20, seed: 5"

  private func evaluate(
    _ zones: String, _ strategy: String, size: Int = 9, profile: ProfileText = .simulator()
  ) throws -> TrialValues {
    try FamilyTrial.overlays("{ situation: zones, \(zones) }", profile: profile)
      .evaluate(strategy, size: size)
  }

  @Test(
    arguments: ["replace-all", "replace-line", "restyle-renderer", "multi-polyline"],
    [polygons, circles])
  func aWholeZoneIsDrawn(strategy: String, zones: String) throws {
    let values = try evaluate(zones, strategy)
    #expect(values["line-coverage", "line-deviation-max"] == [1, 0])
    #expect(try #require(values["filled-area"]) > 0)
  }

  @Test func aZoneIsOneOverlay() throws {
    let polygons = try evaluate(Self.polygons, "restyle-renderer")
    // The first point is the last one, too.
    #expect(polygons["overlays-added", "points-added", "flickering-points"] == [9, 189, 0])
    let circles = try evaluate(Self.circles, "restyle-renderer")
    #expect(circles["overlays-added", "points-added"] == [9, 18])
  }

  @Test func polygonsAreJoinedAndCirclesAreNot() throws {
    let all = try evaluate(Self.polygons, "replace-all")
    let selections = try #require(all["overlays-added"]) / 9 - 1
    #expect(selections > 3)
    let polygons = try evaluate(Self.polygons, "multi-polyline")
    #expect(polygons["overlays-added", "max-overlays"] == [1 + selections, 2])
    #expect(try evaluate(Self.circles, "multi-polyline")["max-overlays"] == 10)
  }

  /// A part of an outline has no interior.
  @Test(arguments: ["append-segment", "append-chunks", "simplified-chunks"])
  func aZoneInPartsIsNone(strategy: String) throws {
    let values = try evaluate(Self.polygons, strategy)
    #expect(values["line-coverage", "filled-area"] == [0, 0])
  }

  @Test func aSimplifiedOutlineStaysAZone() throws {
    let values = try evaluate("points: 300, seed: 5", "simplified-by-zoom")
    #expect(values["line-coverage"] == 1)
    #expect(try #require(values["line-deviation-max"]) <= 1.01)
    #expect(try #require(values["max-overlay-points"]) < 9 * 301)
  }

  @Test func theSeedDecides() throws {
    let areas = try [5, 5, 6].map {
      try evaluate("shape: circle, selections: 0, seed: \($0)", "replace-all")["filled-area"]
    }
    #expect(areas[0] == areas[1] && areas[0] != areas[2])
  }

  @Test func theWorkFollowsTheAreaAndThePathOfACircle() throws {
    func values(_ name: String, _ value: Double, _ unit: String) throws -> TrialValues {
      try evaluate(Self.circles, "restyle-renderer", profile: .simulator([name: (value, unit)]))
    }
    let free = try values("fill-overlay-area", 0, "ns")
    let filled = try values("fill-overlay-area", 10, "ns")
    let area = try #require(free["filled-area"])
    #expect(filled["filled-area"] == area)
    let work = try #require(filled["overlay-work-total"]) - #require(free["overlay-work-total"])
    #expect(abs(work - 10 * area) < 1)
    let short = try #require(values("circle-path-points", 4, "count")["points-drawn"])
    #expect(try values("circle-path-points", 8, "count")["points-drawn"] == 2 * short)
  }

  /// Zones lie side by side: tiles have no more inside than there is of them.
  @Test(arguments: [4, 9, 20], [polygons, circles])
  func zonesFillNoTileTwice(count: Int, zones: String) throws {
    let values = try evaluate(zones, "restyle-renderer", size: count)
    let tiles = try #require(values["tiles-drawn"])
    #expect(try #require(values["filled-area"]) < tiles * 65_536)
  }
}

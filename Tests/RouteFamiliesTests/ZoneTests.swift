import RouteFamilies
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// What the strategies do with zones: polygons and circles with an interior.
@Suite struct ZoneTests {
  private static let polygons = "{ situation: zones, points: 20, selections: 20, seed: 5 }"
  private static let circles = "{ situation: zones, shape: circle, selections: 20, seed: 5 }"

  @Test(arguments: ["replace-all", "replace-line", "restyle-renderer", "multi-polyline"])
  func aWholeZoneIsDrawn(strategy: String) throws {
    for zones in [Self.polygons, Self.circles] {
      let values = try OverlaysTrial(lines: zones).values(strategy, size: 9)
      #expect(values["line-coverage"] == 1)
      #expect(values["line-deviation-max"] == 0)
      #expect(try #require(values["filled-area"]) > 0)
    }
  }

  @Test func aZoneIsOneOverlay() throws {
    let polygons = try OverlaysTrial(lines: Self.polygons).values("restyle-renderer", size: 9)
    #expect(polygons["overlays-added"] == 9)
    // The first point is the last one, too.
    #expect(polygons["points-added"] == 189)
    #expect(polygons["flickering-points"] == 0)
    let circles = try OverlaysTrial(lines: Self.circles).values("restyle-renderer", size: 9)
    #expect(circles["overlays-added"] == 9)
    #expect(circles["points-added"] == 18)
  }

  @Test func polygonsAreJoinedAndCirclesAreNot() throws {
    let all = try OverlaysTrial(lines: Self.polygons).values("replace-all", size: 9)
    let selections = try #require(all["overlays-added"]) / 9 - 1
    #expect(selections > 3)
    let polygons = try OverlaysTrial(lines: Self.polygons).values("multi-polyline", size: 9)
    #expect(polygons["overlays-added"] == 1 + selections)
    #expect(polygons["max-overlays"] == 2)
    let circles = try OverlaysTrial(lines: Self.circles).values("multi-polyline", size: 9)
    #expect(circles["max-overlays"] == 10)
  }

  /// A part of an outline has no interior.
  @Test(arguments: ["append-segment", "append-chunks", "simplified-chunks"])
  func aZoneInPartsIsNone(strategy: String) throws {
    let values = try OverlaysTrial(lines: Self.polygons).values(strategy, size: 9)
    #expect(values["line-coverage"] == 0)
    #expect(values["filled-area"] == 0)
  }

  @Test func aSimplifiedOutlineStaysAZone() throws {
    let lines = "{ situation: zones, points: 300, seed: 5 }"
    let values = try OverlaysTrial(lines: lines).values("simplified-by-zoom", size: 9)
    #expect(values["line-coverage"] == 1)
    #expect(try #require(values["line-deviation-max"]) <= 1.01)
    #expect(try #require(values["max-overlay-points"]) < 9 * 301)
  }

  @Test func theSeedDecides() throws {
    func area(_ seed: Int) throws -> Double? {
      let lines = "{ situation: zones, shape: circle, selections: 0, seed: \(seed) }"
      return try OverlaysTrial(lines: lines).values("replace-all", size: 9)["filled-area"]
    }
    #expect(try area(5) == area(5))
    #expect(try area(5) != area(6))
  }

  @Test func theWorkFollowsTheAreaAndThePathOfACircle() throws {
    func values(_ name: String, _ value: Double, _ unit: String) throws -> [String: Double] {
      var profile = ProfileText(basedOn: "iphone-simulator")
      profile.set(name, value, unit)
      return try OverlaysTrial(lines: Self.circles, profile: profile)
        .values("restyle-renderer", size: 9)
    }
    let free = try values("fill-overlay-area", 0, "ns")
    let filled = try values("fill-overlay-area", 10, "ns")
    let area = try #require(free["filled-area"])
    #expect(filled["filled-area"] == area)
    let work = try #require(filled["overlay-work-total"]) - #require(free["overlay-work-total"])
    #expect(abs(work - 10 * area) < 1)
    let short = try #require(try values("circle-path-points", 4, "count")["points-drawn"])
    let long = try #require(try values("circle-path-points", 8, "count")["points-drawn"])
    #expect(long == 2 * short)
  }

  /// Zones lie side by side: tiles have no more inside than there is of them.
  @Test(arguments: [4, 9, 20])
  func zonesFillNoTileTwice(zones: Int) throws {
    for lines in [Self.polygons, Self.circles] {
      let values = try OverlaysTrial(lines: lines).values("restyle-renderer", size: zones)
      let tiles = try #require(values["tiles-drawn"])
      #expect(try #require(values["filled-area"]) < tiles * 65_536)
    }
  }

  @Test(
    "mistakes",
    arguments: [
      ("{ situation: zones, shape: square }", "no shape 'square'"),
      ("{ situation: zones, shape: line }", "no shape 'line'"),
      ("{ situation: one-route, shape: circle }", "the situation zones"),
      ("{ situation: many-routes, shape: polygon }", "the situation zones"),
      ("{ situation: zones, shape: circle, points: 9 }", "a circle has a center"),
      ("{ situation: zones, points: 2 }", "points: expected"),
    ])
  func zonesHaveTheirKeys(lines: String, part: String) {
    let error = #expect(throws: InputError.self) { _ = try OverlaysTrial(lines: lines) }
    #expect(error.map { "\($0)".contains(part) } ?? false, "\(error.map { "\($0)" } ?? "")")
  }
}

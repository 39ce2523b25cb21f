import Families
import ScenarioModel
import Support
import TestSupport
import Testing

extension FamilyTrial {
  /// - Parameters:
  ///   - lines: the value of the key `lines`.
  ///   - camera: the value of the key `camera`; `nil` for a track that grows.
  static func overlays(
    _ lines: String, camera: String? = "{ trace: pan-and-zoom, frames: 40, seed: 7 }",
    profile: ProfileText = .simulator()
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Family.overlays,
      """
      lines: \(lines)
      device: { viewport: [200, 400], scale: 1, refresh: 60, profile: profile.yaml }
      """, replacing: ["camera": camera], profile: profile)
  }

  static func growingRoute(profile: ProfileText = .simulator()) throws -> FamilyTrial {
    try overlays("{ situation: growing-route, seed: 5 }", camera: nil, profile: profile)
  }
}

/// The work of the strategies on a track, on many routes, and on one route.
@Suite struct OverlayStrategyTests {
  /// A fix replaces the whole line: 2 + 3 + … + n points, and one point at the beginning; or it adds
  /// a segment, which is never removed.
  @Test(arguments: [2, 10, 150])
  func aFixAddsALineOrASegment(fixes: Int) throws {
    let trial = try FamilyTrial.growingRoute()
    let (count, segments) = (Double(fixes), Double(fixes - 1))
    let line = try trial.evaluate("replace-all", size: fixes)
    #expect(
      line["overlays-added", "overlays-removed", "points-added", "max-overlays"]
        == [count, segments, count * (count + 1) / 2, 1])
    #expect(line["line-coverage", "line-deviation-max", "max-overlay-points"] == [1, 0, count])
    // The first point alone is no line, but it is on screen.
    // The first line, of one point, is replaced before it has been drawn.
    #expect(line["flickers", "flickering-points"] == [count - 2, count * segments / 2 - 1])
    let parts = try trial.evaluate("append-segment", size: fixes)
    #expect(
      parts["overlays-added", "overlays-removed", "points-added", "max-overlays"]
        == [segments, 0, 2 * segments, segments])
    #expect(parts["line-coverage", "line-deviation-max", "flickers"] == [1, 0, 0])
  }

  /// Three full ones of 100 segments and a last one of 50; each fix but the first of a chunk
  /// replaces the last one.
  @Test func chunksReplaceOnlyTheLastOne() throws {
    let values = try FamilyTrial.growingRoute().evaluate("append-chunks", size: 351)
    #expect(values["max-overlays", "overlays-added", "overlays-removed"] == [4, 350, 346])
    #expect(values["line-coverage", "line-deviation-max"] == [1, 0])
    #expect(try #require(values["flickering-points"]) <= 101 * 351)
  }

  @Test(arguments: ["simplified-by-zoom", "simplified-chunks"])
  func aLineThatIsSimplifiedForItsZoomDeviatesByAPointAtMost(strategy: String) throws {
    let trial = try FamilyTrial.growingRoute()
    let values = try trial.evaluate(strategy, size: 300)
    let all = try trial.evaluate("replace-all", size: 300)
    let deviation = try #require(values["line-deviation-max"])
    #expect(deviation > 0 && deviation <= 1 && values["line-coverage"] == 1)
    #expect(try #require(values["points-added"]) < #require(all["points-added"]))
    #expect(try #require(values["points-compared"]) > 0)
  }

  @Test func onlyAStyledRendererDraws() throws {
    let trial = try FamilyTrial.overlays("{ situation: one-route, seed: 5 }")
    let plain = try trial.evaluate("renderer-without-style", size: 5)
    #expect(plain["line-coverage", "points-drawn"] == [0, 0])
    let styled = try trial.evaluate("restyle-renderer", size: 5)
    // 5 km with a point every 25 m.
    #expect(styled["line-coverage", "overlays-added", "points-added"] == [1, 1, 201])
    // A line for each position has the square of the points.
    let positions = try trial.evaluate("line-per-position", size: 2)
    #expect(positions["max-overlays", "max-overlay-points"] == [81, 6_561])
  }

  @Test func aSelectionReplacesAllOrTwoOrNone() throws {
    let trial = try FamilyTrial.overlays(
      "{ situation: many-routes, points: 30, selections: 20, seed: 5 }")
    func evaluate(_ strategy: String) throws -> TrialValues {
      let values = try trial.evaluate(strategy, size: 12)
      #expect(values["line-coverage", "line-deviation-max"] == [1, 0])
      return values
    }
    let all = try evaluate("replace-all")
    let selections = try #require(all["overlays-added"]) / 12 - 1
    #expect(selections > 3 && selections == selections.rounded() && all["restyles"] == 0)
    // The first selection has no former one.
    #expect(try evaluate("replace-line")["overlays-added"] == 12 + 2 * selections - 1)
    // Where a highlight lies over the line that it shows, the line stays when it goes.
    #expect(try evaluate("restyle-renderer")["overlays-added", "flickering-points"] == [12, 0])
    #expect(
      try evaluate("multi-polyline")["overlays-added", "flickering-points"] == [1 + selections, 0])
    let rebuilt = try evaluate("multi-polyline-rebuilt")
    #expect(rebuilt["overlays-added"] == 1 + 2 * selections)
    #expect(try #require(rebuilt["flickering-points"]) > 0)
  }

  @Test func theWorkFollowsItsParameters() throws {
    func work(_ name: String, _ value: Double, _ unit: String) throws -> Double {
      let trial = try FamilyTrial.growingRoute(profile: .simulator([name: (value, unit)]))
      return try #require(trial.evaluate("replace-all", size: 50)["overlay-work-total"])
    }
    let usual = try work("add-overlay", 50, "us")
    // Each of the 50 overlays takes 50 us more.
    #expect(abs(try work("add-overlay", 100, "us") - usual - 50 * 50_000) < 1)
    #expect(try work("overlay-main-share", 0, "fraction") < usual)
  }

  /// The keys that each situation refuses or needs; the last one needs a camera.
  @Test(arguments: [
    ("one-route, points: 5", "'many-routes' with 'points'"),
    ("one-route, shape: circle", "the situation 'zones'"),
    ("many-routes, shape: polygon", "the situation 'zones'"),
    ("zones, shape: circle, points: 9", "a circle has a center"),
    ("zones, points: 2", "points: expected"), ("growing-route", "no camera"),
    ("one-route", "'camera'"),
  ])
  func linesHaveTheirKeys(lines: String, part: String) {
    let camera = part == "'camera'" ? nil : "{ trace: pan-and-zoom, frames: 40, seed: 7 }"
    #expect {
      try FamilyTrial.overlays("{ situation: \(lines) }", camera: camera)
    } throws: { ($0 as? InputError).map { "\($0)".contains(part) } ?? false }
  }
}

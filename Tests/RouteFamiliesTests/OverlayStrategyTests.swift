import MapGeometry
import MapSimulation
import RouteFamilies
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// What the strategies do with a track, with many routes, and with one route.
@Suite struct OverlayStrategyTests {
  /// A fix replaces the whole line: 2 + 3 + … + n points, and one point at the beginning.
  @Test(arguments: [2, 10, 150])
  func replacingALineAddsAllItsPointsAtEachFix(fixes: Int) throws {
    let values = try OverlaysTrial.growing().values("replace-all", size: fixes)
    #expect(values["overlays-added"] == Double(fixes))
    #expect(values["overlays-removed"] == Double(fixes - 1))
    #expect(values["points-added"] == Double(fixes * (fixes + 1) / 2))
    #expect(values["max-overlays"] == 1)
    #expect(values["max-overlay-points"] == Double(fixes))
    #expect(values["line-coverage"] == 1)
    #expect(values["line-deviation-max"] == 0)
    // The first point alone is no line, but it is on screen.
    // The first line, of one point, is replaced before it has been drawn.
    #expect(values["flickers"] == Double(fixes - 2))
    #expect(values["flickering-points"] == Double(fixes * (fixes - 1) / 2 - 1))
  }

  @Test(arguments: [2, 10, 150])
  func aSegmentForEachFixIsNeverRemoved(fixes: Int) throws {
    let values = try OverlaysTrial.growing().values("append-segment", size: fixes)
    #expect(values["overlays-added"] == Double(fixes - 1))
    #expect(values["overlays-removed"] == 0)
    #expect(values["points-added"] == Double(2 * (fixes - 1)))
    #expect(values["max-overlays"] == Double(fixes - 1))
    #expect(values["flickers"] == 0)
    #expect(values["line-coverage"] == 1)
    #expect(values["line-deviation-max"] == 0)
  }

  @Test func chunksReplaceOnlyTheLastOne() throws {
    let fixes = 351
    let values = try OverlaysTrial.growing().values("append-chunks", size: fixes)
    // Three full ones of 100 segments and a last one of 50; each fix but the first of a chunk
    // replaces the last one.
    #expect(values["max-overlays"] == 4)
    #expect(values["overlays-added"] == Double(fixes - 1))
    #expect(values["overlays-removed"] == Double(fixes - 1 - 4))
    #expect(values["line-coverage"] == 1)
    #expect(values["line-deviation-max"] == 0)
    let most = try #require(values["flickering-points"])
    #expect(most <= Double(101 * fixes))
  }

  @Test(arguments: ["simplified-by-zoom", "simplified-chunks"])
  func aLineThatIsSimplifiedForItsZoomDeviatesByAPointAtMost(strategy: String) throws {
    let values = try OverlaysTrial.growing().values(strategy, size: 300)
    let all = try OverlaysTrial.growing().values("replace-all", size: 300)
    let deviation = try #require(values["line-deviation-max"])
    #expect(deviation > 0 && deviation <= 1)
    #expect(values["line-coverage"] == 1)
    #expect(try #require(values["points-added"]) < #require(all["points-added"]))
    #expect(try #require(values["points-compared"]) > 0)
  }

  @Test func onlyAStyledRendererDraws() throws {
    let trial = try OverlaysTrial(lines: "{ situation: one-route, seed: 5 }")
    let plain = try trial.values("renderer-without-style", size: 5)
    #expect(plain["line-coverage"] == 0)
    #expect(plain["points-drawn"] == 0)
    let styled = try trial.values("restyle-renderer", size: 5)
    #expect(styled["line-coverage"] == 1)
    #expect(styled["overlays-added"] == 1)
    // 5 km with a point every 25 m.
    #expect(styled["points-added"] == 201)
  }

  @Test func aLineForEachPositionHasTheSquareOfThePoints() throws {
    let trial = try OverlaysTrial(lines: "{ situation: one-route, seed: 5 }")
    let values = try trial.values("line-per-position", size: 2)
    #expect(values["max-overlays"] == 81)
    #expect(values["max-overlay-points"] == 6_561.0)
  }

  @Test func aSelectionReplacesAllOrTwoOrNone() throws {
    let trial = try OverlaysTrial(
      lines: "{ situation: many-routes, points: 30, selections: 20, seed: 5 }")
    func change(_ strategy: String) throws -> (added: Double, restyled: Double) {
      let values = try trial.values(strategy, size: 12)
      #expect(values["line-coverage"] == 1)
      #expect(values["line-deviation-max"] == 0)
      return (try #require(values["overlays-added"]), try #require(values["restyles"]))
    }
    let all = try change("replace-all")
    let selections = all.added / 12 - 1
    #expect(selections > 3 && selections == selections.rounded())
    #expect(all.restyled == 0)
    // The first selection has no former one.
    #expect(try change("replace-line").added == 12 + 2 * selections - 1)
    #expect(try change("restyle-renderer").added == 12)
    #expect(try change("multi-polyline").added == 1 + selections)
    #expect(try change("multi-polyline-rebuilt").added == 1 + 2 * selections)
    // Where a highlight lies over the line that it shows, the line stays when it goes.
    for strategy in ["restyle-renderer", "multi-polyline"] {
      #expect(try trial.values(strategy, size: 12)["flickering-points"] == 0, "\(strategy)")
    }
    let rebuilt = try #require(
      try trial.values("multi-polyline-rebuilt", size: 12)["flickering-points"])
    #expect(rebuilt > 0)
  }

  @Test func theWorkFollowsItsParameters() throws {
    func work(_ name: String, _ value: Double, _ unit: String) throws -> Double {
      var profile = ProfileText(basedOn: "iphone-simulator")
      profile.set(name, value, unit)
      let trial = try OverlaysTrial(
        lines: "{ situation: growing-route, seed: 5 }", camera: "", profile: profile)
      return try #require(try trial.values("replace-all", size: 50)["overlay-work-total"])
    }
    let usual = try work("add-overlay", 50, "us")
    let more = try work("add-overlay", 100, "us")
    // 50 overlays of which each takes 50 us more.
    #expect(abs(more - usual - 50 * 50_000) < 1)
    let offMain = try work("overlay-main-share", 0, "fraction")
    #expect(offMain < usual)
  }

  @Test(
    "mistakes",
    arguments: [
      ("{ situation: growing }", "no situation 'growing'"), ("{ seed: 5 }", "situation"),
      ("{ situation: one-route, points: 5 }", "many-routes together with 'points'"),
      ("{ situation: many-routes, points: 1 }", "points: expected"),
      ("{ situation: many-routes, route: 1 }", "route"),
    ])
  func linesHaveTheirKeys(lines: String, part: String) {
    let error = #expect(throws: InputError.self) { _ = try OverlaysTrial(lines: lines) }
    #expect(error.map { "\($0)".contains(part) } ?? false, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func aTrackThatGrowsHasNoCameraOfItsOwn() {
    #expect(throws: InputError.self) {
      _ = try OverlaysTrial(
        lines: "{ situation: growing-route }",
        camera: "{ trace: pan-and-zoom, frames: 40, seed: 7 }")
    }
    #expect(throws: InputError.self) {
      _ = try OverlaysTrial(lines: "{ situation: one-route }", camera: "")
    }
  }
}

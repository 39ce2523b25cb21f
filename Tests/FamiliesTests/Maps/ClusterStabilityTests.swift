import Families
import ScenarioModel
import TestSupport
import Testing

/// A map that moves a little, with known answers.
@Suite struct ClusterStabilityTests {
  private func run(_ strategy: String, trace: String = "small-moves") throws -> TrialValues {
    try FamilyTrial(
      Family.clusterStability,
      """
      data: { generator: city, pins: 400, seed: 42 }
      device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }
      camera: { trace: \(trace), seconds: 8, seed: 7 }
      """
    ).run(strategy)
  }

  @Test(arguments: ["world-grid-clusters", "hierarchical-clusters"])
  func clustersOfTheWorldStay(strategy: String) throws {
    let values = try run(strategy)
    #expect(try #require(values["rests-compared"]) > 5)
    #expect(try #require(values["wander-max"]) < 0.01)
    #expect(values["pins-regrouped", "blinks", "pins-represented"] == [0, 0, 1])
  }

  @Test(arguments: ["screen-grid-clusters", "screen-grid-each-frame", "fractional-zoom-grid"])
  func cellsThatMoveTakeTheirClustersAlong(strategy: String) throws {
    let values = try run(strategy)
    #expect(try #require(values["wander-max"]) > 5)
    #expect(try #require(values["pins-regrouped"]) > 0.05)
    #expect(values["pins-represented"] == 1)
  }

  @Test func aReloadBlinksAndDoesNotWander() throws {
    let values = try run("world-grid-reloaded")
    #expect(try #require(values["blinks"]) > 20)
    #expect(try #require(values["wander-max"]) < 0.01)
  }

  @Test func aGridOfTheScreenFollowsItAtEachRest() throws {
    let always = try run("screen-grid-each-frame")["wander-max"]
    #expect(try run("screen-grid-clusters")["wander-max"] == always, "rests are compared")
  }

  /// Jumps over whole levels are no small movements.
  @Test func restsAtOtherLevelsAreNotCompared() throws {
    let values = try run("screen-grid-clusters", trace: "zoom-out-and-in")
    let rests = try #require(values["rests"])
    #expect(try #require(values["rests-compared"]) < rests - 1)
  }
}

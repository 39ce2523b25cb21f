import Clustering
import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// The work of each strategy, counted: on a world small enough to count by hand.
@Suite struct AnnotationUpdateCountTests {
  /// In 2 s: 4 changes of the location, 2 refreshes of 50 pins that replace 5, 20 movements of 7.
  private let locations = 4.0
  private let refreshes = 2.0
  private let movements = 20.0
  private let world = UpdateWorld(
    seconds: 2,
    changes: "{ location: 2, refresh: { every: 1, churn: 0.1 }, moving: { pins: 7, rate: 10 }, "
      + "seed: 3 }")

  /// Changes that come in one frame are one update; here none does but where the counts say so.
  private var modelChanges: Double { refreshes + movements }

  @Test func freshIdentitiesReplaceAllAtEveryEvaluation() throws {
    let values = try world.run("fresh-ids-in-body")
    let evaluations = try #require(values["body-evaluations"])
    #expect(evaluations <= 1 + modelChanges + locations && evaluations > modelChanges)
    let (all, again) = (50 * evaluations, 50 * (evaluations - 1))
    #expect(values["annotations-inserted", "views-created"] == [all, all])
    #expect(
      values["items-compared", "annotations-removed", "annotations-moved"] == [again, again, 0])
  }

  @Test(arguments: [
    "rebuilt-in-body", "guarded-representable", "map-in-own-view", "difference-by-id", "deltas",
  ])
  func stableIdentitiesChangeWhatDiffers(strategy: String) throws {
    let values = try world.run(strategy)
    let arrivals = 5 * refreshes
    #expect(values["annotations-inserted", "annotations-removed"] == [50 + arrivals, arrivals])
    let moved = try #require(values["annotations-moved"])
    let compared = try #require(values["items-compared"])
    guard strategy != "deltas" else {
      #expect(compared == arrivals + moved, "what changed")
      return
    }
    // A pin that came and moved before the next frame is added where it is by then.
    let moves = 7 * movements
    #expect((moves - 14...moves).contains(moved))
    #expect(compared.truncatingRemainder(dividingBy: 50) == 0)
  }

  /// The first frame, four changes of the location, two of the data: none in one frame.
  @Test(arguments: [
    ("fresh-ids-in-body", 7.0, 300.0), ("rebuilt-in-body", 7, 300),
    ("guarded-representable", 7, 100), ("map-in-own-view", 3, 100), ("difference-by-id", 0, 100),
    ("deltas", 0, 10), ("remove-all-add-all", 0, 0),
  ])
  func whatIsComparedAndWhenTellsTheStrategiesApart(
    strategy: String, evaluations: Double, compared: Double
  ) throws {
    let world = UpdateWorld(
      seconds: 2, changes: "{ location: 2, refresh: { every: 1, churn: 0.1 }, seed: 3 }")
    #expect(
      try world.run(strategy)["body-evaluations", "items-compared"] == [evaluations, compared])
  }

  /// In SwiftUI a tap writes the binding of the selection; one that hits no pin writes nothing.
  @Test(arguments: [("rebuilt-in-body", 5.0), ("map-in-own-view", 1), ("difference-by-id", 0)])
  func tapsEvaluateABodyThatObservesEverything(strategy: String, evaluations: Double) throws {
    let world = UpdateWorld(seconds: 2, changes: "{ taps: 2, seed: 3 }")
    #expect(try world.run(strategy)["body-evaluations"] == evaluations)
  }

  @Test(arguments: [
    ("difference-by-id", true, false), ("recluster-off-main", true, true),
    ("live-clusters", true, true), ("deltas", false, false),
  ])
  func whatIsComputedIsTimed(strategy: String, compares: Bool, clusters: Bool) throws {
    let values = try world.run(strategy)
    #expect(try (#require(values["difference-time-total"]) > 0) == compares)
    #expect(try (#require(values["clustering-time-total"]) > 0) == clusters)
  }

  @Test(arguments: ["remove-all-add-all", "remove-all-reselect"])
  func replacingTakesAllFromTheMapAtEveryChange(strategy: String) throws {
    let values = try world.run(strategy)
    let inserted = try #require(values["annotations-inserted"])
    #expect(inserted.truncatingRemainder(dividingBy: 50) == 0)
    #expect(inserted > 50 * modelChanges * 0.9)
    #expect(values["annotations-removed", "views-reused"] == [inserted - 50, inserted - 50])
    #expect(values["views-created", "items-compared"] == [50, 0])
  }

  /// Once the number of pins for an evaluation, and nothing for the number of changes.
  @Test(arguments: ["rebuilt-in-body", "difference-by-id"], [0.0, 0.01, 1.0])
  func comparingIsLinearInThePinsWhateverChanges(strategy: String, churn: Double) throws {
    let world = UpdateWorld(
      pins: 400, seconds: 0.8, changes: "{ refresh: { every: 0.2, churn: \(churn) }, seed: 3 }")
    // Four refreshes: the load is compared with nothing.
    for size in [10, 100, 400] {
      #expect(try world.run(strategy, size: size)["items-compared"] == 4 * Double(size))
    }
  }

  @Test(arguments: [10, 100, 1_000])
  func deltasDoNotGrowWithThePins(size: Int) throws {
    let world = UpdateWorld(
      pins: 1_000, changes: "{ moving: { pins: 10, rate: 10 }, seed: 3 }")
    #expect(try world.run("deltas", size: size)["items-compared"] == 10 * 10)
  }

  /// The places of the pins in the first frame and in the last one.
  private func places(
    _ changes: String, costs: [UpdateWorld.Cost] = []
  ) throws -> (first: [MapPoint], last: [MapPoint]) {
    var (first, last): ([MapPoint], [MapPoint]) = ([], [])
    try UpdateWorld(seconds: 2, changes: changes, costs: costs).watch("deltas") { frame in
      last = frame.model.pins.map(\.point)
      if first.isEmpty { first = last }
    }
    return (first, last)
  }

  @Test func anotherSeedIsAnotherWorld() throws {
    func last(_ seed: Int) throws -> [MapPoint] {
      try places("{ refresh: { every: 0.2, churn: 0.5 }, seed: \(seed) }").last
    }
    #expect(try last(1) == last(1))
    #expect(try last(1) != last(2))
  }

  /// Pins move as far as their speed says, in straight lines without a turn, and new ones come as
  /// far from others as their spread says.
  @Test func theProfileHasTheChanges() throws {
    func distance(_ first: MapPoint, _ second: MapPoint) -> Double {
      let (x, y) = (first.x - second.x, first.y - second.y)
      return (x * x + y * y).squareRoot()
    }
    func farthest(_ speed: Double) throws -> Double {
      let (first, last) = try places(
        "{ moving: { pins: 50, rate: 10 }, seed: 3 }",
        costs: [("mover-speed", speed, "map pt/s"), ("mover-turn", 0, "fraction")])
      return zip(first, last).map { distance($0, $1) }.max() ?? 0
    }
    // Some 19 steps of a tenth of a second.
    let usual = try farthest(100)
    #expect(usual > 170 && usual < 210)
    #expect(try abs(farthest(400) / usual - 4) < 1e-6)
    let (first, last) = try places(
      "{ refresh: { every: 1.5, churn: 1 }, seed: 3 }",
      costs: [("newcomer-spread", 0.001, "map pt")])
    #expect(Set(first) != Set(last))
    for place in last {
      #expect(first.contains { distance($0, place) < 0.01 })
    }
  }

  /// The environment counts what goes through it, and what else a strategy does it cannot know.
  @Test func aStrategyFromOutsideHasNoCountsOfItsOwnComputing() throws {
    final class Comparing: AnnotationUpdateCallbacks {
      private let context: UpdateContext

      init(context: UpdateContext) { self.context = context }

      func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
        var counts = ComputationCounts()
        counts.itemsCompared = 5
        context.charge(counts)
      }
    }
    let values = try UpdateWorld(
      costs: [("difference-by-id-item", 1, "ms")],
      strategies: [
        StrategyEntry("comparing", summary: "A test's own.") { _, context in
          Comparing(context: context)
        }
      ]
    ).run("comparing")
    for name in [
      "items-compared", "pins-clustered", "pins-examined", "difference-time-total",
      "clustering-time-total",
    ] {
      #expect(values.reason(name)?.contains("does not come with MapPressure") == true, "\(name)")
    }
    // It pays what it charges.
    #expect(values["modelled-frame-time-max", "annotations-inserted"] == [5e6, 0])
  }
}

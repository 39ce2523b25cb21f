import AnnotationFamilies
import MapGeometry
import MapSimulation
import ScenarioModel
import TestSupport
import Testing

/// What each strategy does, counted: on a world small enough to count by hand.
@Suite struct AnnotationUpdateCountTests {
  /// In 2 s: 4 changes of the location, 2 refreshes of 50 pins of which 5 leave, 20 movements of 7.
  private static let locations = 4
  private static let refreshes = 2
  private static let movements = 20
  private static let changes =
    "{ location: 2, refresh: { every: 1, churn: 0.1 }, moving: { pins: 7, rate: 10 }, seed: 3 }"

  private func run(_ strategy: String) throws -> TrialValues {
    try AnnotationUpdateTrial(seconds: 2, changes: Self.changes).run(strategy)
  }

  /// Changes that come in one frame are one update; here none does but where the counts say so.
  private let modelChanges = Double(refreshes + movements)

  @Test func freshIdentitiesReplaceAllAtEveryEvaluation() throws {
    let values = try run("fresh-ids-in-body")
    let evaluations = try #require(values["body-evaluations"])
    #expect(evaluations <= 1 + modelChanges + Double(Self.locations))
    #expect(evaluations > modelChanges)
    #expect(values["items-compared"] == 50 * (evaluations - 1))
    #expect(values["annotations-inserted"] == 50 * evaluations)
    #expect(values["annotations-removed"] == 50 * (evaluations - 1))
    #expect(values["annotations-moved"] == 0)
    #expect(values["views-created"] == 50 * evaluations)
  }

  @Test(arguments: [
    "rebuilt-in-body", "guarded-representable", "map-in-own-view", "difference-by-id",
  ])
  func stableIdentitiesChangeWhatDiffers(strategy: String) throws {
    let values = try run(strategy)
    let arrivals = Double(5 * Self.refreshes)
    #expect(values["annotations-inserted"] == 50 + arrivals)
    #expect(values["annotations-removed"] == arrivals)
    // A pin that came and moved before the next frame is added where it is by then.
    let moves = Double(7 * Self.movements)
    #expect((moves - 14...moves).contains(try #require(values["annotations-moved"])))
    let compared = try #require(values["items-compared"])
    #expect(compared.truncatingRemainder(dividingBy: 50) == 0)
  }

  @Test func whatIsComparedAndWhenTellsTheStrategiesApart() throws {
    // The first frame, four changes of the location, two of the data: none in one frame.
    let changes = "{ location: 2, refresh: { every: 1, churn: 0.1 }, seed: 3 }"
    func run(_ strategy: String) throws -> [Double?] {
      let values = try AnnotationUpdateTrial(seconds: 2, changes: changes).run(strategy)
      return [values["body-evaluations"], values["items-compared"]]
    }
    #expect(try run("fresh-ids-in-body") == [7, 300])
    #expect(try run("rebuilt-in-body") == [7, 300])
    #expect(try run("guarded-representable") == [7, 100])
    #expect(try run("map-in-own-view") == [3, 100])
    #expect(try run("difference-by-id") == [0, 100])
    #expect(try run("deltas") == [0, 10])
    #expect(try run("remove-all-add-all") == [0, 0])
  }

  /// In SwiftUI a tap writes the binding of the selection; one that hits no pin writes nothing.
  @Test func tapsEvaluateABodyThatObservesEverything() throws {
    func evaluations(_ strategy: String, pins: Int = 50) throws -> Double? {
      try AnnotationUpdateTrial(pins: pins, seconds: 2, changes: "{ taps: 2, seed: 3 }")
        .run(strategy)["body-evaluations"]
    }
    #expect(try evaluations("rebuilt-in-body") == 5)
    #expect(try evaluations("map-in-own-view") == 1)
    #expect(try evaluations("difference-by-id") == 0)
  }

  @Test func whatIsComputedIsTimed() throws {
    func times(_ strategy: String) throws -> [Bool] {
      let values = try run(strategy)
      return try ["difference-time-total", "clustering-time-total"].map {
        try #require(values[$0]) > 0
      }
    }
    #expect(try times("difference-by-id") == [true, false])
    #expect(try times("recluster-off-main") == [true, true])
    #expect(try times("live-clusters") == [true, true])
    #expect(try times("deltas") == [false, false])
  }

  @Test func deltasTouchWhatChanged() throws {
    let values = try run("deltas")
    #expect(values["annotations-inserted"] == 60)
    #expect(values["annotations-removed"] == 10)
    let moved = try #require(values["annotations-moved"])
    #expect(values["items-compared"] == 10 + moved)
  }

  @Test(arguments: ["remove-all-add-all", "remove-all-reselect"])
  func replacingTakesAllFromTheMapAtEveryChange(strategy: String) throws {
    let values = try run(strategy)
    let inserted = try #require(values["annotations-inserted"])
    #expect(inserted.truncatingRemainder(dividingBy: 50) == 0)
    #expect(inserted > 50 * modelChanges * 0.9)
    #expect(values["annotations-removed"] == inserted - 50)
    #expect(values["views-created"] == 50)
    #expect(values["views-reused"] == inserted - 50)
    #expect(values["items-compared"] == 0)
  }

  /// Once the number of pins for an evaluation, and nothing for the number of changes.
  @Test(arguments: ["rebuilt-in-body", "difference-by-id"])
  func comparingIsLinearInThePinsWhateverChanges(strategy: String) throws {
    var compared: [[Double?]] = []
    for churn in [0.0, 0.01, 1.0] {
      let trial = try AnnotationUpdateTrial(
        pins: 400, sizes: [10, 100, 400], seconds: 0.8,
        changes: "{ refresh: { every: 0.2, churn: \(churn) }, seed: 3 }")
      compared.append(
        try [10, 100, 400].map { try trial.run(strategy, size: $0)["items-compared"] })
    }
    // Four refreshes: the load is compared with nothing.
    #expect(compared.allSatisfy { $0 == [40, 400, 1_600] })
  }

  @Test func deltasDoNotGrowWithThePins() throws {
    let trial = try AnnotationUpdateTrial(
      pins: 1_000, sizes: [10, 100, 1_000], changes: "{ moving: { pins: 10, rate: 10 }, seed: 3 }")
    for size in [10, 100, 1_000] {
      #expect(try trial.run("deltas", size: size)["items-compared"] == 10 * 10)
    }
  }

  @Test func everyMetricOfTheFamilyIsAnswered() throws {
    let trial = try AnnotationUpdateTrial(
      camera: .panning, changes: "{ location: 5, taps: 5, seed: 1 }")
    let replayed = try trial.run("rebuilt-in-body").all
    let inspection = try trial.inspect("rebuilt-in-body")
    let names = replayed.map(\.name) + inspection.values.map(\.name)
    #expect(names.sorted() == Family.annotationUpdates.metrics.map(\.name).sorted())
    #expect((replayed + inspection.values).allSatisfy { $0.value.number?.isFinite == true })
    #expect(inspection.transcripts.first?.entries.isEmpty == false)
  }

  @Test(arguments: TestTier.sample(WatchedStrategy.all.map(\.name), 6))
  func repeatedReplaysAreBitIdentical(strategy: String) throws {
    let trial = try AnnotationUpdateTrial(
      seconds: 0.4, camera: .panning,
      changes: "{ location: 9, moving: { pins: 9, rate: 20 }, refresh: { every: 0.2, churn: 0.1 }, "
        + "taps: 3, seed: 8 }")
    let metrics = Family.annotationUpdates.metrics
    let first = try trial.run(strategy).deterministic(of: metrics)
    #expect(try trial.run(strategy).deterministic(of: metrics) == first)
    // In slices that take turns with another replay.
    let (one, other) = (try trial.prepare(strategy), try trial.prepare(strategy))
    try one.build()
    try other.build()
    for frame in 0..<one.frameCount {
      for replay in [one, other] {
        try replay.showFrame(frame)
        replay.frameDidEnd(frame)
      }
    }
    for replay in [one, other] {
      #expect(TrialValues(all: replay.results()).deterministic(of: metrics) == first)
    }
    let transcripts = try trial.inspect(strategy).transcripts
    #expect(try trial.inspect(strategy).transcripts == transcripts)
  }

  @Test func anotherSeedIsAnotherWorld() throws {
    let trial = try AnnotationUpdateTrial(
      changes: "{ refresh: { every: 0.2, churn: 0.5 }, seed: 1 }")
    let workload = trial.scenario.workload
    #expect(workload.seeds.map(\.name) == ["changes"])
    #expect(workload.reseeded(9).seeds.map(\.seed) == [9])
    #expect(workload.seeds.map(\.seed) == [1])
    var places: [[Double]] = []
    for seed in [1, 1, 2] as [UInt64] {
      var seen: [Double] = []
      let watched = try WatchedStrategy("deltas")
      let own = try AnnotationUpdateTrial(
        changes: "{ refresh: { every: 0.2, churn: 0.5 }, seed: 77 }", strategies: [watched.entry])
      try MapWatch.$current.withValue(
        MapWatch { sight in seen = sight.model.pins.map(\.point.x) }
      ) {
        _ = try TrialValues(
          own.prepare("watched", workload: own.scenario.workload.reseeded(seed)))
      }
      places.append(seen)
    }
    #expect(places[0] == places[1])
    #expect(places[0] != places[2])
  }

  /// Pins move as far as their speed says, in straight lines without a turn, and new ones come as far
  /// from others as their spread says.
  @Test func theProfileHasTheChanges() throws {
    func places(
      _ changes: String, _ parameters: [(name: String, value: Double, unit: String)]
    ) throws -> (first: [MapPoint], last: [MapPoint]) {
      var (first, last): ([MapPoint], [MapPoint]) = ([], [])
      _ = try WatchedStrategy("deltas").run {
        try AnnotationUpdateTrial(seconds: 2, changes: changes, costs: parameters, strategies: [$0])
      } watching: { sight in
        last = sight.model.pins.map(\.point)
        if first.isEmpty { first = last }
      }
      return (first, last)
    }
    func distance(_ first: MapPoint, _ second: MapPoint) -> Double {
      let (x, y) = (first.x - second.x, first.y - second.y)
      return (x * x + y * y).squareRoot()
    }
    func farthest(_ speed: Double) throws -> Double {
      let (first, last) = try places(
        "{ moving: { pins: 50, rate: 10 }, seed: 3 }",
        [("mover-speed", speed, "map pt/s"), ("mover-turn", 0, "fraction")])
      return zip(first, last).map { distance($0, $1) }.max() ?? 0
    }
    // Some 19 steps of a tenth of a second.
    let usual = try farthest(100)
    #expect(usual > 170 && usual < 210)
    #expect(try abs(farthest(400) / usual - 4) < 1e-6)
    let (first, last) = try places(
      "{ refresh: { every: 1.5, churn: 1 }, seed: 3 }", [("newcomer-spread", 0.001, "map pt")])
    #expect(Set(first) != Set(last))
    for place in last {
      #expect(first.contains { distance($0, place) < 0.01 })
    }
  }

  /// The environment counts what goes through it, and what else a strategy does it cannot know.
  @Test func aStrategyFromOutsideHasNoCountsOfItsOwnComputing() throws {
    final class Comparing: AnnotationUpdateStrategy {
      private let context: UpdateContext

      init(model: PinModel, context: UpdateContext) { self.context = context }

      func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
        var counts = ComputationCounts()
        counts.itemsCompared = 5
        context.charge(counts)
      }
    }
    let values = try AnnotationUpdateTrial(
      costs: [("difference-by-id-item", 1, "ms")],
      strategies: [StrategyEntry("comparing", Comparing.self, summary: "A test's own.")]
    ).run("comparing")
    for name in [
      "items-compared", "pins-clustered", "pins-examined", "difference-time-total",
      "clustering-time-total",
    ] {
      #expect(values.reason(name)?.contains("does not come with MapPressure") == true, "\(name)")
    }
    #expect(values["modelled-frame-time-max"] == 5e6, "it pays what it charges")
    #expect(values["annotations-inserted"] == 0)
  }

  @Test func whatWasNotReplayedHasNoNumbers() throws {
    let replay = try AnnotationUpdateTrial().prepare("deltas")
    try replay.build()
    let values = Dictionary(uniqueKeysWithValues: replay.results().map { ($0.name, $0.value) })
    #expect(values["staleness-max"] == .notAvailable(reason: "no frame was replayed"))
    #expect(values["hitch-time-ratio"] == .notAvailable(reason: "no frame was replayed"))
    #expect(values["frames-shown"] == .number(0))
  }
}

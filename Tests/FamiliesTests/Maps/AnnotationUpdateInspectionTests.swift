import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Every refresh counts by what is on screen then, whatever the frames that led to it: worked out
/// by hand.
@Suite struct AnnotationUpdateInspectionTests {
  /// A strategy that shows all pins at once, and keeps the main thread busy in its eleventh frame.
  private final class Freezing: AnnotationUpdateCallbacks {
    private let context: UpdateContext
    private var frames = 0

    init(context: UpdateContext) { self.context = context }

    func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
      mapView.addAnnotations(changes.inserted.map { Annotation(id: $0.id, mapPoint: $0.point) })
    }

    func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
      if frames == 10 {
        var counts = ComputationCounts()
        counts.itemsCompared = 1_000
        context.charge(counts)
      }
      frames += 1
    }
  }

  private static let freezing = UpdateWorld.Entry("freezing", summary: "A test's own.") {
    _, context in Freezing(context: context)
  }

  /// The share of the time in which the pins are on screen.
  ///
  /// - Parameters:
  ///   - item: the milliseconds for each item that the strategy has to do with.
  ///   - watchdog: the seconds after which the watchdog ends the app.
  private func share(
    _ strategy: String = "freezing", of world: UpdateWorld, item: Double, watchdog: Double = 10
  ) throws -> Double {
    var world = world
    let cost = strategy == "freezing" ? "difference-by-id-item" : "add-annotation"
    world.costs = [(cost, item, "ms"), ("watchdog", watchdog, "s")]
    world.strategies = [Self.freezing]
    let values = try world.observe(strategy)
    #expect(values["frames-inspected"] == world.seconds * 60 + 1)
    return try #require(values["pin-coverage"])
  }

  @Test func whatIsNotOnScreenIsNotRepresented() throws {
    // 50 annotations of 10 ms each are 30 refreshes; the frame is done at the last one.
    #expect(try share("difference-by-id", of: UpdateWorld(), item: 10) == 32.0 / 61)
    #expect(try share("difference-by-id", of: UpdateWorld(), item: 0.3) == 1)
    let world = UpdateWorld(seconds: 2)
    // A frozen screen shows what it showed before.
    #expect(try share(of: world, item: 5) == 1)
    // The eleventh frame begins at refresh 10, and the watchdog ends the app a second later.
    #expect(try share(of: world, item: 5, watchdog: 1) == 70.0 / 121)
    #expect(try share("difference-by-id", of: world, item: 30, watchdog: 1) == 0)
  }

  /// A column of pins comes into view in the middle of the way.
  @Test func aFrozenScreenStaysWhereTheCameraWas() throws {
    let world = UpdateWorld(degrees: 0.4, seconds: 2, camera: .panning)
    #expect(try share(of: world, item: 0) == 1)
    let late = try share(of: world, item: 1)
    let frozen = try share(of: world, item: 5)
    #expect(late < 1 && frozen < late && frozen > 0.5)
  }

  /// All pins are replaced every half second, and no frame shows the new ones.
  @Test func aFrozenScreenDoesNotShowNewPins() throws {
    let world = UpdateWorld(seconds: 2, changes: "{ refresh: { every: 0.5, churn: 1 }, seed: 3 }")
    let share = try share(of: world, item: 5)
    // Ten frames are in time, and the data changes 30 refreshes after the next one at the latest.
    #expect((10.0 / 121...41.0 / 121).contains(share))
  }

  /// The eleventh frame begins at refresh 10 and takes 60 refreshes.
  @Test func aRecordingHasWhatTheScreenShows() throws {
    let recording = try UpdateWorld(
      seconds: 2, camera: .panning, costs: [("difference-by-id-item", 1, "ms")],
      strategies: [Self.freezing]
    ).trial().recording("freezing")
    let map = try #require(recording.map)
    let camera = map.camera.x.numbers
    #expect(camera.count == 121)
    // From the eleventh frame's refresh on, the screen stays where the tenth frame was.
    #expect(camera[8] < camera[9])
    #expect(Set(camera[9..<69]).count == 1)
    #expect(camera[69] > camera[9])
    #expect(map.work.totals[10] == 1_000_000)
    #expect(map.work.update.numbers[10] == 1_000_000)
    #expect(map.work.totals[11..<70].allSatisfy { $0 == 0 })
    #expect(map.isMoving.numbers[20] == 1)
    for frame in [0, 30, 120] {
      let shown = zip(map.views.first.numbers, map.views.end.numbers)
        .count { $0 <= frame && frame < $1 }
      #expect(shown == map.liveViews.numbers[frame], "frame \(frame)")
    }
    let frames = recording.timeline.spans.filter { $0.name == "frame" }
    #expect(frames.count == 62)
    #expect(frames[10].end.map { $0 - frames[10].start } == 1_000_000_000)
  }

  @Test func anAppThatIsEndedHasNoViewsInItsRecording() throws {
    let recording = try UpdateWorld(
      seconds: 2, costs: [("difference-by-id-item", 5, "ms"), ("watchdog", 1, "s")],
      strategies: [Self.freezing]
    ).trial().recording("freezing")
    let map = try #require(recording.map)
    #expect(map.liveViews.numbers[60] > 0)
    #expect(map.liveViews.numbers[75...].allSatisfy { $0 == 0 })
    #expect(map.views.end.numbers.allSatisfy { $0 <= 75 })
  }

  @Test func workInTheBackgroundIsOnItsTrack() throws {
    let spans = try UpdateWorld(camera: .panning, costs: [("cluster-pin", 0.1, "ms")])
      .trial().recording("recluster-off-main").timeline.spans
    let background = spans.filter { $0.track == .background }
    #expect(!background.isEmpty)
    // 50 pins.
    #expect(background.allSatisfy { $0.name == "clustering" })
    #expect(background.first?.end.map { $0 - (background.first?.start ?? 0) } == 5_000_000)
  }
}

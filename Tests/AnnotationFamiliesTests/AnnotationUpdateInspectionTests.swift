import AnnotationFamilies
import Foundation
import MapSimulation
import ScenarioModel
import TestSupport
import Testing

/// Every refresh counts by what is on screen then, whatever the frames that led to it: worked out
/// by hand.
@Suite struct AnnotationUpdateInspectionTests {
  /// A strategy that shows all pins at once, and keeps the main thread busy in its eleventh frame.
  final class Freezing: AnnotationUpdateStrategy {
    private let context: UpdateContext
    private var frames = 0

    init(model: PinModel, context: UpdateContext) {
      self.context = context
    }

    func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
      mapView.addAnnotations(
        changes.inserted.map { Annotation(id: $0.id, mapPoint: $0.point) })
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

  /// How much of the time the pins are on screen.
  private func share(
    _ strategy: String = "freezing", within degrees: Double = 0.1, seconds: Double,
    camera: AnnotationUpdateTrial.Camera = .still, changes: String? = nil,
    itemMilliseconds: Double, watchdogSeconds: Double = 10
  ) throws -> Double? {
    let trial = try AnnotationUpdateTrial(
      within: degrees, seconds: seconds, camera: camera, changes: changes,
      costs: [
        (
          strategy == "freezing" ? "difference-by-id-item" : "add-annotation",
          itemMilliseconds, "ms"
        ), ("watchdog", watchdogSeconds, "s"),
      ],
      strategies: [
        StrategyEntry("freezing", Freezing.self, summary: "A test's own.")
      ])
    let values = try trial.inspect(strategy).values
    #expect(
      values.first { $0.name == "frames-inspected" }?.value == .number(seconds * 60 + 1))
    return values.first { $0.name == "pin-coverage" }?.value.number
  }

  /// 50 annotations of 10 ms each are 30 refreshes, at the last of which the frame is done.
  @Test func whatIsNotOnScreenYetIsNotRepresented() throws {
    #expect(try share("difference-by-id", seconds: 1, itemMilliseconds: 10) == 32.0 / 61)
    #expect(try share("difference-by-id", seconds: 1, itemMilliseconds: 0.3) == 1)
  }

  @Test func aFrozenScreenShowsWhatItShowedBefore() throws {
    #expect(try share(seconds: 2, itemMilliseconds: 5) == 1)
  }

  /// The eleventh frame begins at refresh 10, and the watchdog ends the app a second later.
  @Test func whoIsEndedShowsNothing() throws {
    #expect(
      try share(seconds: 2, itemMilliseconds: 5, watchdogSeconds: 1) == 70.0 / 121)
    #expect(
      try share("difference-by-id", seconds: 2, itemMilliseconds: 30, watchdogSeconds: 1) == 0)
  }

  /// A column of pins comes into view in the middle of the way.
  @Test func aFrozenScreenStaysWhereTheCameraWas() throws {
    func share(freezing milliseconds: Double) throws -> Double {
      try #require(
        try self.share(
          within: 0.4, seconds: 2, camera: .panning, itemMilliseconds: milliseconds))
    }
    #expect(try share(freezing: 0) == 1)
    let late = try share(freezing: 1)
    let frozen = try share(freezing: 5)
    #expect(late < 1)
    #expect(frozen < late)
    #expect(frozen > 0.5)
  }

  // MARK: - Recordings

  private func recording(
    of strategy: String, in trial: AnnotationUpdateTrial
  ) throws -> ReplayRecording {
    let pictures = try TemporaryFolder()
    let name = try #require(try trial.inspect(strategy, pictures: pictures.path).recording)
    return try ReplayRecording(
      file: Array(Data(contentsOf: URL(fileURLWithPath: pictures.path + "/" + name))))
  }

  /// The eleventh frame begins at refresh 10 and takes 60 refreshes.
  @Test func aRecordingHasWhatTheScreenShows() throws {
    let trial = try AnnotationUpdateTrial(
      seconds: 2, camera: .panning, costs: [("difference-by-id-item", 1, "ms")],
      strategies: [StrategyEntry("freezing", Freezing.self, summary: "A test's own.")])
    let recording = try recording(of: "freezing", in: trial)
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
    let trial = try AnnotationUpdateTrial(
      seconds: 2, costs: [("difference-by-id-item", 5, "ms"), ("watchdog", 1, "s")],
      strategies: [StrategyEntry("freezing", Freezing.self, summary: "A test's own.")])
    let map = try #require(try recording(of: "freezing", in: trial).map)
    #expect(map.liveViews.numbers[60] > 0)
    #expect(map.liveViews.numbers[75...].allSatisfy { $0 == 0 })
    #expect(map.views.end.numbers.allSatisfy { $0 <= 75 })
  }

  @Test func workInTheBackgroundIsOnItsTrack() throws {
    let trial = try AnnotationUpdateTrial(
      camera: .panning, costs: [("cluster-pin", 0.1, "ms")])
    let spans = try recording(of: "recluster-off-main", in: trial).timeline.spans
    let background = spans.filter { $0.track == .background }
    #expect(!background.isEmpty)
    // 50 pins.
    #expect(background.allSatisfy { $0.name == "clustering" })
    #expect(background.first?.end.map { $0 - (background.first?.start ?? 0) } == 5_000_000)
  }

  /// All pins are replaced every half second, and no frame shows the new ones.
  @Test func aFrozenScreenDoesNotShowNewPins() throws {
    let share = try #require(
      try share(
        seconds: 2, changes: "{ refresh: { every: 0.5, churn: 1 }, seed: 3 }",
        itemMilliseconds: 5))
    // Ten frames are in time, and the data changes 30 refreshes after the next one at the latest.
    #expect((10.0 / 121...41.0 / 121).contains(share))
  }
}

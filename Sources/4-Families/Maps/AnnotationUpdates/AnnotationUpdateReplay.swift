import Clustering
import ScenarioModel
import Simulation
import Support

/// A map that changes while it is shown, refresh by refresh.
///
/// Frame k of the replay advances the virtual time to refresh k. If the main thread is busy then,
/// nothing happens, so a replay does not go back.
final class AnnotationUpdateReplay: Replay {
  private let environment: UpdateEnvironment
  private let factory: AnnotationUpdateStrategyFactory
  private let transcript: AnnotationUpdateTranscript?
  private var driver: AnnotationUpdateDriver?

  // Recorded between frames, into memory that is allocated before the first.
  private var frames: [AnnotationUpdateDriver.Frame] = []
  private var peaks: MapPeaks

  /// - Parameter isNoted: indicates whether it has a transcript and a timeline.
  init(environment: UpdateEnvironment, factory: AnnotationUpdateStrategyFactory, isNoted: Bool) {
    self.environment = environment
    self.factory = factory
    transcript = isNoted ? AnnotationUpdateTranscript(interval: environment.interval) : nil
    frames.reserveCapacity(environment.frameCount)
    peaks = MapPeaks(frameCount: environment.frameCount)
  }

  var frameCount: Int { environment.frameCount }

  /// The virtual time passes through all of them.
  var framesAreIndependent: Bool { false }

  func reset() {
    driver = nil
    frames.removeAll(keepingCapacity: true)
    peaks.reset()
  }

  func build() throws {
    driver = try AnnotationUpdateDriver(environment, factory, transcript: transcript)
  }

  func showFrame(_ frame: Int) throws { try driver?.run(untilRefresh: frame) }

  func frameDidEnd(_ frame: Int) {
    guard let driver, let latest = driver.takeLatestFrame() else { return }
    frames.append(latest)
    peaks.frameDidEnd(on: driver.mapView, indexes: driver.context.meter.indexes)
  }

  func results() -> [NamedValue] {
    guard let driver else { return [] }
    let device = environment.device
    let examined = driver.context.meter.counted.pinsExamined
    return AnnotationUpdateRecord.table.values(
      of: AnnotationUpdateRecord(
        driver: driver, isFullyCounted: factory.isFullyCounted,
        map: MapRecord(
          counts: frames.reduce(into: OperationCounts()) { $0 += $1.counts }, peaks: peaks,
          footprint: peaks.footprint(on: device.profile),
          forecast: FrameForecast(
            frames: frames.map { MapFrame(work: $0.work, isMoving: $0.isMoving) },
            firstView: frames.firstIndex { $0.counts.viewsCreated > 0 }, profile: device.profile,
            refresh: device.refresh),
          pinsExamined: factory.isFullyCounted
            ? .number(Double(examined)) : .notAvailable(reason: WorkMeter.foreignReason)),
        waits: frames.isEmpty ? [] : driver.staleness.waits(until: driver.end).sorted()))
  }
}

// MARK: - What the screen shows

/// Each refresh counts as one, and not each frame: what stays on screen for long counts for long,
/// and where the app has not shown anything yet, or has ended, it shows no pin.
extension AnnotationUpdateReplay {
  /// The maximum number of pins that an inspection looks at in all; more pins mean fewer refreshes.
  private static let maxPinVisits = 6_000_000
  /// Each tenth refresh is enough for the overlap, which changes little between refreshes.
  static let overlapStride = 10
  /// The pins that people see in the refreshes that the modelled frame times leave.
  static let seen = ObservedFrames.seen(strategyWork: .modelled)

  /// Replays with everything observed: the pins in the data by then, where the camera is by then.
  ///
  /// - Parameter folder: the folder for a recording; `nil` for none.
  func inspect(_ scenarioCase: Case, in folder: String?) throws -> Inspection {
    // How late a frame comes on screen is known after it has changed the map: replays once before.
    try run()
    var history = ViewHistory()
    var shownRects: [MapRect] = []
    let record: (Int, MapView?) -> Void = { [environment] refresh, shown in
      shownRects.append(shown?.visibleMapRect ?? environment.camera.rects[refresh])
      if let shown { history.frameDidEnd(refresh, on: shown) }
    }
    let observed = try observe(didShow: folder == nil ? nil : record)
    let recording = try folder.map { folder -> String in
      var map = MapRecording(of: shownRects, on: environment.device)
      history.write(to: &map)
      map.isMoving.numbers = shownRects.indices.map { environment.camera.isMoving(at: $0) ? 1 : 0 }
      writeFrames(to: &map)
      return try ReplayRecording(map: map, timeline: driver?.main.simulation.timeline)
        .write(of: scenarioCase, to: folder)
    }
    let title = "What \(scenarioCase.strategy) does at first"
    return Inspection(
      values: Self.seen.values(of: observed), results: results(),
      recording: recording, transcripts: [transcript?.transcript(title: title)].compactMap(\.self))
  }

  /// Replays once more, and looks at what the screen shows.
  ///
  /// - Parameters:
  ///   - minStride: one of so many refreshes is looked at; of very many pins, one of more.
  ///   - didShow: called at each refresh with the map on the screen; `nil` while there is none.
  func observe(
    inOneOf minStride: Int = 1, didShow: ((Int, MapView?) -> Void)? = nil
  ) throws -> ObservedFrames {
    let shown = shownFrames
    let driver = try AnnotationUpdateDriver(environment, factory)
    // Where the camera is, be the app's map there or not.
    let camera = MapView(device: environment.device)
    let data = DataFeed(environment)
    var observed = ObservedFrames(on: environment.device)
    let step = max(minStride, environment.points.count * frameCount / Self.maxPinVisits)
    for refresh in 0..<frameCount {
      let isInspected = refresh.isMultiple(of: step)
      guard isInspected || didShow != nil else { continue }
      let frame = shown[refresh].map { frames[$0] }
      if let frame { try driver.run(untilRefresh: frame.refresh) }
      let mapView = frame == nil ? nil : driver.mapView
      didShow?(refresh, mapView)
      guard isInspected else { continue }
      data.run(until: Int64(refresh) * environment.interval)
      // No strategy asks, and the list of what moved must not grow.
      _ = data.takeChanges()
      camera.setVisibleMapRect(environment.camera.rects[refresh])
      if refresh.isMultiple(of: Self.overlapStride), let mapView {
        observed.overlap.inspect(mapView)
      }
      observed.coverage.inspect(
        mapView, camera: camera, frame: refresh, isMoving: environment.camera.isMoving(at: refresh),
        pinCount: data.model.nextNumber, point: { data.model.point(ofPin: $0) },
        forEachPin: { driver.strategy.forEachPin(of: $0, $1) })
    }
    return observed
  }

  /// For each refresh the position of the frame that the screen shows; `nil` if it shows none: before
  /// the first frame is done, and after the app has ended.
  ///
  /// A frame in time belongs to the refresh at which it began. A late one belongs to the refresh at
  /// which it is done, as if it had begun then; until then, the screen shows the one before.
  private var shownFrames: [Int?] {
    let interval = environment.interval
    let termination = driver?.main.terminationTime.map { Int(($0 + interval - 1) / interval) }
    let end = min(termination ?? frameCount, frameCount)
    var shown: [Int?] = []
    var latest: Int?
    for (position, frame) in frames.enumerated() {
      let refreshes = Int(FrameForecast.refreshes(for: frame.work, interval: interval))
      let done = min(frame.refresh + refreshes - 1, end)
      shown += repeatElement(latest, count: done - shown.count)
      latest = position
    }
    shown += repeatElement(latest, count: end - shown.count)
    shown += repeatElement(nil, count: frameCount - end)
    return shown
  }

  /// Writes the frames into a recording: the work at the refresh at which it began, and the rest as
  /// the screen shows it.
  private func writeFrames(to recording: inout MapRecording) {
    let profile = environment.device.profile
    let footprints = peaks.footprints(on: profile)
    let liveViews = peaks.liveViewsByFrame
    let empty = FootprintForecast(profile: profile)
    var works = Array(repeating: FrameWork(), count: frameCount)
    for frame in frames { works[frame.refresh] = frame.parts }
    for (work, shown) in zip(works, shownFrames) {
      recording.work.append(work)
      recording.liveViews.numbers.append(shown.map { liveViews[$0] } ?? 0)
      recording.memory.append(shown.map { footprints[$0] } ?? empty)
    }
  }
}

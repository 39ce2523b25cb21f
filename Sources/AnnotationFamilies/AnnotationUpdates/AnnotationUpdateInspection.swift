import EventSimulation
import MapGeometry
import MapSimulation
import ScenarioModel
import Workloads

/// Replays a case with everything observed and nothing timed: the fraction of the pins that are in
/// the data by then, and where the camera is by then, that the screen shows.
///
/// Each refresh counts as one, and not each frame: what stays on screen for long counts for long,
/// and where the app has not shown anything yet, or has ended, it shows no pin.
struct AnnotationUpdateInspection {
  let environment: UpdateEnvironment
  let factory: AnnotationUpdateStrategyFactory

  /// The maximum number of pins that an inspection looks at in all; more pins mean fewer refreshes.
  private static let maxPinVisits = 6_000_000

  /// - Parameter picturesFolder: the folder for the recording; `nil` for none.
  func run(_ scenarioCase: Case, picturesFolder: String?) throws -> Inspection {
    let transcript = AnnotationUpdateTranscript(interval: environment.interval)
    // Replays once to find out when the frames come on screen: how late one is, is known after the
    // map has changed.
    let replay = AnnotationUpdateReplay(
      environment: environment, factory: factory, transcript: transcript)
    try replay.run()
    let audit: PinCoverageAudit
    var recording: String?
    if let picturesFolder {
      let recorded = try self.recording(of: replay)
      audit = recorded.audit
      recording = try recorded.recording.write(of: scenarioCase, to: picturesFolder)
    } else {
      audit = try coverage(of: replay)
    }
    return Inspection(
      values: PinCoverageAudit.table.values(of: audit), results: replay.results(),
      recording: recording,
      transcripts: [transcript.transcript(title: "What \(scenarioCase.strategy) does at first")])
  }

  /// Returns the coverage with a recording of what the screen shows.
  private func recording(
    of replay: AnnotationUpdateReplay
  ) throws -> (audit: PinCoverageAudit, recording: ReplayRecording) {
    var history = ViewHistory()
    var shownRects: [MapRect] = []
    let audit = try coverage(of: replay) { refresh, shown in
      shownRects.append(shown?.visibleMapRect ?? environment.camera.rects[refresh])
      if let shown { history.frameDidEnd(refresh, on: shown) }
    }
    var map = MapRecording(of: shownRects, on: environment.device)
    history.write(to: &map)
    let revisions = environment.camera.revisions
    map.isMoving.numbers = shownRects.indices.map {
      $0 > 0 && revisions[$0] > revisions[$0 - 1] ? 1 : 0
    }
    replay.writeFrames(to: &map)
    return (audit, ReplayRecording(map: map, timeline: replay.timeline))
  }

  /// Returns the fraction of the pins that the screen shows, given the frames of a replay: replays
  /// once more, and looks at what the screen shows.
  ///
  /// - Parameters:
  ///   - minStride: one of so many refreshes is looked at; of very many pins, one of more.
  ///   - didShow: called at each refresh with the map as the screen shows it; `nil` while it shows
  ///     none.
  func coverage(
    of replay: AnnotationUpdateReplay, inOneOf minStride: Int = 1,
    didShow: ((Int, MapView?) -> Void)? = nil
  ) throws -> PinCoverageAudit {
    let screen = replay.screen
    let device = try AnnotationUpdateDevice(environment: environment, factory: factory)
    // Where the camera is, be the app's map there or not.
    let camera = MapView(device: environment.device)
    let pins = CurrentPins(environment)
    var audit = PinCoverageAudit(refresh: environment.device.refresh)
    let revisions = environment.camera.revisions
    let step = max(minStride, environment.points.count * environment.frameCount / Self.maxPinVisits)
    for refresh in 0..<environment.frameCount {
      let isInspected = refresh.isMultiple(of: step)
      guard isInspected || didShow != nil else { continue }
      let beginning = screen.beginning(at: refresh)
      if let beginning { try device.run(untilRefresh: beginning) }
      didShow?(refresh, beginning == nil ? nil : device.mapView)
      guard isInspected else { continue }
      pins.run(untilRefresh: refresh)
      camera.setVisibleMapRect(environment.camera.rects[refresh])
      audit.inspect(
        beginning == nil ? nil : device.mapView, camera: camera, frame: refresh,
        isMoving: refresh > 0 && revisions[refresh] > revisions[refresh - 1],
        pinCount: pins.model.nextNumber,
        point: { pins.model.point(ofPin: $0) },
        forEachPin: { device.strategy.forEachPin(of: $0, $1) })
    }
    return audit
  }
}

/// The frame of a replay that the screen shows at each refresh.
///
/// A frame in time belongs to the refresh at which it began. A late one belongs to the refresh at
/// which it is done, as if it had begun then; until then, the screen shows the one before.
struct ScreenContents {
  /// For each refresh, the one at which the shown frame began; `nil` if the screen shows none:
  /// before the first frame is done, and after the app has ended.
  private var beginnings: [Int?]

  /// A frame of the app.
  struct Frame {
    /// The refresh at which it began.
    let beginning: Int
    /// The number of refreshes that it took.
    let refreshes: Int

    init(_ frame: AnnotationUpdateDevice.Frame, interval: Int64) {
      beginning = frame.refresh
      refreshes = Int(FrameForecast.refreshes(for: frame.work, interval: interval))
    }
  }

  /// - Parameters:
  ///   - frames: the app's frames in their order.
  ///   - end: the refreshes from this one on come after the end of the app.
  init(frames: [Frame], end: Int) {
    beginnings = []
    var shown: Int?
    for frame in frames {
      let done = min(frame.beginning + frame.refreshes - 1, end)
      if done > beginnings.count {
        beginnings += repeatElement(shown, count: done - beginnings.count)
      }
      shown = frame.beginning
    }
    beginnings += repeatElement(shown, count: max(0, end - beginnings.count))
  }

  /// The frame at a refresh, by the refresh at which it began.
  func beginning(at refresh: Int) -> Int? {
    beginnings.indices.contains(refresh) ? beginnings[refresh] : nil
  }
}

/// Notes what happens at the beginning of a replay, frame by frame, and its worst frame; leaves out
/// frames that neither change the annotations nor miss a refresh.
final class AnnotationUpdateTranscript {
  /// Enough lines to show the rhythm; there is one transcript for each case.
  private static let maxCount = 30

  private let writer = TranscriptWriter()
  private let interval: Int64
  private var count = 0
  /// The worst frame so far, where its line came too late to be noted.
  private var worst: (text: String, time: Int64)?
  private var worstWork: Int64 = -1
  private var computedBefore = ComputationCounts()
  private var backgroundBefore = ComputationCounts()
  private var evaluationsBefore = 0

  /// - Parameter interval: from one refresh to the next in nanoseconds.
  init(interval: Int64) {
    self.interval = interval
  }

  func note(_ event: EnvironmentEvent) {
    switch event.kind {
    case .tap: break
    case .location: note("state changes that the map does not show", at: event.time)
    case .movement: note("pins move", at: event.time)
    case .refresh: note("the data is loaded again", at: event.time)
    }
  }

  func noteSelection(of pin: Int, at time: Int64) {
    note("the user selects pin \(pin)", at: time)
  }

  func noteLostSelection(at refresh: Int) {
    note("the selection is lost", at: Int64(refresh) * interval)
  }

  func noteCrash(at time: Int64) {
    writer.noteAlways("an exception ends the app", at: time)
  }

  /// Notes a frame: what was computed, what changed on the map, how long it took.
  func note(_ frame: AnnotationUpdateDevice.Frame, context: UpdateContext, missedRefreshes: Int) {
    let counts = frame.counts
    let background = context.computedInBackground - backgroundBefore
    let onMain = context.meter.total - computedBefore - background
    var parts: [String] = []
    func add(_ count: Int, _ thing: String, _ what: String) {
      guard count > 0 else { return }
      parts.append("\(Self.grouped(count)) \(thing)\(count == 1 ? "" : "s") \(what)")
    }
    if context.bodyEvaluations > evaluationsBefore { parts.append("body evaluated") }
    add(onMain.itemsCompared, "item", "compared")
    add(onMain.pinsSorted, "pin", "sorted")
    add(background.pinsSorted, "pin", "sorted in the background")
    add(counts.annotationsRemoved, "annotation", "removed")
    add(counts.annotationsInserted, "annotation", "added")
    add(counts.annotationsMoved, "annotation", "moved")
    add(counts.viewsCreated, "view", "made")
    add(missedRefreshes, "refresh\(missedRefreshes == 1 ? "" : "e")", "missed")
    evaluationsBefore = context.bodyEvaluations
    computedBefore = context.meter.total
    backgroundBefore = context.computedInBackground
    let isWorst = frame.work > worstWork
    let isWorthALine =
      counts.annotationsRemoved + counts.annotationsInserted + counts.annotationsMoved > 0
      || missedRefreshes > 0
    guard isWorst || isWorthALine else { return }
    let tenths = (frame.work + 50_000) / 100_000
    parts.append("\(Self.grouped(Int(tenths / 10))).\(tenths % 10) ms of work")
    let time = Int64(frame.refresh) * interval
    let text = "a frame: " + parts.joined(separator: ", ")
    let isWritten = isWorthALine && note(text, at: time)
    guard isWorst else { return }
    worstWork = frame.work
    worst = isWritten ? nil : (text, time)
  }

  /// A number with a comma before each three digits.
  private static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var end = digits.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }

  /// - Returns: whether the transcript is not yet full.
  @discardableResult
  private func note(_ text: String, at time: Int64) -> Bool {
    guard count < Self.maxCount else { return false }
    count += 1
    writer.note(text, at: time)
    return true
  }

  /// The notes, and the worst frame at its time; called once, at the end.
  func transcript(title: String) -> Transcript {
    if let worst { writer.noteAlways("the worst of all, " + worst.text, at: worst.time) }
    return writer.transcript(title: title)
  }
}

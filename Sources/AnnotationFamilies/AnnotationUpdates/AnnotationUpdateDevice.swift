import EventSimulation
import MapSimulation
import Statistics

/// A device on the virtual clock that shows a map with one strategy.
///
/// A display link runs on the main thread at each refresh for which the thread is free. A frame
/// whose work takes longer than a refresh misses the next ones. The camera continues to move in
/// this time, and the next frame shows its new place.
final class AnnotationUpdateDevice {
  /// One frame.
  struct Frame {
    /// The refresh at which it began.
    let refresh: Int
    /// The parts of the main thread's work.
    let parts: FrameWork
    let counts: OperationCounts
    /// Indicates whether the camera moved between the frame before and the end of this one.
    let isMoving: Bool
    /// Indicates whether the data changed, or a body was evaluated.
    let isUpdate: Bool

    /// The main thread's work in nanoseconds.
    var work: Int64 { Int64(parts.total.rounded()) }
  }

  private let environment: UpdateEnvironment
  let model: PinModel
  let mapView: MapView
  let context: UpdateContext
  let strategy: any AnnotationUpdateCallbacks
  /// The latest frame, until it is taken.
  private var latestFrame: Frame?
  /// Frames that came on screen.
  private(set) var shownFrameCount = 0
  private(set) var staleness: Staleness
  private(set) var selection = SelectionWatch()

  private let main: MainThread
  private let interval: Int64
  private let observedState: ObservedState
  private let feed: DataFeed
  private let events: [EnvironmentEvent]
  private var random: SplitMix64
  private var nextEvent = 0
  private var latestRefresh = -1
  private var countsBefore = OperationCounts()
  private var fault: (any Error)?
  private let transcript: AnnotationUpdateTranscript?

  init(
    environment: UpdateEnvironment, factory: AnnotationUpdateStrategyFactory,
    transcript: AnnotationUpdateTranscript? = nil
  ) throws {
    self.environment = environment
    self.transcript = transcript
    let device = environment.device
    interval = environment.interval
    main = device.profile.mainThread(in: Simulation())
    model = PinModel(points: environment.points)
    feed = DataFeed(
      model: model, changes: environment.changes, profile: environment.device.profile)
    let interval = interval
    events = environment.events
    staleness = Staleness(
      modelTimes: [0] + events.filter(\.kind.changesModel).map(\.time),
      cameraTimes: environment.camera.movingRefreshes.map { Int64($0) * interval })
    random = SplitMix64(seed: environment.changes.seed ^ 0x7A95)
    context = UpdateContext(device: device, main: main)
    observedState = factory.observedState
    strategy = try factory.make(model, context)
    mapView = MapView(device: device, visibleMapRect: environment.camera.rects[0])
    mapView.delegate = strategy
    if transcript != nil { main.simulation.timeline = Timeline() }
    main.async { [weak self] in self?.refresh() }
  }

  deinit {
    main.simulation.cancelAll()
  }

  /// Indicates whether the watchdog or an exception has ended the app.
  var isTerminated: Bool { main.isTerminated }
  /// Indicates whether an exception has ended the app.
  var hasCrashed: Bool { main.hasCrashed }
  /// The time until the app or its use ended, in nanoseconds.
  var runningTime: Int64 { min(main.terminationTime ?? end, end) }
  /// The time when the last refresh is over, in nanoseconds.
  var end: Int64 { Int64(environment.frameCount) * interval }
  /// The refresh from which on the app shows nothing: after the last one, or after its termination.
  var endOfUse: Int {
    let end = main.terminationTime.map { Int(($0 + interval - 1) / interval) }
    return min(end ?? environment.frameCount, environment.frameCount)
  }

  /// What happened when; `nil` without a transcript.
  var timeline: Timeline? { main.simulation.timeline }

  /// Lets the time pass until a refresh, that one included.
  func run(untilRefresh refresh: Int) throws {
    main.simulation.run(until: Int64(refresh) * interval)
    if let fault = fault ?? context.fault { throw fault }
  }

  /// The frame that began since the last call, if any.
  func takeLatestFrame() -> Frame? { latestFrame.take() }

  /// Observes the selection. Not part of the timed code.
  func watchSelection(after frame: Frame) {
    selection.frameDidEnd(
      isUpdate: frame.isUpdate, model: model, mapView: mapView, strategy: strategy)
  }

  // MARK: - A frame

  private func refresh() {
    let now = context.now
    let refresh = min(Int(now / interval), environment.frameCount - 1)
    do {
      let latestCamera = camera(at: max(latestRefresh, 0))
      let isUpdate = try update(at: refresh)
      // Nothing of a frame in which an exception ended the app happens any more.
      guard !main.isTerminated else {
        transcript?.noteCrash(at: now)
        return
      }
      mapView.layoutAnnotationViews()
      let counts = mapView.counts - countsBefore
      let parts =
        counts.work(
          on: environment.device.profile, afterFirstView: countsBefore.viewsCreated > 0)
        + context.takeMainWork()
      let work = Int64(parts.total.rounded())
      countsBefore = mapView.counts
      let refreshes = FrameForecast.refreshes(for: work, interval: interval)
      latestRefresh = refresh
      // Work that begins at rest holds the map still, also where a finger comes meanwhile.
      let isMoving = camera(at: refresh) != latestCamera
      let frame = Frame(
        refresh: refresh, parts: parts, counts: counts, isMoving: isMoving, isUpdate: isUpdate)
      latestFrame = frame
      transcript?.note(frame, context: context, missedRefreshes: Int(refreshes - 1))
      main.work(for: work, named: "frame")
      // A frame in which the watchdog ended the app never comes on screen.
      guard !main.isTerminated else { return }
      shownFrameCount += 1
      staleness.frameDidShow(
        revision: context.shownRevision,
        cameraRevision: min(context.shownCameraRevision, environment.camera.revisions[refresh]),
        at: now + refreshes * interval)
      main.async(after: now + refreshes * interval - context.now) { [weak self] in
        self?.refresh()
      }
    } catch {
      fault = error
    }
  }

  /// The number of moves of the camera until a refresh, or until the end.
  private func camera(at refresh: Int) -> Int {
    environment.camera.revisions[min(refresh, environment.frameCount - 1)]
  }

  /// Calls the strategy for everything that happened since the latest frame.
  ///
  /// - Returns: whether the data changed or a body was evaluated.
  private func update(at refresh: Int) throws -> Bool {
    let isFirst = latestRefresh < 0
    let happened = performEvents(until: context.now)
    let camera = environment.camera
    mapView.setVisibleMapRect(camera.rects[refresh])
    let hasMoved = isFirst || camera.revisions[refresh] != context.cameraRevision
    context.cameraRevision = camera.revisions[refresh]
    let modelChanges = happened.contains(where: \.changesModel)
    if isFirst || modelChanges {
      var changes = feed.takeChanges()
      if isFirst {
        changes = ModelChanges()
        changes.inserted = model.pins
      }
      try strategy.modelDidChange(changes, on: mapView)
    }
    let evaluatesBody =
      switch observedState {
      case .nothing: false
      case .model: isFirst || modelChanges
      case .everything: isFirst || !happened.isEmpty
      }
    if evaluatesBody {
      context.bodyWillEvaluate()
      try strategy.bodyDidEvaluate(mapView)
    }
    if hasMoved { try strategy.mapViewDidChangeVisibleRegion(mapView) }
    let endedBefore = isFirst ? -1 : camera.endedMovements[latestRefresh]
    if camera.endedMovements[refresh] > endedBefore { try strategy.regionDidChange(mapView) }
    try strategy.displayWillRefresh(
      mapView, after: isFirst ? 0 : Int64(refresh - latestRefresh) * interval)
    return modelChanges || evaluatesBody
  }

  /// Applies all events that are due, in order.
  ///
  /// - Returns: the events that changed state of the screen: a tap that hits nothing does not.
  private func performEvents(until now: Int64) -> Set<EnvironmentEvent.Kind> {
    var happened: Set<EnvironmentEvent.Kind> = []
    while nextEvent < events.count, events[nextEvent].time <= now {
      let event = events[nextEvent]
      nextEvent += 1
      transcript?.note(event)
      switch event.kind {
      case .tap:
        // SwiftUI writes the binding of `Map(selection:)`.
        guard tap() else { continue }
      case .location: break
      case .movement: feed.move()
      case .refresh: feed.refresh()
      }
      happened.insert(event.kind)
    }
    return happened
  }

  /// The user taps a pin that has a view of its own, if there is one: the same one for all
  /// strategies that show it.
  ///
  /// - Returns: whether there is one.
  private func tap() -> Bool {
    var annotations: [Annotation?] = Array(repeating: nil, count: model.nextNumber)
    mapView.forEachView { view in
      guard view.annotation.memberCount == 1 else { return }
      strategy.forEachPin(of: view.annotation) { pin in
        if annotations.indices.contains(pin) { annotations[pin] = view.annotation }
      }
    }
    let pins = model.pins
    let start = Int(random.unit() * Double(pins.count))
    for offset in pins.indices {
      let pin = pins[(start + offset) % pins.count].number
      guard let annotation = annotations[pin] else { continue }
      mapView.selectAnnotation(annotation)
      selection.didSelect(pin)
      transcript?.noteSelection(of: pin, at: context.now)
      return true
    }
    return false
  }
}

/// The times that changes of the data and of the camera wait until the map shows them.
///
/// All times are nanoseconds of the virtual clock.
struct Staleness {
  /// The times at which each revision of the data, and each of the camera, came.
  private let modelTimes: [Int64]
  private let cameraTimes: [Int64]
  private var shownModelCount = 0
  private var shownCameraCount = 0
  /// The wait of each change, in the order in which they were shown.
  private(set) var waits: [Int64] = []

  /// - Parameters:
  ///   - modelTimes: by revision, ascending; the first is that of the data at the beginning.
  ///   - cameraTimes: the same of the camera.
  init(modelTimes: [Int64], cameraTimes: [Int64]) {
    self.modelTimes = modelTimes
    self.cameraTimes = cameraTimes
    waits.reserveCapacity(modelTimes.count + cameraTimes.count)
  }

  /// Records a frame that came on screen.
  ///
  /// - Parameters:
  ///   - revision: the revision of the data that it shows; -1 for none.
  ///   - cameraRevision: the same of the camera.
  mutating func frameDidShow(revision: Int, cameraRevision: Int, at time: Int64) {
    while shownModelCount <= min(revision, modelTimes.count - 1) {
      waits.append(time - modelTimes[shownModelCount])
      shownModelCount += 1
    }
    while shownCameraCount <= min(cameraRevision, cameraTimes.count - 1) {
      waits.append(time - cameraTimes[shownCameraCount])
      shownCameraCount += 1
    }
  }

  /// The waits with those of the changes that were never shown, which waited until the end.
  func waits(until end: Int64) -> [Int64] {
    waits + modelTimes[shownModelCount...].map { max(0, end - $0) }
      + cameraTimes[shownCameraCount...].map { max(0, end - $0) }
  }
}

/// An observer of the selection of the pin that the user tapped.
///
/// The selection is checked one frame after each update (a change of the data, or an evaluated
/// body), so that an app has the time to select the pin again. Until the pin leaves the data or
/// another one is tapped, it should be selected. A pin in a cluster cannot be selected, and a pin
/// out of view does not count.
struct SelectionWatch {
  /// Pins that the user selected.
  private(set) var tapCount = 0
  /// Updates after which a pin should have been selected, and those after which it was.
  private(set) var updatesWatched = 0
  private(set) var updatesKept = 0
  /// Losses of a selection.
  private(set) var lostCount = 0

  private var pin: Int?
  private var isHeld = false
  private var hasUpdate = false

  /// Records that the user selected a pin.
  mutating func didSelect(_ pin: Int) {
    tapCount += 1
    self.pin = pin
    isHeld = true
    hasUpdate = false
  }

  /// Records the end of a frame.
  ///
  /// - Parameter isUpdate: whether the data changed or a body was evaluated in it.
  mutating func frameDidEnd(
    isUpdate: Bool, model: PinModel, mapView: MapView, strategy: any AnnotationUpdateCallbacks
  ) {
    if let pin, !model.contains(pin) { self.pin = nil }
    if hasUpdate, let pin, let place = model.point(ofPin: pin), mapView.isVisible(place) {
      look(at: pin, mapView, strategy)
    }
    hasUpdate = isUpdate
  }

  private mutating func look(
    at pin: Int, _ mapView: MapView, _ strategy: any AnnotationUpdateCallbacks
  ) {
    let isSelected =
      mapView.selectedAnnotation.map { $0.memberCount == 1 && covers(pin, $0, strategy) } ?? false
    if !isSelected, isInCluster(pin, mapView, strategy) { return }
    updatesWatched += 1
    if isSelected { updatesKept += 1 }
    if isHeld, !isSelected { lostCount += 1 }
    isHeld = isSelected
  }

  private func isInCluster(
    _ pin: Int, _ mapView: MapView, _ strategy: any AnnotationUpdateCallbacks
  ) -> Bool {
    mapView.annotations.contains { $0.isCluster && covers(pin, $0, strategy) }
  }

  private func covers(
    _ pin: Int, _ annotation: Annotation, _ strategy: any AnnotationUpdateCallbacks
  ) -> Bool {
    var isCovered = false
    strategy.forEachPin(of: annotation) { if $0 == pin { isCovered = true } }
    return isCovered
  }
}

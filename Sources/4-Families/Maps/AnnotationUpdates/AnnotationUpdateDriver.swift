import Platform
import Simulation
import Support

/// A device on the virtual clock that shows a map with one strategy.
///
/// A display link runs on the main thread at each refresh for which the thread is free. A frame
/// whose work takes longer than a refresh misses the next ones. The camera continues to move in
/// this time, and the next frame shows its new place.
final class AnnotationUpdateDriver {
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

  let main: MainThread
  let model: PinModel
  let mapView: MapView
  let context: UpdateContext
  let strategy: any AnnotationUpdateCallbacks
  /// Frames that came on screen.
  private(set) var shownFrameCount = 0
  private(set) var staleness: Staleness
  private(set) var selection = SelectionRecord()

  private let environment: UpdateEnvironment
  private let interval: Int64
  private let observedState: ObservedState
  private let feed: DataFeed
  private let transcript: AnnotationUpdateTranscript?
  private var random: SplitMix64
  /// The latest frame, until it is taken.
  private var latestFrame: Frame?
  private var latestRefresh = -1
  private var countsBefore = OperationCounts()
  private var fault: (any Error)?

  init(
    _ environment: UpdateEnvironment, _ factory: AnnotationUpdateStrategyFactory,
    transcript: AnnotationUpdateTranscript? = nil
  ) throws {
    self.environment = environment
    self.transcript = transcript
    let device = environment.device
    let interval = environment.interval
    self.interval = interval
    main = device.profile.mainThread(in: Simulation())
    feed = DataFeed(environment)
    model = feed.model
    staleness = Staleness(
      data: [0] + feed.events.filter(\.kind.changesModel).map(\.time),
      camera: environment.camera.movingRefreshes.map { Int64($0) * interval })
    random = SplitMix64(seed: environment.changes.seed ^ 0x7A95)
    context = UpdateContext(device: device, main: main)
    observedState = factory.observedState
    strategy = try factory.make(model, context)
    mapView = MapView(device: device, visibleMapRect: environment.camera.rects[0])
    mapView.delegate = strategy
    if transcript != nil { main.simulation.timeline = Timeline() }
    main.async { [weak self] in self?.refresh() }
  }

  deinit { main.cancelAll() }

  /// The time when the last refresh is over, in nanoseconds.
  var end: Int64 { Int64(environment.frameCount) * interval }
  /// The time until the app or its use ended, in nanoseconds.
  var runningTime: Int64 { min(main.terminationTime ?? end, end) }

  /// Lets the time pass until a refresh, that one included.
  func run(untilRefresh refresh: Int) throws {
    main.simulation.run(until: Int64(refresh) * interval)
    if let fault = fault ?? context.fault { throw fault }
  }

  /// Returns the frame that began since the last call, if any, and observes the selection after it.
  /// Not part of the timed code.
  func takeLatestFrame() -> Frame? {
    guard let frame = latestFrame.take() else { return nil }
    let lostBefore = selection.lostCount
    selection.frameDidEnd(isUpdate: frame.isUpdate, on: self)
    if selection.lostCount > lostBefore {
      transcript?.note("the selection is lost", at: Int64(frame.refresh) * interval)
    }
    return frame
  }

  private func refresh() {
    let now = context.now
    let refresh = min(Int(now / interval), environment.frameCount - 1)
    do {
      let isUpdate = try update(at: refresh)
      // Nothing of a frame in which an exception ended the app happens any more.
      guard !main.isTerminated else {
        transcript?.noteCrash(at: now)
        return
      }
      mapView.layoutAnnotationViews()
      let counts = mapView.counts - countsBefore
      let parts =
        counts.work(on: environment.device.profile, afterFirstView: countsBefore.viewsCreated > 0)
        + context.takeMainWork()
      countsBefore = mapView.counts
      let revisions = environment.camera.revisions
      let frame = Frame(
        refresh: refresh, parts: parts, counts: counts,
        // Work that begins at rest holds the map still, also where a finger comes meanwhile.
        isMoving: revisions[refresh] != revisions[max(latestRefresh, 0)], isUpdate: isUpdate)
      latestRefresh = refresh
      latestFrame = frame
      transcript?.note(frame, context: context)
      main.work(for: frame.work, named: "frame")
      // A frame in which the watchdog ended the app never comes on screen.
      guard !main.isTerminated else { return }
      let end = now + FrameForecast.refreshes(for: frame.work, interval: interval) * interval
      shownFrameCount += 1
      staleness.frameDidShow(
        revision: context.shownRevision,
        cameraRevision: min(context.shownCameraRevision, revisions[refresh]), at: end)
      main.async(after: end - context.now) { [weak self] in self?.refresh() }
    } catch {
      fault = error
    }
  }

  /// Calls the strategy for everything that happened since the latest frame.
  ///
  /// - Returns: whether the data changed or a body was evaluated.
  private func update(at refresh: Int) throws -> Bool {
    let isFirst = latestRefresh < 0
    // The events that changed state of the screen: a tap that hits nothing does not.
    var happened: Set<EnvironmentEvent.Kind> = []
    feed.run(until: context.now) { event in
      transcript?.note(event)
      // SwiftUI writes the binding of `Map(selection:)`.
      if event.kind != .tap || tap() { happened.insert(event.kind) }
    }
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
      context.bodyEvaluations += 1
      try strategy.bodyDidEvaluate(mapView)
    }
    if hasMoved { try strategy.mapViewDidChangeVisibleRegion(mapView) }
    let endedBefore = isFirst ? -1 : camera.endedMovements[latestRefresh]
    if camera.endedMovements[refresh] > endedBefore { try strategy.regionDidChange(mapView) }
    try strategy.displayWillRefresh(
      mapView, after: isFirst ? 0 : Int64(refresh - latestRefresh) * interval)
    return modelChanges || evaluatesBody
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
    let lottery = PlaceLottery(draw: random.next())
    let shown = model.pins.filter { annotations[$0.number] != nil }
    guard let pin = shown.min(by: { lottery.ticket($0.point) < lottery.ticket($1.point) })?.number,
      let annotation = annotations[pin]
    else { return false }
    mapView.selectAnnotation(annotation)
    selection.didSelect(pin)
    transcript?.note("the user selects pin \(pin)", at: context.now)
    return true
  }
}

/// The times that changes of the data and of the camera wait until the map shows them, in nanoseconds
/// of the virtual clock.
struct Staleness {
  // The times at which the waiting revisions of the data, and of the camera, came, by revision.
  private var data: ArraySlice<Int64>
  private var camera: ArraySlice<Int64>
  /// The wait of each change, in the order in which they were shown.
  private var waits: [Int64] = []

  /// Takes the times of all revisions, ascending; the first is that at the beginning.
  init(data: [Int64], camera: [Int64]) {
    (self.data, self.camera) = (data[...], camera[...])
    waits.reserveCapacity(data.count + camera.count)
  }

  /// Records a frame that came on screen, with the revisions that it shows; -1 for none.
  mutating func frameDidShow(revision: Int, cameraRevision: Int, at time: Int64) {
    while data.startIndex <= revision, let change = data.popFirst() { waits.append(time - change) }
    while camera.startIndex <= cameraRevision, let change = camera.popFirst() {
      waits.append(time - change)
    }
  }

  /// The waits, including the changes that were never shown, which waited until the end.
  func waits(until end: Int64) -> [Int64] { waits + (data + camera).map { max(0, end - $0) } }
}

/// An observer of the selection of the pin that the user tapped.
///
/// The selection is checked one frame after each update (a change of the data, or an evaluated
/// body), so that an app has the time to select the pin again. Until the pin leaves the data or
/// another one is tapped, it should be selected. A pin in a cluster cannot be selected, and a pin
/// out of view does not count.
struct SelectionRecord {
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

  mutating func didSelect(_ pin: Int) {
    tapCount += 1
    self.pin = pin
    isHeld = true
    hasUpdate = false
  }

  /// - Parameter isUpdate: whether the data changed or a body was evaluated in it.
  mutating func frameDidEnd(isUpdate: Bool, on driver: AnnotationUpdateDriver) {
    defer { hasUpdate = isUpdate }
    guard let pin else { return }
    guard let place = driver.model.point(ofPin: pin) else {
      self.pin = nil
      return
    }
    let mapView = driver.mapView
    guard hasUpdate, mapView.isVisible(place) else { return }
    func covers(_ annotation: Annotation) -> Bool {
      var isCovered = false
      driver.strategy.forEachPin(of: annotation) { if $0 == pin { isCovered = true } }
      return isCovered
    }
    let isSelected = mapView.selectedAnnotation.map { $0.memberCount == 1 && covers($0) } ?? false
    if !isSelected, mapView.annotations.contains(where: { $0.isCluster && covers($0) }) { return }
    updatesWatched += 1
    if isSelected { updatesKept += 1 }
    if isHeld, !isSelected { lostCount += 1 }
    isHeld = isSelected
  }
}

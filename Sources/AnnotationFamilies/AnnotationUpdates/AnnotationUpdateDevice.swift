import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import Workloads

/// A device on the virtual clock that shows a map under one strategy.
///
/// A display link runs on the main thread at each refresh that it is free for. A frame whose work
/// takes longer than a refresh keeps it busy over the next ones, which then are missed; the camera
/// goes on meanwhile, and the next frame shows where it is by then.
final class AnnotationUpdateDevice {
  /// What one frame was.
  struct Frame {
    /// The refresh at which it began.
    let refresh: Int
    /// The main thread's work in nanoseconds.
    let work: Int64
    let counts: OperationCounts
    /// Whether the data changed, or a body was evaluated.
    let isUpdate: Bool
  }

  let world: AnnotationUpdateWorld
  let model: PinModel
  let mapView: MapView
  let context: UpdateContext
  let strategy: any AnnotationUpdateStrategy
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
  private let events: [WorldEvent]
  private var random: SplitMix64
  private var nextEvent = 0
  private var latestRefresh = -1
  private var countsBefore = OperationCounts()
  private var fault: (any Error)?
  private let transcript: AnnotationUpdateTranscript?

  init(
    world: AnnotationUpdateWorld, entry: AnnotationUpdateStrategyEntry,
    transcript: AnnotationUpdateTranscript? = nil
  ) throws {
    self.world = world
    self.transcript = transcript
    let device = world.device
    interval = world.interval
    main = device.profile.mainThread(in: Simulation())
    model = PinModel(points: world.points)
    feed = DataFeed(model: model, changes: world.changes)
    let interval = interval
    events = world.events
    staleness = Staleness(
      modelTimes: [0] + events.filter(\.kind.changesModel).map(\.time),
      cameraTimes: world.camera.movingRefreshes.map { Int64($0) * interval })
    random = SplitMix64(seed: world.changes.seed ^ 0x7A95)
    context = UpdateContext(device: device, main: main)
    observedState = entry.observedState
    strategy = try entry.make(model, context)
    mapView = MapView(device: device, visibleMapRect: world.camera.rects[0])
    mapView.delegate = strategy
    main.async { [weak self] in self?.refresh() }
  }

  deinit {
    main.simulation.cancelAll()
  }

  /// Whether the watchdog has ended the app.
  var isTerminated: Bool { main.isTerminated }
  /// When it did, in nanoseconds; `nil` while the app runs.
  var terminationTime: Int64? { main.terminationTime }
  /// When the last refresh is over, in nanoseconds.
  var end: Int64 { Int64(world.frameCount) * interval }

  /// Lets the time pass until a refresh, that one included.
  func run(untilRefresh refresh: Int) throws {
    main.simulation.run(until: Int64(refresh) * interval)
    if let fault = fault ?? context.fault { throw fault }
  }

  /// The frame that was begun since this was asked last, if any.
  func takeLatestFrame() -> Frame? { latestFrame.take() }

  /// Looks at what became of the selection; outside of what is timed.
  func watchSelection(after frame: Frame) {
    selection.frameDidEnd(
      isUpdate: frame.isUpdate, model: model, mapView: mapView, strategy: strategy)
  }

  // MARK: - A frame

  private func refresh() {
    let now = context.now
    let refresh = min(Int(now / interval), world.frameCount - 1)
    do {
      let isUpdate = try update(at: refresh)
      mapView.layoutAnnotationViews()
      let counts = mapView.counts - countsBefore
      let work =
        FrameForecast.work(
          of: counts, afterFirstView: countsBefore.viewsCreated > 0,
          profile: world.device.profile) + context.takeMainWork()
      countsBefore = mapView.counts
      let refreshes = FrameForecast.refreshes(for: work, interval: interval)
      latestRefresh = refresh
      let frame = Frame(refresh: refresh, work: work, counts: counts, isUpdate: isUpdate)
      latestFrame = frame
      transcript?.note(frame, context: context, missedRefreshes: Int(refreshes - 1))
      main.work(for: work)
      // What the watchdog ended never comes on screen.
      guard !main.isTerminated else { return }
      shownFrameCount += 1
      staleness.frameDidShow(
        revision: context.shownRevision,
        cameraRevision: min(context.shownCameraRevision, world.camera.revisions[refresh]),
        at: now + refreshes * interval)
      main.async(after: now + refreshes * interval - context.now) { [weak self] in
        self?.refresh()
      }
    } catch {
      fault = error
    }
  }

  /// Tells the strategy what happened since the latest frame.
  ///
  /// - Returns: whether the data changed or a body was evaluated.
  private func update(at refresh: Int) throws -> Bool {
    let isFirst = latestRefresh < 0
    let happened = performEvents(until: context.now)
    let camera = world.camera
    mapView.setVisibleMapRect(camera.rects[refresh])
    let hasMoved = isFirst || camera.revisions[refresh] != context.cameraRevision
    context.cameraRevision = camera.revisions[refresh]
    let modelChanges = happened.contains(where: \.changesModel)
    if isFirst || modelChanges {
      var changes = feed.takeChanges()
      if isFirst { changes = ModelChanges(initial: model.pins) }
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

  /// Lets everything happen that was due by now, in order.
  ///
  /// - Returns: what changed state of the screen: a tap that hits nothing does not.
  private func performEvents(until now: Int64) -> Set<WorldEvent.Kind> {
    var happened: Set<WorldEvent.Kind> = []
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

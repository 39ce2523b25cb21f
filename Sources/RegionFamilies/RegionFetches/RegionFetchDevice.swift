import Clustering
import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Statistics
import Workloads

/// A phone with a map whose pins come from a server, and its user.
final class RegionFetchDevice {
  private let environment: RegionFetchEnvironment
  private let simulation = Simulation()
  let main: MainThread
  private let mapView: RegionMapView
  private let layer = PinLayer()
  private let server: PinServer
  private let relay: RegionEndRelay
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?
  private var watch = RestWatch()
  private var staleAnswers = 0

  init(
    environment: RegionFetchEnvironment, entry: StrategyEntry<RegionFetchesFamily.Make>,
    transcript: TranscriptWriter? = nil
  ) {
    self.environment = environment
    self.transcript = transcript
    main = environment.device.profile.mainThread(in: simulation)
    mapView = environment.mapView(on: main)
    server = PinServer(
      index: environment.index, main: main, answerLimit: environment.answerLimit,
      latency: environment.latency, requestSize: environment.requestSize,
      resultSize: environment.resultSize, failureShare: environment.network.failureShare,
      seed: environment.network.seed)
    relay = RegionEndRelay(entry.make(mapView, layer, server))
    mapView.delegate = relay
    relay.regionWillEnd = { [unowned self] in note("region end") }
    layer.didShow = { [unowned self] isStale in pinsDidChange(isStale: isStale) }
    server.fetchDidBegin = { [unowned self] number, rect in
      let times = rect.width / mapView.visibleMapRect.width
      note("fetch \(number) asks for \(Self.extent(times))")
    }
    server.fetchDidEnd = { [unowned self] number, end in
      note("fetch \(number) \(end.summary)")
    }
  }

  /// Cancels all scheduled work, which would keep the server in a reference cycle.
  deinit { simulation.cancelAll() }

  /// Replays a gesture of the user and the rest after it; before the first one, the map appears.
  ///
  /// - Parameter number: 0 for the map's appearance, then the gestures in their order.
  func perform(_ number: Int) -> RegionFetchOutcome {
    let countsBefore = server.counts
    let regionEndsBefore = relay.regionEnds
    staleAnswers = 0
    let rest = environment.session.rests[number]
    let cause: RegionFetchOutcome.Cause
    if number == 0 {
      main.async { [unowned self] in appear() }
      cause = .appearance
    } else {
      let gesture = environment.session.gestures[number - 1]
      schedule(gesture, number: number)
      cause = gesture.isFling ? .fling : .pinch
    }
    simulation.run(until: rest.end)
    if watch.isResting, !watch.isLoaded { note("the rest ends with something missing") }
    return RegionFetchOutcome(
      cause: cause, regionEnds: relay.regionEnds - regionEndsBefore,
      fetches: server.counts - countsBefore, staleAnswers: staleAnswers,
      rest: watch.restDidEnd(rest))
  }

  private func appear() {
    note("the map appears")
    // The map reports its first region to the delegate as a change.
    relay.mapView(mapView, regionDidChangeAnimated: false)
    rest(0)
  }

  private func schedule(_ gesture: MapSession.Gesture, number: Int) {
    let start = gesture.start - simulation.now
    for (index, movement) in gesture.movements.enumerated() {
      main.async(after: start + Int64(index) * environment.session.frameTime) { [unowned self] in
        if index == 0 {
          watch.gestureDidBegin()
          note(gesture.isFling ? "fling \(number) begins" : "pinch \(number) begins")
          mapView.userDidBeginGesture()
        }
        mapView.userDidMove(by: movement)
        guard gesture.regionEnds.contains(index) else { return }
        mapView.userDidEndGesture()
        if index < gesture.movements.count - 1 {
          // The map rolls on.
          mapView.userDidBeginGesture()
        } else {
          rest(number)
        }
      }
    }
  }

  private func rest(_ number: Int) {
    watch.restDidBegin(
      wanting: environment.wantedPins(in: mapView.visibleMapRect, rest: number), on: layer,
      at: simulation.now, since: environment.session.rests[number].start)
    note(
      watch.isLoaded
        ? "the map rests: everything visible is loaded" : "the map rests: something is missing")
  }

  private func pinsDidChange(isStale: Bool) {
    if isStale {
      staleAnswers += 1
      note("older pins replace newer ones")
    }
    if watch.pinsDidChange(on: layer, at: simulation.now) {
      note(watch.isLoaded ? "everything visible is loaded" : "something is missing again")
    }
  }

  /// The extent of a rectangle relative to the screen.
  private static func extent(_ times: Double) -> String {
    abs(times - 1) < 0.005
      ? "the visible region" : "\((times * 100).rounded() / 100) times its width and height"
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }
}

extension PinServer.FetchEnd {
  /// The text of a transcript, after the fetch's number.
  fileprivate var summary: String {
    switch self {
    case .answered(let pins): "is answered: \(pins) pin\(pins == 1 ? "" : "s")"
    case .failed: "fails"
    case .cancelled: "is cancelled"
    }
  }
}

/// Forwards a map's events to its app's delegate, and counts the region ends.
final class RegionEndRelay: RegionMapViewDelegate {
  private let delegate: any RegionMapViewDelegate
  /// The number of times that the map has said that its region has changed.
  private(set) var regionEnds = 0
  /// Called before the delegate is called at a region end.
  var regionWillEnd: () -> Void = {}

  init(_ delegate: any RegionMapViewDelegate) {
    self.delegate = delegate
  }

  func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    delegate.mapView(mapView, regionWillChangeAnimated: animated)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    delegate.mapViewDidChangeVisibleRegion(mapView)
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    regionEnds += 1
    regionWillEnd()
    delegate.mapView(mapView, regionDidChangeAnimated: animated)
  }
}

/// The data that all strategies of a case share.
struct RegionFetchEnvironment: Sendable {
  let index: SpatialIndex
  let session: MapSession
  let device: Device
  let network: NetworkSource
  /// The rectangle that the map shows in each rest, if only the user moves it, and the pins in it.
  private let rests: [(rect: MapRect, wantedPins: [Int])]

  init(index: SpatialIndex, session: MapSession, device: Device, network: NetworkSource) {
    self.index = index
    self.session = session
    self.device = device
    self.network = network
    rests = Self.restingRects(of: session, on: device).map { rect in
      (rect, index.wantedPins(in: rect, limit: device.answerLimit))
    }
  }

  /// The pins that the map should show in a rest: the best ones of the visible region, as many as
  /// an answer holds.
  func wantedPins(in visible: MapRect, rest: Int) -> [Int] {
    rests[rest].rect == visible
      ? rests[rest].wantedPins : index.wantedPins(in: visible, limit: answerLimit)
  }

  /// The time that the server takes to answer.
  var latency: LatencyDistribution {
    LatencyDistribution(
      median: Int64(device.profile[.fetchLatencyMedian]),
      percentile95: Int64(device.profile[.fetchLatencyP95]))
  }

  /// The maximum number of pins in an answer.
  var answerLimit: Int { device.answerLimit }
  /// The bytes of a request, and of an answer without pins.
  var requestSize: Int { Int(device.profile[.fetchRequestSize].rounded()) }
  /// The bytes of a pin in an answer.
  var resultSize: Int { Int(device.profile[.fetchResultSize].rounded()) }

  /// The map when it appears.
  func mapView(on main: MainThread) -> RegionMapView {
    RegionMapView(
      main: main, viewport: device.viewport, visibleMapRect: session.start,
      refresh: device.refresh,
      layoutPassConversions: Int(device.profile[.layoutPassConversions]),
      changeThreshold: device.profile[.regionChangeThreshold],
      animationDuration: Int64(device.profile[.regionAnimation]))
  }

  /// The rectangles that the map shows in each rest, if only the user moves it.
  private static func restingRects(of session: MapSession, on device: Device) -> [MapRect] {
    let simulation = Simulation()
    let main = MainThread(simulation: simulation, hangThreshold: .max, watchdogLimit: .max)
    let mapView = RegionMapView(
      main: main, viewport: device.viewport, visibleMapRect: session.start,
      refresh: device.refresh, layoutPassConversions: 0,
      changeThreshold: device.profile[.regionChangeThreshold], animationDuration: 0)
    var rects = [mapView.visibleMapRect]
    main.async {
      for gesture in session.gestures {
        mapView.userDidBeginGesture()
        for movement in gesture.movements { mapView.userDidMove(by: movement) }
        mapView.userDidEndGesture()
        rects.append(mapView.visibleMapRect)
      }
    }
    simulation.run()
    return rects
  }
}

extension Device {
  /// The maximum number of pins in an answer of the server.
  var answerLimit: Int { Int(profile[.serverAnswerLimit]) }
}

extension SpatialIndex {
  fileprivate func wantedPins(in visible: MapRect, limit: Int) -> [Int] {
    var wanted: [Int] = []
    _ = bestPins(in: visible, limit: limit, into: &wanted)
    return wanted
  }
}

import Clustering
import ScenarioModel
import Simulation
import Support

/// A phone with a map whose pins come from a server, and its user.
///
/// It is the map's delegate and forwards the events to the app's.
final class RegionFetchDriver {
  let main: MainThread
  private let environment: RegionFetchEnvironment
  private let simulation = Simulation()
  private let map: RegionMapView
  private let layer = PinLayer()
  private let server: SimulatedPinServer
  private let strategy: any RegionMapViewDelegate
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?
  private var recorder = RestRecorder()
  /// The number of times that the map has said that its region has changed.
  private var regionEnds = 0
  private var staleAnswers = 0

  init(
    _ environment: RegionFetchEnvironment, make: RegionFetchMake,
    transcript: TranscriptWriter? = nil
  ) {
    self.environment = environment
    self.transcript = transcript
    let device = environment.device
    main = device.profile.mainThread(in: simulation)
    map = RegionMapView(on: device, main: main, visibleMapRect: environment.session.start)
    server = SimulatedPinServer(
      index: environment.index, main: main, profile: device.profile, network: environment.network)
    strategy = make(map, layer, server)
    map.delegate = self
    layer.didShow = { [unowned self] isStale in pinsDidChange(isStale: isStale) }
    server.fetchDidBegin = { [unowned self] number, rect in
      let times = rect.width / map.visibleMapRect.width
      note("fetch \(number) asks for \(Self.extent(times))")
    }
    server.fetchDidEnd = { [unowned self] number, end in note("fetch \(number) \(end())") }
  }

  /// Cancels all scheduled work, which would keep the server in a reference cycle.
  deinit { main.cancelAll() }

  /// Replays a gesture of the user and the rest after it; before the first one, the map appears.
  ///
  /// - Parameter number: 0 for the map's appearance, then the gestures in their order.
  func perform(_ number: Int) -> RegionFetchRecord {
    let countsBefore = server.counts
    regionEnds = 0
    staleAnswers = 0
    let rest = environment.session.rests[number]
    let cause: RegionFetchRecord.Cause
    if number == 0 {
      main.async { [unowned self] in appear() }
      cause = .appearance
    } else {
      let gesture = environment.session.gestures[number - 1]
      schedule(gesture, number: number)
      cause = gesture.isFling ? .fling : .pinch
    }
    simulation.run(until: rest.end)
    if recorder.isResting, !recorder.isLoaded { note("the map's rest ends with something missing") }
    return RegionFetchRecord(
      cause: cause, regionEnds: regionEnds, fetches: server.counts - countsBefore,
      staleAnswers: staleAnswers, rest: recorder.restDidEnd(rest))
  }

  private func appear() {
    note("the map appears")
    // The map reports its first region to the delegate as a change.
    mapView(map, regionDidChangeAnimated: false)
    rest(0)
  }

  private func schedule(_ gesture: MapSession.Gesture, number: Int) {
    let start = gesture.start - simulation.now
    for (index, movement) in gesture.movements.enumerated() {
      main.async(after: start + Int64(index) * environment.session.frameTime) { [unowned self] in
        if index == 0 {
          recorder.gestureDidBegin()
          note(gesture.isFling ? "fling \(number) begins" : "pinch \(number) begins")
          map.userDidBeginGesture()
        }
        map.userDidMove(by: movement)
        guard gesture.regionEnds.contains(index) else { return }
        map.userDidEndGesture()
        if index < gesture.movements.count - 1 {
          // The map rolls on.
          map.userDidBeginGesture()
        } else {
          rest(number)
        }
      }
    }
  }

  /// The pins that the map should show now are the best ones of the visible region, as many as an
  /// answer holds.
  private func rest(_ number: Int) {
    recorder.restDidBegin(
      wanting: server.bestPins(in: map.visibleMapRect).pins, on: layer, at: simulation.now,
      since: environment.session.rests[number].start)
    note(
      recorder.isLoaded
        ? "the map rests: everything visible is loaded" : "the map rests: something is missing")
  }

  private func pinsDidChange(isStale: Bool) {
    if isStale {
      staleAnswers += 1
      note("older pins replace newer ones")
    }
    if recorder.pinsDidChange(on: layer, at: simulation.now) {
      note(recorder.isLoaded ? "everything visible is loaded" : "something is missing again")
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

extension RegionFetchDriver: RegionMapViewDelegate {
  func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    strategy.mapView(mapView, regionWillChangeAnimated: animated)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    strategy.mapViewDidChangeVisibleRegion(mapView)
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    regionEnds += 1
    note("region end")
    strategy.mapView(mapView, regionDidChangeAnimated: animated)
  }
}

/// The data that all strategies of a case share.
struct RegionFetchEnvironment: Sendable {
  let index: SpatialIndex
  let session: MapSession
  let device: Device
  let network: RegionFetchSettings.Network
}

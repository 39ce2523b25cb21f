import EventSimulation
import MapGeometry
import MapSimulation
import ScenarioModel
import Workloads

/// A phone with a map whose pins come from a server, and its user.
final class RegionFetchDevice {
  private let world: RegionFetchWorld
  private let simulation = Simulation()
  private let main: MainThread
  private let mapView: RegionMapView
  private let layer = PinLayer()
  private let server: PinServer
  private let relay: RegionEndRelay
  /// Takes down what happens, where somebody wants to read it.
  private let transcript: TranscriptWriter?
  private var watch = RestWatch()
  private var staleAnswers = 0

  init(
    world: RegionFetchWorld, entry: RegionFetchStrategyEntry, transcript: TranscriptWriter? = nil
  ) {
    self.world = world
    self.transcript = transcript
    main = world.device.profile.mainThread(in: simulation)
    mapView = world.mapView(on: main)
    server = PinServer(
      index: world.index, main: main, latency: world.latency, requestSize: world.requestSize,
      resultSize: world.resultSize, failureShare: world.network.failureShare,
      seed: world.network.seed)
    relay = RegionEndRelay(entry.make(mapView, layer, server))
    mapView.delegate = relay
    relay.regionWillEnd = { [unowned self] in note("region end") }
    layer.didShow = { [unowned self] isStale in pinsDidChange(isStale: isStale) }
    server.fetchDidBegin = { [unowned self] number, rect in
      let times = rect.width / mapView.visibleMapRect.width
      note("fetch \(number.value) asks for \(Self.extent(times))")
    }
    server.fetchDidEnd = { [unowned self] number, end in
      note("fetch \(number.value) \(end.inWords)")
    }
  }

  /// What is still on its way when the phone is put down holds the server, and the server it.
  deinit { simulation.cancelAll() }

  /// Lets the user make a gesture and rest after it; before the first one, the map appears.
  ///
  /// - Parameter number: 0 for the map's appearance, then the gestures in their order.
  func perform(_ number: Int) -> RegionFetchOutcome {
    let countsBefore = server.counts
    let regionEndsBefore = relay.regionEnds
    staleAnswers = 0
    let rest = world.session.rests[number]
    let cause: RegionFetchOutcome.Cause
    if number == 0 {
      main.async { [unowned self] in appear() }
      cause = .appearance
    } else {
      let gesture = world.session.gestures[number - 1]
      schedule(gesture, number: number)
      cause = gesture.isFling ? .fling : .pinch
    }
    simulation.run(until: rest.end)
    if watch.isResting, !watch.isLoaded { note("the rest ends, and not everything was loaded") }
    return RegionFetchOutcome(
      cause: cause, regionEnds: relay.regionEnds - regionEndsBefore,
      fetches: server.counts - countsBefore, staleAnswers: staleAnswers,
      rest: watch.restDidEnd(rest))
  }

  private func appear() {
    note("the map appears")
    // The map's first region comes to the delegate as one that has changed.
    relay.mapView(mapView, regionDidChangeAnimated: false)
    rest(0)
  }

  private func schedule(_ gesture: MapSession.Gesture, number: Int) {
    let start = gesture.start - simulation.now
    for (index, movement) in gesture.movements.enumerated() {
      main.async(after: start + Int64(index) * world.session.frameTime) { [unowned self] in
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
      wanting: world.wantedPins(in: mapView.visibleMapRect, rest: number), on: layer,
      at: simulation.now, since: world.session.rests[number].start)
    note(
      watch.isLoaded
        ? "the map rests: everything visible is loaded" : "the map rests: something is missing")
  }

  private func pinsDidChange(isStale: Bool) {
    if isStale {
      staleAnswers += 1
      note("older pins take the place of newer ones")
    }
    if watch.pinsDidChange(on: layer, at: simulation.now) {
      note(watch.isLoaded ? "everything visible is loaded" : "something is missing again")
    }
  }

  /// What is asked for, beside what the screen shows.
  private static func extent(_ times: Double) -> String {
    abs(times - 1) < 0.005
      ? "the visible region" : "\((times * 100).rounded() / 100) times its width and height"
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }
}

import Clustering
import ScenarioModel
import Simulation

/// Plays an app with a map screen and a strategy, in one setting.
package final class RegionUpdateDriver {
  let main: MainThread
  let map: RegionMapView
  let model: MapScreenModel
  private let simulation = Simulation()
  private let graph: ViewGraph
  private let environment: RegionUpdateEnvironment
  private let strategy: any RegionUpdateStrategy
  /// The time of a change of the region by code, on the main thread.
  private let changeDuration: Int64
  // The exclusivity checks cost a tenth of an update's time; the tests run with them.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var recorder: RegionUpdateRecorder
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var gate = LoopGate()
  /// The places on the screen after the first update; `nil` before it.
  private var placesInFirstView: Int?
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: RegionUpdateTranscript?

  package init(
    environment: RegionUpdateEnvironment, setting: RegionAppSetting,
    entry: StrategyEntry<RegionUpdateMake>, transcript: RegionUpdateTranscript? = nil
  ) {
    self.environment = environment
    self.transcript = transcript
    let profile = environment.device.profile
    changeDuration = Int64(profile[.setCamera])
    main = profile.mainThread(in: simulation)
    graph = ViewGraph(main: main, updateDuration: Int64(profile[.updatePass]))
    let script = environment.script
    map = RegionMapView(
      on: environment.device, main: main, visibleMapRect: script.start,
      fitting: environment.fitting)
    model = MapScreenModel(
      region: Region(script.start), userLocation: script.userLocation, content: script.content,
      graph: graph)
    let delivery = StateDelivery(mode: setting.delivery, main: main)
    strategy = entry.make(model, delivery, setting.isAnimated)
    recorder = RegionUpdateRecorder(
      setting: setting, map: map, idleAfter: map.animationDuration + 100_000_000)
    graph.update = { [unowned self] in update() }
    if let transcript {
      map.layoutPassDidConvert = { [unowned self] in
        transcript.layoutPassDidConvert(map, at: simulation.now)
      }
    }
    model.regionDidChange = { [unowned self] _, new in
      recorder.regionDidChange(at: simulation.now)
      transcript?.stateDidChange(to: new, duringUpdate: graph.isUpdating, at: simulation.now)
    }
  }

  /// Cancels all scheduled work, which would keep the map in a reference cycle.
  deinit { main.cancelAll() }

  /// Runs the script until the screen is left.
  package func perform() -> RegionUpdateRecord {
    let script = environment.script
    simulation.schedule(after: 0) { [unowned self] in
      main.async { [unowned self] in
        let changeCount = map.programmaticChangeCount
        strategy.makeUIView(map)
        work(forChangesSince: changeCount)
        graph.setNeedsUpdate()
      }
    }
    for event in script.events {
      main.async(after: event.time) { [unowned self] in handle(event.action) }
    }
    // Strategies that keep the main thread busy without an update are stopped by this number.
    var actionsLeft = 100_000 + 20_000 * Int(script.duration / 1_000_000_000)
    while actionsLeft > 0, simulation.runNext(until: script.duration) {
      actionsLeft -= 1
      recorder.mapMayHaveMoved(map, at: simulation.now)
    }
    if actionsLeft == 0 { recorder.loopWasFound(at: simulation.now) }
    var record = recorder.record(
      changes: script.changeCount, map: map, isSettled: !graph.needsUpdate,
      modificationsDuringUpdate: graph.modificationsDuringUpdate, at: script.duration)
    if let placesInFirstView {
      record.places = script.places.count
      record.placesInFirstView = placesInFirstView
    }
    return record
  }

  // MARK: - Updates

  private func update() {
    let situation = RegionSituation(
      region: model.region, otherChanges: model.otherChangeCount, rect: map.visibleMapRect,
      isAnimating: map.isAnimating)
    switch gate.updateWillBegin(in: situation, at: simulation.now) {
    case .continues: break
    case .loopFound(let loop):
      recorder.loopWasFound(at: simulation.now)
      transcript?.loopWasFound(loop, at: simulation.now)
    case .isStopped(let interval):
      graph.cancelUpdate()
      recorder.loopWasStopped(interval: interval, at: simulation.now)
      transcript?.loopWasStopped(at: simulation.now)
      return
    case .isSuppressed:
      graph.cancelUpdate()
      return
    }
    recorder.updateDidBegin(at: simulation.now)
    let old = map.visibleMapRect
    let changeCount = map.programmaticChangeCount
    strategy.updateUIView(map)
    work(forChangesSince: changeCount)
    if placesInFirstView == nil {
      placesInFirstView = environment.script.placeCount(in: map.visibleMapRect)
    }
    gate.updateDidEnd(movedMap: map.programmaticChangeCount > changeCount)
    transcript?.updateDidEnd(from: old, map: map, at: simulation.now)
  }

  /// Keeps the main thread busy with the changes of the region that the strategy has made since a
  /// number of them. Each costs the same, animated or not; a request that changes nothing is free.
  private func work(forChangesSince changeCount: Int) {
    let changes = map.programmaticChangeCount - changeCount
    guard changes > 0, changeDuration > 0 else { return }
    main.work(for: Int64(changes) * changeDuration, named: "setRegion")
  }

  // MARK: - External events

  private func handle(_ action: RegionScript.Action) {
    let now = simulation.now
    let changeCount = map.programmaticChangeCount
    // After all else, so that what follows the event is recorded with its own time.
    defer { work(forChangesSince: changeCount) }
    recorder.externalEvent(at: now)
    // In the middle of a gesture it belongs to the gesture.
    if action.isChange, !map.isUserInteracting {
      recorder.changeWillBegin(map: map, isSettled: !graph.needsUpdate, at: now)
    }
    gate.eventDidOccur(
      isAtRest: !graph.needsUpdate && !map.isAnimating, writesState: action.writesState)
    transcript?.event(action, map: map, at: now)
    switch action {
    case .gestureBegins:
      recorder.gestureDidBegin(map: map, at: now)
      map.userDidBeginGesture()
    case .movement(let movement):
      if let pull = recorder.fingersWillMove(by: movement, map: map) {
        transcript?.conflict(pull: pull, at: now)
      }
      map.userDidMove(by: movement)
      recorder.fingersDidMove(map)
    case .gestureEnds:
      if let pull = recorder.fingersWillLetGo(of: map) { transcript?.conflict(pull: pull, at: now) }
      map.userDidEndGesture()
      recorder.gestureDidEnd(at: now)
    case .location(let location): model.locationState.value = location
    case .refresh: model.refreshState.value += 1
    case .command(let command, _):
      let region = recorder.commandDidBegin(command, model: model, map: map, at: now)
      strategy.centerMap(on: region)
    case .resize(let viewport, _):
      recorder.viewWillResize(to: viewport, map: map, at: now)
      map.resize(to: viewport)
      recorder.viewDidResize(map)
    }
  }
}

/// The data that all strategies and settings of a case share.
package typealias RegionUpdateEnvironment = (
  script: RegionScript, device: Device, fitting: RegionFitting
)

import EventSimulation
import MapGeometry
import MapSimulation
import UpdateSimulation
import Workloads

/// One phone with a map screen, in one setting of its app.
package final class RegionUpdateDevice {
  let main: MainThread
  let map: RegionMapView
  let model: MapScreenModel
  private let simulation = Simulation()
  private let graph: ViewGraph
  private let world: RegionUpdateWorld
  private let strategy: any RegionUpdateStrategy
  // Checked where the tests run; the checks cost a tenth of an update's time.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var watch: RegionWatch
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var gate = LoopGate()
  /// Takes down what happens, where somebody wants to read it.
  private let transcript: RegionUpdateTranscript?

  package convenience init(
    world: RegionUpdateWorld, setting: RegionAppSetting, entry: RegionUpdateStrategyEntry
  ) {
    self.init(world: world, setting: setting, entry: entry, transcript: nil)
  }

  init(
    world: RegionUpdateWorld, setting: RegionAppSetting, entry: RegionUpdateStrategyEntry,
    transcript: RegionUpdateTranscript?
  ) {
    self.world = world
    self.transcript = transcript
    main = world.device.profile.mainThread(in: simulation)
    graph = ViewGraph(main: main, updateDuration: world.updateDuration)
    map = RegionMapView(
      main: main, viewport: world.script.viewport, visibleMapRect: world.script.start,
      refresh: world.device.refresh, fitting: world.fitting,
      animationDuration: world.animationDuration)
    model = MapScreenModel(
      region: Region(world.script.start), userLocation: world.script.userLocation, graph: graph)
    strategy = entry.make(model, StateDelivery(setting.delivery, on: main), setting.isAnimated)
    watch = RegionWatch(
      setting: setting, main: main, refresh: world.device.refresh, map: map,
      idleAfter: world.animationDuration + 100_000_000)
    graph.update = { [unowned self] in update() }
    model.regionDidChange = { [unowned self] _, new in
      watch.regionDidChange(at: simulation.now)
      transcript?.stateDidChange(to: new, duringUpdate: graph.isUpdating, at: simulation.now)
    }
  }

  /// What is still on its way when the screen is left holds the map, and the map it.
  deinit { simulation.cancelAll() }

  /// Lets the script happen, until the screen is left.
  package func perform() -> RegionUpdateOutcome {
    let script = world.script
    simulation.schedule(after: 0) { [unowned self] in
      main.async { [unowned self] in
        strategy.makeUIView(map)
        graph.setNeedsUpdate()
      }
    }
    for event in script.events {
      main.async(after: event.time) { [unowned self] in handle(event.action) }
    }
    // Who keeps the main thread busy without any update is stopped by the number of actions.
    var actionsLeft = 100_000 + 20_000 * Int(script.duration / 1_000_000_000)
    while actionsLeft > 0, simulation.runNext(until: script.duration) {
      actionsLeft -= 1
      watch.mapMayHaveMoved(map, at: simulation.now)
    }
    if actionsLeft == 0 { watch.loopWasFound(at: simulation.now) }
    return watch.outcome(
      changes: script.changeCount, map: map, isSettled: !graph.needsUpdate,
      modificationsDuringUpdate: graph.modificationsDuringUpdate, at: script.duration)
  }

  // MARK: - Updates

  private func update() {
    let situation = RegionSituation(
      region: model.region, otherChanges: model.otherChangeCount, rect: map.visibleMapRect,
      isAnimating: map.isAnimating)
    switch gate.updateWillBegin(in: situation, at: simulation.now) {
    case .goesOn: break
    case .loopFound(let loop):
      watch.loopWasFound(at: simulation.now)
      transcript?.loopWasFound(loop, at: simulation.now)
    case .isStopped(let interval):
      graph.cancelUpdate()
      watch.loopWasStopped(interval: interval, at: simulation.now)
      transcript?.loopWasStopped(at: simulation.now)
      return
    case .isSuppressed:
      graph.cancelUpdate()
      return
    }
    watch.updateDidBegin(at: simulation.now)
    let old = map.visibleMapRect
    let changeCount = map.programmaticChangeCount
    strategy.updateUIView(map)
    gate.updateDidEnd(movedMap: map.programmaticChangeCount > changeCount)
    transcript?.updateDidEnd(from: old, map: map, at: simulation.now)
  }

  // MARK: - Events from outside

  private func handle(_ action: RegionScript.Action) {
    let now = simulation.now
    watch.eventFromOutside(at: now)
    // In the middle of a gesture it belongs to the gesture.
    if action.isChange, !map.isUserInteracting {
      watch.changeWillBegin(map: map, isSettled: !graph.needsUpdate, at: now)
    }
    gate.eventDidOccur(
      isAtRest: !graph.needsUpdate && !map.isAnimating,
      writesState: action.writesState)
    transcript?.event(action, map: map, at: now)
    switch action {
    case .gestureBegins:
      watch.gestureDidBegin(map: map, at: now)
      map.userDidBeginGesture()
    case .movement(let movement):
      if let pull = watch.fingersWillMove(by: movement, map: map) {
        transcript?.fight(pull: pull, at: now)
      }
      map.userDidMove(by: movement)
      watch.fingersDidMove(map)
    case .gestureEnds:
      if let pull = watch.fingersWillLetGo(of: map) {
        transcript?.fight(pull: pull, at: now)
      }
      map.userDidEndGesture()
      watch.gestureDidEnd(at: now)
    case .location(let location): model.userLocation = location
    case .refresh: model.refreshCount += 1
    case .command(let command, _):
      let region = watch.commandDidBegin(command, model: model, map: map, at: now)
      strategy.centerMap(on: region)
    case .resize(let viewport, _):
      watch.viewWillResize(to: viewport, map: map, at: now)
      map.resize(to: viewport)
      watch.viewDidResize(map)
    }
  }
}

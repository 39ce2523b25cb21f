import EventSimulation
import MapGeometry
import PlaceSearch
import SearchSimulation

/// One person's phone while a list of addresses is open.
final class GeocodingDevice {
  let service: SearchService
  let main: MainThread
  private let simulation = Simulation()
  private let list: AddressList
  private let strategy: any GeocodingStrategy
  /// When each row first came on screen, and whether it is there now.
  private var firstAppearances: [Int: Int64] = [:]
  private var timesToLabel: [Int64] = []
  private var rowsOnScreen: Set<Int> = []
  private var rowsSeenWithLabel: Set<Int> = []

  init(
    engine: any PlaceSearching, platform: PlatformSource, seed: UInt64,
    entry: GeocodingStrategyEntry
  ) {
    main = platform.mainThread(in: simulation)
    service = platform.service(engine: engine, main: main, seed: seed)
    list = AddressList(main: main)
    strategy = entry.make(list, service)
    list.rowDidGetLabel = { [unowned self] row, _ in noteLabel(row) }
  }

  /// What is still on its way when the phone is put down holds the service, and the service it.
  deinit { simulation.cancelAll() }

  /// Lets the person scroll, until they close the list or the watchdog ends the app.
  func perform(_ visit: ListVisit) -> GeocodingOutcome {
    for event in visit.events {
      main.async(after: event.time) { [unowned self] in handle(event, of: visit) }
    }
    simulation.run(until: visit.closingTime)
    let isRight = list.labels.count { row, placemark in
      placemark.coordinate == visit.nearestAddresses[row]
    }
    return GeocodingOutcome(
      rowsSeen: firstAppearances.count, rowsLabelled: rowsSeenWithLabel.count,
      labels: list.labels.count, rightLabels: isRight, timesToLabel: timesToLabel,
      hangs: main.hangs, isTerminated: main.isTerminated)
  }

  private func handle(_ event: ListVisit.Event, of visit: ListVisit) {
    switch event.change {
    case .appears:
      rowsOnScreen.insert(event.row)
      if firstAppearances[event.row] == nil { firstAppearances[event.row] = simulation.now }
      if list.labels[event.row] == nil {
        strategy.rowDidAppear(event.row, coordinate: visit.coordinates[event.row])
      } else {
        rowsSeenWithLabel.insert(event.row)
      }
    case .disappears:
      rowsOnScreen.remove(event.row)
      strategy.rowDidDisappear(event.row)
    }
  }

  private func noteLabel(_ row: Int) {
    guard rowsOnScreen.contains(row) else { return }
    if rowsSeenWithLabel.insert(row).inserted, let first = firstAppearances[row] {
      timesToLabel.append(simulation.now - first)
    }
  }
}

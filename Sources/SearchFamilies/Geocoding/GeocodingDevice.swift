import EventSimulation
import MapGeometry
import PlaceSearch
import ScenarioModel
import SearchSimulation
import Workloads

/// A person's phone while a list of addresses is open.
final class GeocodingDevice {
  let service: SearchService
  let main: MainThread
  private let simulation = Simulation()
  private let list: AddressList
  private let strategy: any GeocodingStrategy
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?
  /// The time at which each row should first come on screen; a busy main thread may be late with
  /// it.
  private var firstAppearances: [Int: Int64] = [:]
  private var timesToLabel: [Int64] = []
  private var rowsOnScreen: Set<Int> = []
  private var rowsSeenWithLabel: Set<Int> = []

  init(
    engine: any PlaceSearching, platform: PlatformSource, seed: UInt64,
    entry: StrategyEntry<GeocodingFamily.Make>, transcript: TranscriptWriter? = nil
  ) {
    self.transcript = transcript
    main = platform.profile.mainThread(in: simulation)
    service = platform.service(engine: engine, main: main, seed: seed)
    list = AddressList(main: main)
    strategy = entry.make(list, service)
    list.rowDidGetLabel = { [unowned self] row, placemark in
      note("row \(row + 1) shows “\(placemark.name)” (request \(placemark.requestNumber.value))")
      noteLabel(row)
    }
    service.requestDidBegin = { [unowned self] number, kind, isSent in
      note("\(kind.transcriptText) (request \(number.value))\(isSent ? "" : ": refused")")
    }
  }

  /// Cancels all scheduled work, which would keep the service in a reference cycle.
  deinit { simulation.cancelAll() }

  /// Replays the scrolling until the list is closed or the watchdog ends the app.
  func perform(_ visit: ListVisit) -> GeocodingOutcome {
    list.addresses = visit.addresses
    for event in visit.scroll.events {
      if event.change == .appears, firstAppearances[event.row] == nil {
        firstAppearances[event.row] = event.time
      }
      main.async(after: event.time) { [unowned self] in handle(event, of: visit) }
    }
    simulation.run(until: visit.scroll.closingTime)
    noteHangs()
    let correctRows = Set(
      list.labels.filter { $0.value.coordinate == visit.nearestAddresses[$0.key] }.keys)
    return GeocodingOutcome(
      rowsSeen: firstAppearances.count, rowsLabelled: rowsSeenWithLabel.count,
      rowsLabelledCorrectly: rowsSeenWithLabel.intersection(correctRows).count,
      labels: list.labels.count, correctLabels: correctRows.count, timesToLabel: timesToLabel,
      hangs: main.hangs, isTerminated: main.isTerminated)
  }

  private func handle(_ event: ListScroll.Event, of visit: ListVisit) {
    switch event.change {
    case .appears:
      rowsOnScreen.insert(event.row)
      note("row \(event.row + 1) appears")
      if list.labels[event.row] == nil {
        strategy.rowDidAppear(event.row, coordinate: visit.coordinates[event.row])
      } else {
        rowsSeenWithLabel.insert(event.row)
      }
    case .disappears:
      rowsOnScreen.remove(event.row)
      note("row \(event.row + 1) leaves the screen")
      strategy.rowDidDisappear(event.row)
    }
  }

  private func noteHangs() {
    for hang in main.hangs where hang.start + hang.duration != main.terminationTime {
      let seconds = Double(hang.duration / 1_000_000) / 1_000
      transcript?.noteAlways(
        "the main thread is free again after \(seconds) s", at: hang.start + hang.duration)
    }
    if let end = main.terminationTime {
      transcript?.noteAlways(
        "the watchdog has ended the app: the main thread was blocked", at: end)
    }
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }

  private func noteLabel(_ row: Int) {
    guard rowsOnScreen.contains(row) else { return }
    if rowsSeenWithLabel.insert(row).inserted, let first = firstAppearances[row] {
      timesToLabel.append(simulation.now - first)
    }
  }
}

/// The result of a visit to a list of addresses.
struct GeocodingOutcome: Hashable, Sendable {
  /// Rows that the visit brings on screen at least once.
  let rowsSeen: Int
  /// Rows that were on screen with an address at least once.
  let rowsLabelled: Int
  /// The part of them whose address is the nearest to them.
  let rowsLabelledCorrectly: Int
  /// Rows that have an address at the end.
  let labels: Int
  /// Those of them that show the address nearest to them.
  let correctLabels: Int
  /// The time from a row's first appearance to its address, if it was on screen then, in
  /// nanoseconds.
  let timesToLabel: [Int64]
  let hangs: [Hang]
  /// True if the watchdog ended the app.
  let isTerminated: Bool
}

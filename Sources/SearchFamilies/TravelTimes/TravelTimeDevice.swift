import EventSimulation
import MapGeometry
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Workloads

/// A person's phone while a list of travel times is open.
final class TravelTimeDevice {
  let service: SearchService
  let main: MainThread
  private let simulation = Simulation()
  private let list: TravelTimeList
  private let strategy: any TravelTimeStrategy
  private let truth: TravelTimeTruth
  private let visit: ListVisit
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?
  private var firstAppearances: [Int: Int64] = [:]
  private var rowsOnScreen: Set<Int> = []
  private var seenWithTime: Set<Int> = []
  private var seenWithRightTime: Set<Int> = []
  private var seenWithAnything: Set<Int> = []
  private var wrongRows: Set<Int> = []
  private var estimateErrors: [Double] = []
  private var timesToTime: [Int64] = []
  private var timesToAnything: [Int64] = []

  init(
    visit: ListVisit, platform: PlatformSource, transportType: TransportType, seed: UInt64,
    entry: StrategyEntry<TravelTimesFamily.Make>, transcript: TranscriptWriter? = nil
  ) {
    self.visit = visit
    self.transcript = transcript
    main = platform.profile.mainThread(in: simulation)
    service = platform.directions(main: main, seed: seed)
    let truth = TravelTimeTruth(
      visit: visit, transportType: transportType, profile: platform.profile)
    self.truth = truth
    list = TravelTimeList(
      main: main, transportType: transportType, position: truth.position(at:))
    strategy = entry.make(list, service)
    list.rowDidGetTime = { [unowned self] row, label in
      note(
        "row \(row + 1) shows \(Int((label.time / 60).rounded())) min"
          + (label.isEstimate ? ", marked as an estimate" : "")
          + (truth.isRight(label.time, row: row, at: simulation.now) ? "" : " (wrong)"))
      noteLabel(row)
    }
    service.requestDidBegin = { [unowned self] number, kind, isSent in
      note("\(kind.transcriptText) (request \(number.value))\(isSent ? "" : ": refused")")
    }
  }

  /// Cancels all scheduled work, which would keep the service in a reference cycle.
  deinit { simulation.cancelAll() }

  /// Replays the scrolling until the list is closed.
  func perform() -> TravelTimeOutcome {
    simulation.timeline = transcript == nil ? nil : Timeline()
    for event in visit.scroll.events {
      if event.change == .appears, firstAppearances[event.row] == nil {
        firstAppearances[event.row] = event.time
      }
      main.async(after: event.time) { [unowned self] in handle(event) }
    }
    simulation.run(until: visit.scroll.closingTime)
    let closing = rowsOnScreen.compactMap { row in list.labels[row].map { (row, $0) } }
      .filter { !$0.1.isEstimate }
    return TravelTimeOutcome(
      rowsSeen: firstAppearances.count, rowsWithTime: seenWithTime.count,
      rowsWithRightTime: seenWithRightTime.count, rowsWithAnything: seenWithAnything.count,
      wrongRows: wrongRows.count, rowsAtClose: rowsOnScreen.count,
      outdatedAtClose: closing.count {
        !truth.isRight($0.1.time, row: $0.0, at: visit.scroll.closingTime)
      },
      estimateErrors: estimateErrors, timesToTime: timesToTime, timesToAnything: timesToAnything)
  }

  /// What happened when; `nil` without a transcript.
  var timeline: Timeline? { simulation.timeline }

  private func handle(_ event: ListScroll.Event) {
    switch event.change {
    case .appears:
      rowsOnScreen.insert(event.row)
      note("row \(event.row + 1) appears")
      if list.labels[event.row].map(\.isEstimate) ?? true {
        strategy.rowDidAppear(event.row, destination: visit.coordinates[event.row])
      } else {
        noteLabel(event.row)
      }
    case .disappears:
      rowsOnScreen.remove(event.row)
      note("row \(event.row + 1) leaves the screen")
      strategy.rowDidDisappear(event.row)
    }
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }

  /// Judges what a row on screen shows, when it begins to show it and when it appears with it.
  private func noteLabel(_ row: Int) {
    guard rowsOnScreen.contains(row), let label = list.labels[row] else { return }
    let now = simulation.now
    let waited = firstAppearances[row].map { now - $0 }
    if seenWithAnything.insert(row).inserted, let waited { timesToAnything.append(waited) }
    if label.isEstimate {
      estimateErrors.append(truth.relativeError(label.time, row: row, at: now))
      return
    }
    if seenWithTime.insert(row).inserted, let waited { timesToTime.append(waited) }
    if truth.isRight(label.time, row: row, at: label.shownAt) {
      seenWithRightTime.insert(row)
    } else {
      wrongRows.insert(row)
    }
  }
}

/// The true travel times of a list's rows, for a person who moves through the city.
struct TravelTimeTruth: Sendable {
  private let visit: ListVisit
  private let transportType: TransportType
  private let directions: DirectionsParameters
  private let start: Coordinate
  /// In degrees of longitude per nanosecond; the person goes east.
  private let speed: Double
  /// In seconds.
  private let tolerance: Double

  init(visit: ListVisit, transportType: TransportType, profile: PlatformProfile) {
    self.visit = visit
    self.transportType = transportType
    directions = DirectionsParameters(profile: profile)
    tolerance = profile[.travelTimeTolerance] / 1e9
    let count = Double(max(visit.coordinates.count, 1))
    let middle = Coordinate(
      latitude: visit.coordinates.reduce(0) { $0 + $1.latitude } / count,
      longitude: visit.coordinates.reduce(0) { $0 + $1.longitude } / count)
    start = middle
    // A degree of longitude is shorter away from the equator, by at most a third in most cities.
    speed = profile[.listPersonSpeed] / 3.6 / 111_195 / 1e9
  }

  /// The person's place.
  func position(at time: Int64) -> Coordinate {
    var longitude = start.longitude + speed * Double(time)
    if longitude > 180 { longitude -= 360 }
    return Coordinate(latitude: start.latitude, longitude: longitude)
  }

  /// The travel time in seconds of somebody who leaves now; `nil` if there is no way.
  private func time(row: Int, at time: Int64) -> Double {
    let line = position(at: time).greatCircleDistance(to: visit.coordinates[row])
    return directions.way(of: line, by: transportType).time
  }

  func isRight(_ shown: Double, row: Int, at moment: Int64) -> Bool {
    abs(shown - time(row: row, at: moment)) <= tolerance
  }

  /// The difference as a fraction of the true time.
  func relativeError(_ shown: Double, row: Int, at moment: Int64) -> Double {
    let truth = time(row: row, at: moment)
    return truth > 0 ? abs(shown - truth) / truth : 0
  }
}

/// The result of a visit to a list of travel times.
struct TravelTimeOutcome: Hashable, Sendable {
  /// Rows that the visit brings on screen at least once.
  let rowsSeen: Int
  /// Rows that were on screen with a time of the service.
  let rowsWithTime: Int
  /// Rows that were on screen with a right time of the service.
  let rowsWithRightTime: Int
  /// Rows that were on screen with a time, the estimates included.
  let rowsWithAnything: Int
  /// Rows that showed a wrong time as if it were the service's.
  let wrongRows: Int
  /// Rows on screen when the list is closed.
  let rowsAtClose: Int
  /// Those of them whose time is no longer right.
  let outdatedAtClose: Int
  /// The relative errors of estimates.
  let estimateErrors: [Double]
  /// From a row's first appearance to its time, if it was on screen then, in nanoseconds.
  let timesToTime: [Int64]
  /// The same, estimates included.
  let timesToAnything: [Int64]
}

import MapGeometry
import PinData
import ScenarioModel
import SearchFamilies
import SearchSimulation
import Synchronization
import Testing

/// What happened on lists of addresses, for a test that watches them.
final class ListVisitWatch: Sendable {
  struct Appearance: Sendable {
    let time: Int64
    let row: Int
    let coordinate: Coordinate
  }

  struct Request: Sendable {
    let number: RequestNumber
    let time: Int64
    /// The rows that were on screen when it was made.
    let rowsOnScreen: Set<Int>
  }

  /// One visit, until the list was closed.
  struct Visit: Sendable {
    /// The appearances of rows without an address.
    var appearances: [Appearance] = []
    var requests: [Request] = []
    var labels: [Int: Placemark] = [:]
    var traffic = SearchTraffic()

    /// The coordinates of the rows that appeared.
    var coordinates: [Int: Coordinate] {
      Dictionary(
        appearances.map { ($0.row, $0.coordinate) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The watch of the test that is running.
  @TaskLocal static var current: ListVisitWatch?

  private let storage = Mutex<[Visit]>([])

  /// The visits that have ended, in that order.
  var visits: [Visit] { storage.withLock { $0 } }

  func append(_ visit: Visit) {
    storage.withLock { $0.append(visit) }
  }
}

/// Another strategy, with all that happens to it noted in the test's watch.
final class WatchedGeocoding: GeocodingStrategy {
  private let list: AddressList
  private let service: SearchService
  private let inner: any GeocodingStrategy
  private var visit = ListVisitWatch.Visit()
  private var rowsOnScreen: Set<Int> = []
  private var isListening = false

  convenience init(list: AddressList, service: SearchService) {
    self.init(SilentGeocoding(list: list, service: service), list: list, service: service)
  }

  init(_ inner: any GeocodingStrategy, list: AddressList, service: SearchService) {
    self.list = list
    self.service = service
    self.inner = inner
  }

  /// Adds to the handler that the phone sets when its app has been made.
  private func listen() {
    guard !isListening else { return }
    isListening = true
    let earlier = service.requestDidBegin
    service.requestDidBegin = { [unowned self] number, kind, isSent in
      earlier?(number, kind, isSent)
      visit.requests.append(
        ListVisitWatch.Request(
          number: number, time: list.main.simulation.now, rowsOnScreen: rowsOnScreen))
    }
  }

  deinit {
    visit.labels = list.labels
    visit.traffic = service.traffic
    ListVisitWatch.current?.append(visit)
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    listen()
    rowsOnScreen.insert(row)
    visit.appearances.append(
      ListVisitWatch.Appearance(
        time: list.main.simulation.now, row: row, coordinate: coordinate))
    inner.rowDidAppear(row, coordinate: coordinate)
  }

  func rowDidDisappear(_ row: Int) {
    rowsOnScreen.remove(row)
    inner.rowDidDisappear(row)
  }
}

extension GeocodingTrial {
  /// Runs a strategy and tells what it did in each visit.
  static func watch(
    _ strategy: String, places: [Place] = Self.street, rows: Int, people: Int = 1,
    failures: Double = 0
  ) throws -> (visits: [ListVisitWatch.Visit], values: PlaceTrialValues) {
    let entries = GeocodingFamily.standardEntries + GeocodingFamily.testEntries
    let inner = try #require(entries.first { $0.description.name == strategy })
    let entry = StrategyEntry<GeocodingFamily.Make>("watched", summary: "Watched.") {
      list, service in
      WatchedGeocoding(inner.make(list, service), list: list, service: service)
    }
    let trial = try GeocodingTrial(
      places: places, rows: rows, people: people, failures: failures, adding: [entry])
    let watch = ListVisitWatch()
    let values = try ListVisitWatch.$current.withValue(watch) { try trial.run("watched") }
    return (watch.visits, values)
  }
}

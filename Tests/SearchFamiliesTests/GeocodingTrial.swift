import MapGeometry
import PinData
import ScenarioModel
import SearchFamilies
import SearchSimulation
import Synchronization
import TestSupport
import Testing

/// A geocoding scenario over places of a test's own, in files of a folder.
struct GeocodingTrial {
  private static let name = "sample"

  let folder: TemporaryFolder
  let scenario: Scenario
  /// The folder that all replays share, as the trials of a run do.
  let shared: String

  /// An environment made by hand: 61 houses of one street, 20 m apart, without places.
  init(
    places: [Place] = Self.street, rows: Int, people: Int = 1,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<GeocodingMake>] = []
  ) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(PlaceFileText.csv(places), to: "places.csv")
    try self.init(
      folder: folder, generator: "{ file: places.csv }", rows: rows, people: people,
      profile: profile, failures: failures, adding: entries)
  }

  /// An environment with the places of the scenario's text.
  init(
    folder: TemporaryFolder? = nil, generator: String, rows: Int, people: Int = 1,
    profile: ProfileText = .steadySearch(), failures: Double = 0,
    adding entries: [StrategyEntry<GeocodingMake>] = []
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    let family = Family.geocoding.adding(entries)
    let strategies = family.strategies.map(\.name)
    self.folder = folder
    shared = try folder.makeFolder()
    scenario = try Scenario(
      yaml: """
        scenario: \(Self.name)
        title: A sample
        family: geocoding
        places: \(generator)
        list: { rows: \(rows), people: \(people), seed: 5 }
        platform: { profile: profile.yaml, failures: \(failures), seed: 3 }
        naive: \(strategies[0])
        strategies: [\(strategies.joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  static let street: [Place] = (0...60).map {
    .address("\($0 + 1)", "Main Street", 0, 0.000_18 * Double($0))
  }

  func prepare(_ strategy: String, size: Int? = nil) throws -> any Replay {
    try scenario.workload.prepare(
      Case(
        scenario: Self.name, variant: "", size: size ?? scenario.sizes[0], strategy: strategy),
      folders: TrialFolders(own: folder.makeFolder(), shared: shared))
  }

  func run(_ strategy: String, size: Int? = nil) throws -> TrialValues {
    try TrialValues(prepare(strategy, size: size))
  }
}

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
final class WatchedGeocoding {
  private let list: AddressList
  private let service: SearchService
  private let inner: RowCallbacks
  private var visit = ListVisitWatch.Visit()
  private var rowsOnScreen: Set<Int> = []
  private var isListening = false

  init(_ inner: RowCallbacks, list: AddressList, service: SearchService) {
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
    inner.rowDidAppear(row, coordinate)
  }

  func rowDidDisappear(_ row: Int) {
    rowsOnScreen.remove(row)
    inner.rowDidDisappear(row)
  }
}

extension GeocodingTrial {
  /// Runs a strategy and returns its actions in each visit.
  static func watch(
    _ strategy: String, places: [Place] = Self.street, rows: Int, people: Int = 1,
    failures: Double = 0
  ) throws -> (visits: [ListVisitWatch.Visit], values: TrialValues) {
    let entries = Family.geocoding.entries + GeocodingTrial.entries
    let inner = try #require(entries.first { $0.description.name == strategy })
    let entry = StrategyEntry<GeocodingMake>("watched", summary: "Watched.") {
      list, service in
      let watched = WatchedGeocoding(inner.make(list, service), list: list, service: service)
      return RowCallbacks(
        didAppear: watched.rowDidAppear, didDisappear: watched.rowDidDisappear)
    }
    let trial = try GeocodingTrial(
      places: places, rows: rows, people: people, failures: failures, adding: [entry])
    let watch = ListVisitWatch()
    let values = try ListVisitWatch.$current.withValue(watch) { try trial.run("watched") }
    return (watch.visits, values)
  }
}

import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import Synchronization
import TestSupport
import Testing

/// Notes that strategies have made for a test.
final class Notes<Note: Sendable>: Sendable {
  private let storage = Mutex<[Note]>([])

  /// The notes in the order in which they came.
  var all: [Note] { storage.withLock { $0 } }

  func append(_ note: Note) {
    storage.withLock { $0.append(note) }
  }
}

/// Calls a function when it is released, with the strategy that keeps it.
final class Token {
  private let didEnd: () -> Void

  init(_ didEnd: @escaping () -> Void) {
    self.didEnd = didEnd
  }

  deinit { didEnd() }

  /// Is kept by a timer of an app that fires for ever.
  func wait(for service: SearchService) {
    service.main.async(after: 3_600_000_000_000) { self.wait(for: service) }
  }
}

/// The events on a list of addresses until it was closed.
struct WatchedVisit: Sendable {
  /// The appearances of rows without an address.
  var appearances: [(time: Int64, row: Int, coordinate: Coordinate)] = []
  /// The requests, with the rows that were on screen when they were made.
  var requests: [(number: RequestNumber, time: Int64, rowsOnScreen: Set<Int>)] = []
  var labels: [Int: Placemark] = [:]
  var traffic = SearchTraffic()

  /// The coordinates of the rows that appeared.
  var coordinates: [Int: Coordinate] {
    Dictionary(appearances.map { ($0.row, $0.coordinate) }, uniquingKeysWith: { first, _ in first })
  }
}

extension FamilyTrial {
  /// Runs a geocoding strategy and returns what happened in each visit.
  static func watch(
    _ strategy: String, _ places: [Place] = .street, rows: Int, people: Int = 1,
    failures: Double = 0
  ) throws -> (visits: [WatchedVisit], values: TrialValues) {
    let entries = Family.geocoding.entries + StrategyEntry<GeocodingMake>.ofTests
    let inner = try #require(entries.first { $0.description.name == strategy })
    let visits = Notes<WatchedVisit>()
    let watched = StrategyEntry<GeocodingMake>("watched", summary: "Watched.") { list, service in
      let callbacks = inner.make(list, service)
      var visit = WatchedVisit()
      var rowsOnScreen: Set<Int> = []
      // The phone has set its own handler.
      let earlier = service.requestDidBegin
      service.requestDidBegin = { number, kind, isSent in
        earlier?(number, kind, isSent)
        visit.requests.append((number, list.main.simulation.now, rowsOnScreen))
      }
      let token = Token {
        visit.labels = list.labels
        visit.traffic = service.traffic
        withExtendedLifetime(callbacks) { visits.append(visit) }
      }
      return RowCallbacks(
        didAppear: { row, coordinate in
          rowsOnScreen.insert(row)
          visit.appearances.append((list.main.simulation.now, row, coordinate))
          withExtendedLifetime(token) { callbacks.rowDidAppear(row, coordinate) }
        },
        didDisappear: { row in
          rowsOnScreen.remove(row)
          callbacks.rowDidDisappear(row)
        })
    }
    let values = try geocoding(
      places, rows: rows, people: people, failures: failures, adding: [watched]
    ).run("watched")
    return (visits.all, values)
  }
}

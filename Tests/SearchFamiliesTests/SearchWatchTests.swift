import MapGeometry
import PinData
import ScenarioModel
import SearchFamilies
import SearchSimulation
import Synchronization
import TestSupport
import Testing

/// What the standard strategies do inside, seen by a strategy around them.
@Suite struct SearchWatchTests {
  private func watch(
    _ strategy: String, profile: ProfileText = .steadySearch()
  ) throws -> (apps: [SearchWatch.App], values: TrialValues) {
    let entry = try #require(
      Family.search.entries.first { $0.description.name == strategy })
    let trial = try SearchTrial(
      people: 5, searches: 3, profile: profile, adding: [WatchedSearch.entry(entry)])
    let watch = SearchWatch()
    let values = try SearchWatch.$current.withValue(watch) { try trial.run("watched") }
    return (watch.apps, values)
  }

  /// A strategy that is watched is the same strategy.
  @Test func watchingChangesNothing() throws {
    let (apps, values) = try watch("completer-region-required")
    let trial = try SearchTrial(people: 5, searches: 3)
    let metrics = Family.search.metrics
    #expect(
      try trial.run("completer-region-required").deterministic(of: metrics)
        == values.deterministic(of: metrics))
    #expect(apps.count == 5 && apps.allSatisfy { $0.searches.count == 3 })
    // A key that empties the field looks like the beginning of a search.
    let keys = Double(apps.reduce(0) { $0 + $1.keystrokes })
    let expected = try #require(values["keystrokes"])
    #expect(keys <= expected && keys >= expected - 3)
    let sent = apps.reduce(0) { $0 + $1.traffic.total.sent }
    #expect(Double(sent) == values["requests-sent"])
  }

  @Test func requiredRegionsShowNothingElse() throws {
    let (required, _) = try watch("region-required")
    let (hinted, _) = try watch("region-hint")
    func outside(_ apps: [SearchWatch.App]) -> Int {
      apps.flatMap(\.searches).reduce(0) { sum, search in
        sum
          + search.rows.count { row in
            guard case .item(let item) = row else { return true }
            // A hair's breadth for the rounding of an edge.
            return abs(item.coordinate.latitude - search.region.center.latitude)
              > search.region.span.latitudeDelta / 2 + 1e-9
              || abs(item.coordinate.longitude - search.region.center.longitude)
                > search.region.span.longitudeDelta / 2 + 1e-9
          }
      }
    }
    #expect(required.flatMap(\.searches).contains { !$0.rows.isEmpty })
    #expect(outside(required) == 0)
    #expect(outside(hinted) > 0, "a hint is no bound")
  }

  @Test func aCompleterAsksAtMostOnceForEveryKey() throws {
    var fast = ProfileText.steadySearch()
    fast.set("completer-debounce", 0, "ms")
    for apps in [
      try watch("completer-region-required", profile: fast).apps,
      try watch("shared-completer", profile: fast).apps,
    ] {
      for app in apps {
        #expect(app.traffic[.completion].sent <= app.keystrokes)
        #expect(app.traffic[.completion].sent > 0)
        #expect(app.traffic[.search].sent <= app.searches.count)
      }
    }
  }

  /// An app that waits for something when its person puts the phone away ends with the phone.
  @Test func appsAreReleased() throws {
    let trial = try SearchTrial(
      places: [.cafe("Luna", 0, 0, prominence: 1)],
      searches: [.typing("luna"), .typing("luna", by: 1)],
      adding: [StrategyEntry("endless", EndlessTimer.self, summary: "Waits.")])
    let watch = SearchWatch()
    _ = try SearchWatch.$current.withValue(watch) { try trial.run("endless") }
    #expect(watch.apps.count == 2)
  }
}

/// Has a timer that fires for ever.
private final class EndlessTimer: SearchStrategy {
  private let service: SearchService

  init(screen: SearchScreen, service: SearchService) {
    self.service = service
    wait()
  }

  deinit { SearchWatch.current?.append(SearchWatch.App()) }

  func searchTextDidChange(_ text: String) {}
  func searchButtonClicked(_ text: String) {}

  private func wait() {
    service.main.async(after: 3_600_000_000_000) { self.wait() }
  }
}

/// What strategies of the search family did, for a test that watches them.
final class SearchWatch: Sendable {
  /// A search that was ended with a tap or the key, with the rows that it came to.
  struct Search: Sendable {
    let region: Region
    var rows: [SearchRow] = []
  }

  /// What one person's app did until it was closed.
  struct App: Sendable {
    var keystrokes = 0
    var searches: [Search] = []
    var traffic = SearchTraffic()
  }

  /// The watch of the test that is running.
  @TaskLocal static var current: SearchWatch?

  private let storage = Mutex<[App]>([])

  /// The apps that were closed, in that order.
  var apps: [App] { storage.withLock { $0 } }

  func append(_ app: App) {
    storage.withLock { $0.append(app) }
  }
}

/// Another strategy, with all that it does noted in the test's watch.
final class WatchedSearch: SearchCallbacks {
  private let screen: SearchScreen
  private let service: SearchService
  private let inner: any SearchCallbacks
  private var app = SearchWatch.App()

  init(_ inner: any SearchCallbacks, screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
    self.inner = inner
  }

  /// An entry `watched` for a strategy.
  static func entry(
    _ inner: StrategyEntry<SearchMake>
  ) -> StrategyEntry<SearchMake> {
    StrategyEntry("watched", summary: "Watched.") { screen, service in
      WatchedSearch(inner.make(screen, service), screen: screen, service: service)
    }
  }

  deinit {
    noteRows()
    app.traffic = service.traffic
    SearchWatch.current?.append(app)
  }

  func searchTextDidChange(_ text: String) {
    if text.isEmpty { noteRows() } else { app.keystrokes += 1 }
    inner.searchTextDidChange(text)
  }

  func searchButtonClicked(_ text: String) {
    app.searches.append(SearchWatch.Search(region: screen.mapRegion))
    inner.searchButtonClicked(text)
  }

  func didSelectRow(_ row: SearchRow) {
    app.searches.append(SearchWatch.Search(region: screen.mapRegion))
    inner.didSelectRow(row)
  }

  /// The search before is over.
  private func noteRows() {
    guard !app.searches.isEmpty else { return }
    app.searches[app.searches.count - 1].rows = screen.rows
  }
}

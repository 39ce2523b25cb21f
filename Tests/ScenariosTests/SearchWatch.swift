import MapGeometry
import ScenarioModel
import SearchFamilies
import SearchSimulation
import Synchronization

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
final class WatchedSearch: SearchStrategy {
  private let screen: SearchScreen
  private let service: SearchService
  private let inner: any SearchStrategy
  private var app = SearchWatch.App()

  convenience init(screen: SearchScreen, service: SearchService) {
    self.init(SilentSearch(screen: screen, service: service), screen: screen, service: service)
  }

  init(_ inner: any SearchStrategy, screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
    self.inner = inner
  }

  /// An entry `watched` for a strategy.
  static func entry(
    _ inner: StrategyEntry<SearchFamily.Make>
  ) -> StrategyEntry<SearchFamily.Make> {
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

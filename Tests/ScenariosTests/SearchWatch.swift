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
final class WatchedSearch<Inner: SearchStrategy>: SearchStrategy {
  private let screen: SearchScreen
  private let service: SearchService
  private let inner: Inner
  private var app = SearchWatch.App()

  init(screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
    inner = Inner(screen: screen, service: service)
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

import Simulation

/// Shows completions from one completer that has no region, and then the results of a search with
/// result types and the map's region as a hint.
///
/// Completions and results are separate lists: the screen shows results from when a search begins
/// until the text changes. Nothing is cancelled.
final class SearchModel: SearchCallbacks, LocalSearchCompleterDelegate {
  private let screen: SearchScreen
  private let service: SearchService
  private let completer: LocalSearchCompleter
  /// Kept until they are answered.
  private var searches: [LocalSearch] = []
  private var showsResults = false

  init(screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
    completer = LocalSearchCompleter(service: service)
    completer.delegate = self
    completer.resultTypes = [.pointOfInterest, .address]
  }

  func searchTextDidChange(_ text: String) {
    showsResults = false
    if text.isEmpty { screen.clear() }
    completer.queryFragment = text
  }

  func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    if !showsResults { screen.show(completer.results) }
  }

  /// An error leaves the list as it was.
  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {}

  func didSelectRow(_ row: SearchRow) {
    guard case .completion(let completion) = row else { return }
    var request = LocalSearch.Request(completion: completion)
    request.resultTypes = [.pointOfInterest, .address]
    start(request)
  }

  func searchButtonClicked(_ text: String) {
    var request = LocalSearch.Request(naturalLanguageQuery: text, region: screen.mapRegion)
    request.resultTypes = .pointOfInterest
    start(request)
  }

  private func start(_ request: LocalSearch.Request) {
    showsResults = true
    searches.removeAll { !$0.isSearching }
    let search = LocalSearch(request: request, service: service)
    searches.append(search)
    search.start { [weak self] result in
      guard let self, showsResults, case .success(let response) = result else { return }
      screen.show(response)
    }
  }
}

import MapGeometry
import SearchSimulation

/// Searches as its settings say, and shows no answer that is older than the shown one.
///
/// With all settings: one completer that waits, a search only when a row is tapped or the key is
/// pressed, result types, and the map's region, required.
///
/// Each of its settings can be left out, to see its effect.
final class ConfiguredSearch: SearchStrategy, LocalSearchCompleterDelegate {
  private let screen: SearchScreen
  private let service: SearchService
  private let settings: SearchSettings
  private let completer: LocalSearchCompleter
  private var search: LocalSearch?
  private var cache = SearchCache()

  convenience init(screen: SearchScreen, service: SearchService) {
    self.init(screen: screen, service: service, settings: .all)
  }

  init(screen: SearchScreen, service: SearchService, settings: SearchSettings) {
    self.screen = screen
    self.service = service
    self.settings = settings
    completer = LocalSearchCompleter(service: service)
    completer.delegate = self
    if settings.namesResultTypes {
      completer.resultTypes = LocalSearchCompleter.ResultType(screen.purpose).union(.query)
    }
  }

  // MARK: - Typing

  func searchTextDidChange(_ text: String) {
    // The rows below the field belong to its text; a search for another text is over.
    search = nil
    if text.isEmpty { screen.clear() }
    switch settings.whileTyping {
    case .nothing: break
    case .completion: complete(text)
    case .search: if !text.isEmpty { start(request(for: text)) }
    }
  }

  private func complete(_ text: String) {
    if settings.region != .anywhere { completer.region = screen.mapRegion }
    if settings.region == .required { completer.regionPriority = .required }
    if settings.cachesAnswers, let kept = cache[completionKey(text)] {
      // A completer does not answer a second time for the same text.
      completer.queryFragment = ""
      screen.show(kept)
    } else {
      completer.queryFragment = text
    }
  }

  private func completionKey(_ text: String) -> SearchCache.CompletionKey {
    SearchCache.CompletionKey(text: text, region: screen.mapRegion)
  }

  func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    guard !completer.queryFragment.isEmpty else { return }
    if settings.cachesAnswers {
      cache[completionKey(completer.queryFragment)] = completer.results
    }
    screen.show(completer.results)
  }

  /// While people type the rows stay, as the next key asks again; the error is told above them.
  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {
    screen.show(error)
  }

  // MARK: - Searching

  func didSelectRow(_ row: SearchRow) {
    guard case .completion(let completion) = row else { return }
    search(LocalSearch.Request(completion: completion))
  }

  func searchButtonClicked(_ text: String) {
    search(request(for: text))
  }

  private func search(_ request: LocalSearch.Request) {
    // Completions, possibly of an older text, must not look like an answer that is still on its
    // way.
    screen.clear()
    start(request)
  }

  private func request(for text: String) -> LocalSearch.Request {
    settings.request(for: text, on: screen)
  }

  private func start(_ request: LocalSearch.Request) {
    // A completion that is still on its way must not replace the answer.
    completer.cancel()
    if settings.cachesAnswers, let kept = cache[request] {
      screen.show(kept)
      return
    }
    let search = LocalSearch(request: request, service: service)
    // The previous search is released, and so cancelled: its answer never arrives.
    self.search = search
    search.start { [weak self] result in self?.show(result, for: request) }
  }

  /// "No results" is an answer too. If the network failed, completions of the same text are better
  /// than an empty list. The person is told the error in each case.
  private func showFailure(_ error: MapError) {
    let completions = completer.results
    let isOfThisText = completions.first?.fragment == completer.queryFragment
    if error != .placemarkNotFound, isOfThisText { screen.show(completions) }
    screen.show(error)
  }

  private func show(
    _ result: Result<LocalSearch.Response, MapError>, for request: LocalSearch.Request
  ) {
    switch result {
    case .success(let response):
      if settings.cachesAnswers { cache[request] = response }
      screen.show(response)
    case .failure(let error):
      showFailure(error)
    }
  }
}

/// The answers that a search screen keeps, so that it does not send the same request twice.
private struct SearchCache {
  /// More than the requests of a screen until it closes.
  private static let maxCount = 200

  private var answers: [LocalSearch.Request: LocalSearch.Response] = [:]
  private var completions: [CompletionKey: [LocalSearchCompletion]] = [:]

  /// Completions depend on the map's region and on the text.
  struct CompletionKey: Hashable {
    let text: String
    let region: Region
  }

  subscript(request: LocalSearch.Request) -> LocalSearch.Response? {
    get { answers[request] }
    set {
      if answers.count >= Self.maxCount { answers.removeAll() }
      answers[request] = newValue
    }
  }

  subscript(key: CompletionKey) -> [LocalSearchCompletion]? {
    get { completions[key] }
    set {
      if completions.count >= Self.maxCount { completions.removeAll() }
      completions[key] = newValue
    }
  }
}

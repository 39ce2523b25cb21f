import Simulation

/// Searches as its settings say.
///
/// With all settings: one completer that waits, a search only when a row is tapped or the key is
/// pressed, result types, the map's region, required, and no answer that is older than the shown one.
/// Each of the settings can be left out, to see its effect.
final class ConfiguredSearch: SearchCallbacks, LocalSearchCompleterDelegate {
  private let screen: SearchScreen
  private let service: SearchService
  private let settings: SearchOptions
  private var searches: [LocalSearch] = []
  /// Kept, because a completer that is released calls no delegate.
  private var completers: [LocalSearchCompleter] = []
  /// The answers that are not asked for again; `nil` without a memory.
  private var answers: KeptAnswers<LocalSearch.Response>?
  private var completions: KeptAnswers<[LocalSearchCompletion]>?

  init(screen: SearchScreen, service: SearchService, settings: SearchOptions) {
    self.screen = screen
    self.service = service
    self.settings = settings
    if settings.cachesAnswers {
      answers = KeptAnswers()
      completions = KeptAnswers()
    }
    if settings.isCareful || settings.whileTyping == .completion { addCompleter() }
  }

  private func addCompleter() {
    let completer = LocalSearchCompleter(service: service)
    completer.delegate = self
    if settings.namesResultTypes {
      completer.resultTypes = LocalSearchCompleter.ResultType(screen.purpose).union(.query)
    }
    completers.append(completer)
  }

  // MARK: - Typing

  func searchTextDidChange(_ text: String) {
    // The rows below the field belong to its text; a search for another text is over.
    if settings.isCareful { searches = [] }
    if text.isEmpty { screen.clear() }
    switch settings.whileTyping {
    case .nothing: break
    case .completion: complete(text)
    case .newCompleter:
      if text.isEmpty { completers = [] } else { addCompleter() }
      complete(text)
    case .search: if !text.isEmpty { start(settings.request(for: text, on: screen)) }
    }
  }

  private func complete(_ text: String) {
    guard let completer = completers.last else { return }
    if settings.region != .anywhere { completer.region = screen.mapRegion }
    if settings.region == .required { completer.regionPriority = .required }
    if let kept = completions?[question(text)] {
      // A completer does not answer a second time for the same text.
      completer.queryFragment = ""
      screen.show(kept)
    } else {
      completer.queryFragment = text
    }
  }

  /// Completions depend on the map's region and on the text.
  private func question(_ text: String) -> LocalSearch.Request {
    LocalSearch.Request(naturalLanguageQuery: text, region: screen.mapRegion)
  }

  func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    guard !completer.queryFragment.isEmpty else { return }
    completions?[question(completer.queryFragment)] = completer.results
    screen.show(completer.results)
  }

  /// While people type, the rows stay, as the next key asks again; the error is shown above them.
  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {
    if settings.isCareful { screen.show(error) }
  }

  // MARK: - Searching

  func didSelectRow(_ row: SearchRow) {
    guard case .completion(let completion) = row else { return }
    search(
      settings.takesTitle
        ? settings.request(for: completion.title, on: screen)
        : LocalSearch.Request(completion: completion))
  }

  func searchButtonClicked(_ text: String) {
    search(settings.request(for: text, on: screen))
  }

  private func search(_ request: LocalSearch.Request) {
    // Completions, possibly of an older text, must not look like an answer that is still on its
    // way.
    if settings.isCareful { screen.clear() }
    start(request)
  }

  private func start(_ request: LocalSearch.Request) {
    // A completion that is still on its way must not replace the answer.
    if settings.whileTyping != .newCompleter { completers.last?.cancel() }
    if let kept = answers?[request] { return screen.show(kept) }
    let search = LocalSearch(request: request, service: service)
    switch settings.keeping {
    case .nothing: break
    // The previous search is released, and so cancelled: its answer never arrives.
    case .latest: searches = [search]
    case .all: searches = searches.filter(\.isSearching) + [search]
    }
    search.start { [weak self] result in self?.show(result, for: request) }
  }

  private func show(
    _ result: Result<LocalSearch.Response, MapError>, for request: LocalSearch.Request
  ) {
    switch result {
    case .success(let response):
      answers?[request] = response
      screen.show(response)
    case .failure(let error) where settings.isCareful:
      // "No results" is an answer too. If the network failed, completions of the same text are
      // better than an empty list. The person sees the error in each case.
      if error != .placemarkNotFound, let completer = completers.last,
        completer.results.first?.fragment == completer.queryFragment
      {
        screen.show(completer.results)
      }
      screen.show(error)
    case .failure: break
    }
  }
}

/// The answers that a search screen keeps, so that it does not send the same request twice.
private struct KeptAnswers<Answer> {
  /// More than the requests of a screen until it closes.
  private let maxCount = 200
  private var answers: [LocalSearch.Request: Answer] = [:]

  subscript(question: LocalSearch.Request) -> Answer? {
    get { answers[question] }
    set {
      if answers.count >= maxCount { answers.removeAll() }
      answers[question] = newValue
    }
  }
}

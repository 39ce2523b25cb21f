import PinData
import ScenarioModel
import SearchSimulation

extension SearchFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "default-request", DefaultRequest.self,
      summary: "Searches for the typed text when the search key is pressed; nothing is set."),
    StrategyEntry(
      "unretained-request", UnretainedRequest.self,
      summary: "The same with a search that is released at once, and so cancelled."),
    request(
      "structured-query", summary: "Rewrites the text into fields: category:coffee city:berlin.",
      .none.with(\.usesNaturalLanguage, false)),
    StrategyEntry(
      "search-per-keystroke", SearchPerKeystroke.self,
      summary: "Starts a search for every change of the text and shows every answer that comes."),
    StrategyEntry(
      "completer-per-keystroke", CompleterPerKeystroke.self,
      summary: "Makes a new completer for every change of the text."),
    StrategyEntry(
      "shared-completer", SharedCompleter.self,
      summary: "Keeps one completer, which waits for a pause; searches on a tap or the key."),
    StrategyEntry(
      "completion-title", CompletionTitle.self,
      summary: "The same, but searches for the title of the row that was tapped."),
    request(
      "result-types", summary: "The default request, with the kind of place that is looked for.",
      .none.with(\.namesResultTypes, true)),
    request(
      "region-hint", summary: "The default request, with the map's region as a hint.",
      .none.with(\.region, .hint)),
    request(
      "region-required",
      summary: "The default request, with the map's region, and nothing outside of it.",
      .none.with(\.region, .required)),
    request(
      "types-and-region-hint",
      summary: "The typed text with the kind of place and the map's region as a hint.",
      .none.with(\.namesResultTypes, true).with(\.region, .hint)),
    request(
      "types-region-hint-and-category",
      summary: "The same, with a filter for the category if the text names one.",
      .none.with(\.namesResultTypes, true).with(\.region, .hint).with(\.filtersCategory, true)),
    StrategyEntry(
      "completer-then-region-hint", SearchModel.self,
      summary: "One completer without a region; then points of interest, the region as a hint."),
    configured(
      "completer-region-required",
      summary: "One completer, result types, the region required, and no late answers.",
      .all),
    configured(
      "completer-region-required-cached", summary: "The same, and the same question is asked once.",
      .all.with(\.cachesAnswers, true)),
    configured(
      "completer-structured-query", summary: "completer-region-required with structured queries.",
      .all.with(\.usesNaturalLanguage, false)),
    configured(
      "completer-without-result-types", summary: "completer-region-required without result types.",
      .all.with(\.namesResultTypes, false)),
    configured(
      "completer-without-region", summary: "completer-region-required without a region.",
      .all.with(\.region, .anywhere)),
    configured(
      "completer-region-hint", summary: "completer-region-required with the region as a hint.",
      .all.with(\.region, .hint)),
    configured(
      "region-required-without-completer",
      summary: "completer-region-required that does nothing before the search key is pressed.",
      .all.with(\.whileTyping, .nothing)),
    configured(
      "region-required-per-keystroke",
      summary:
        "completer-region-required with a search for each change of the text, the last one kept.",
      .all.with(\.whileTyping, .search)),
  ]

  private static func request(
    _ name: String, summary: String, _ settings: SearchSettings
  ) -> StrategyEntry<Make> {
    StrategyEntry(name, summary: summary) { screen, service in
      DefaultRequest(screen: screen, service: service, settings: settings)
    }
  }

  private static func configured(
    _ name: String, summary: String, _ settings: SearchSettings
  ) -> StrategyEntry<Make> {
    StrategyEntry(name, summary: summary) { screen, service in
      ConfiguredSearch(screen: screen, service: service, settings: settings)
    }
  }
}

/// The settings of an app's search.
struct SearchSettings: Hashable, Sendable {
  enum RegionUse: Hashable, Sendable {
    case anywhere
    /// The results may have places outside of the region.
    case hint
    /// The results have no places outside of the region (iOS 18).
    case required
  }

  enum WhileTyping: Hashable, Sendable {
    case nothing
    /// One completer fills the list.
    case completion
    /// Each change of the text starts a search, and cancels the previous one.
    case search
  }

  /// The query is the typed text, rather than fields and values.
  var usesNaturalLanguage: Bool
  /// The request has the wanted kinds of places, as `resultTypes`.
  var namesResultTypes: Bool
  /// The use of the map's region in a request.
  var region: RegionUse
  /// The action before the search key is pressed.
  var whileTyping: WhileTyping
  /// The same question is answered from memory.
  var cachesAnswers = false
  /// A text that is the usual word for a category of points of interest finds only those, as
  /// `pointOfInterestFilter`, like a button that searches for the nearest gas station.
  var filtersCategory = false

  /// All settings with their defaults.
  static let none = SearchSettings(
    usesNaturalLanguage: true, namesResultTypes: false, region: .anywhere,
    whileTyping: .nothing)
  /// Result types, one completer and the region required: more than the platform's documentation
  /// recommends, which calls the region a hint.
  static let all = SearchSettings(
    usesNaturalLanguage: true, namesResultTypes: true, region: .required,
    whileTyping: .completion)

  /// The same with one setting changed.
  func with<Value>(
    _ setting: WritableKeyPath<SearchSettings, Value>, _ value: Value
  ) -> SearchSettings {
    var settings = self
    settings[keyPath: setting] = value
    return settings
  }

  /// The request for a typed text.
  func request(for text: String, on screen: SearchScreen) -> LocalSearch.Request {
    var request = LocalSearch.Request()
    request.naturalLanguageQuery = usesNaturalLanguage ? text : Self.structuredQuery(from: text)
    if namesResultTypes { request.resultTypes = screen.purpose }
    if region != .anywhere { request.region = screen.mapRegion }
    if region == .required { request.regionPriority = .required }
    if filtersCategory, let category = Self.category(named: text) {
      request.pointOfInterestFilter = .including([category])
    }
    return request
  }

  private static func category(named text: String) -> PointOfInterestCategory? {
    PointOfInterestCategory.allCases.first { $0.searchWords.contains(text.lowercased()) }
  }

  /// The text as fields ("category:coffee city:berlin"), as for a database; a natural language
  /// search treats the fields' names as words. The last word becomes the city, those before it the
  /// category.
  private static func structuredQuery(from text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count > 1, let city = words.last else { return "category:\(text)" }
    return "category:\(words.dropLast().joined(separator: " ")) city:\(city)"
  }
}

/// Searches for the typed text when the search key is pressed.
///
/// The strategies that improve or worsen one thing inherit the rest from it.
class DefaultRequest: SearchStrategy {
  let screen: SearchScreen
  let service: SearchService
  private let settings: SearchSettings
  /// Kept, because a search is cancelled when it is released.
  private var search: LocalSearch?

  required init(screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
    settings = .none
  }

  init(screen: SearchScreen, service: SearchService, settings: SearchSettings) {
    self.screen = screen
    self.service = service
    self.settings = settings
  }

  func searchTextDidChange(_ text: String) {
    if text.isEmpty { screen.clear() }
  }

  func searchButtonClicked(_ text: String) {
    start(request(for: text))
  }

  func didSelectRow(_ row: SearchRow) {
    guard case .completion(let completion) = row else { return }
    start(LocalSearch.Request(completion: completion))
  }

  final func request(for text: String) -> LocalSearch.Request {
    settings.request(for: text, on: screen)
  }

  func start(_ request: LocalSearch.Request) {
    let search = LocalSearch(request: request, service: service)
    self.search = search
    search.start { [screen] result in
      // As in most code: an error leaves the list as it was.
      guard case .success(let response) = result else { return }
      screen.show(response)
    }
  }
}

/// The default request whose search is not kept: it is released, and so cancelled, before its
/// answer arrives.
final class UnretainedRequest: DefaultRequest {
  override func start(_ request: LocalSearch.Request) {
    LocalSearch(request: request, service: service).start { [screen] result in
      guard case .success(let response) = result else { return }
      screen.show(response)
    }
  }
}

/// Starts a search for each change of the text and shows each answer, in the order of their
/// arrival.
final class SearchPerKeystroke: DefaultRequest {
  private var searches: [LocalSearch] = []

  override func searchTextDidChange(_ text: String) {
    super.searchTextDidChange(text)
    searches.removeAll { !$0.isSearching }
    if !text.isEmpty { start(request(for: text)) }
  }

  /// Keeps every search: none is cancelled by the next.
  override func start(_ request: LocalSearch.Request) {
    let search = LocalSearch(request: request, service: service)
    searches.append(search)
    search.start { [screen] result in
      guard case .success(let response) = result else { return }
      screen.show(response)
    }
  }
}

/// Creates a new completer for each change of the text, which does not wait for the others.
final class CompleterPerKeystroke: DefaultRequest, LocalSearchCompleterDelegate {
  /// Kept, because a completer that is released calls no delegate.
  private var completers: [LocalSearchCompleter] = []

  override func searchTextDidChange(_ text: String) {
    super.searchTextDidChange(text)
    guard !text.isEmpty else {
      completers.removeAll()
      return
    }
    let completer = LocalSearchCompleter(service: service)
    completer.delegate = self
    completer.queryFragment = text
    completers.append(completer)
  }

  func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    screen.show(completer.results)
  }

  /// An error leaves the list as it was.
  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {}
}

/// Keeps one completer for the whole screen, which waits until the typing pauses; searches only
/// when a row is tapped or the search key is pressed.
class SharedCompleter: DefaultRequest, LocalSearchCompleterDelegate {
  private let completer: LocalSearchCompleter

  required init(screen: SearchScreen, service: SearchService) {
    completer = LocalSearchCompleter(service: service)
    super.init(screen: screen, service: service)
    completer.delegate = self
  }

  override func searchTextDidChange(_ text: String) {
    super.searchTextDidChange(text)
    completer.queryFragment = text
  }

  func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    screen.show(completer.results)
  }

  /// An error leaves the list as it was.
  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {}

  override func start(_ request: LocalSearch.Request) {
    // A completion that is still on its way must not replace the answer.
    completer.cancel()
    super.start(request)
  }
}

/// Searches for the title of a tapped completion as if it had been typed, without the place that
/// the completion stands for.
final class CompletionTitle: SharedCompleter {
  override func didSelectRow(_ row: SearchRow) {
    guard case .completion(let completion) = row else { return }
    start(request(for: completion.title))
  }
}

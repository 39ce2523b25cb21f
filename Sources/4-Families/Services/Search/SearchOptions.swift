import PinData
import Simulation

/// The settings of an app's search; the initial ones are a request's defaults.
struct SearchOptions: Hashable, Sendable {
  enum RegionUse: Hashable, Sendable {
    case anywhere
    /// The results may have places outside of the region.
    case hint
    /// The results have no places outside of the region (iOS 18).
    case required
  }

  enum WhileTyping: Hashable, Sendable {
    case nothing
    /// One completer fills the list, when the typing pauses.
    case completion
    /// Each change of the text makes a completer, which does not wait for the others.
    case newCompleter
    /// Each change of the text starts a search.
    case search
  }

  /// The searches that are kept: one that is released is cancelled.
  enum Keeping: Hashable, Sendable {
    case nothing
    case latest
    case all
  }

  /// The query is the typed text, rather than fields and values.
  var usesNaturalLanguage = true
  /// The request has the wanted kinds of places, as `resultTypes`.
  var namesResultTypes = false
  /// The use of the map's region in a request.
  var region = RegionUse.anywhere
  /// The action before the search key is pressed.
  var whileTyping = WhileTyping.nothing
  var keeping = Keeping.latest
  /// A tapped completion is searched for as if its title had been typed, without the place that it
  /// stands for.
  var takesTitle = false
  /// The same question is answered from memory.
  var cachesAnswers = false
  /// A text that is the usual word for a category of points of interest finds only those, as
  /// `pointOfInterestFilter`, like a button that searches for the nearest gas station.
  var filtersCategory = false
  /// Indicates whether the screen removes rows and searches for another text and shows errors. If
  /// not, it shows each answer on arrival, and an error leaves the list as it was.
  var isCareful = false

  static let none = SearchOptions()
  /// Result types, one completer and the region required: more than the platform's documentation
  /// recommends, which calls the region a hint.
  static let all = SearchOptions(
    namesResultTypes: true, region: .required, whileTyping: .completion, isCareful: true)

  /// The same with one setting changed.
  func with<Value>(
    _ setting: WritableKeyPath<SearchOptions, Value>, _ value: Value
  ) -> SearchOptions {
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

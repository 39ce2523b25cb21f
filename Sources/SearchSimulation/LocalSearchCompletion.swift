import MapGeometry
import PinData
import PlaceSearch

/// What a fragment could become, as `MKLocalSearchCompletion`; search for it with
/// ``LocalSearch/Request/init(completion:)``.
public struct LocalSearchCompletion: Hashable, Sendable {
  /// A place's name, or the words of a query.
  public let title: String
  /// Where the place is; for a query what it stands for.
  public let subtitle: String
  /// What had been typed when it was asked for.
  public let fragment: String
  /// The request that this answers.
  public let requestNumber: RequestNumber

  /// The place that the completion stands for; `nil` for a query.
  let found: FoundPlace?
  /// Where the completer looked.
  let scope: CompletionScope

  init(
    _ suggestion: PlaceSuggestion, fragment: String, scope: CompletionScope,
    requestNumber: RequestNumber
  ) {
    self.fragment = fragment
    title = suggestion.title
    subtitle = suggestion.subtitle
    found = suggestion.place
    self.scope = scope
    self.requestNumber = requestNumber
  }

  /// The place's position in the `PlaceSet` that the engine was made from; `nil` for a query.
  public var place: Int? { found?.id }
}

/// Where, and for what kinds of places, a completer looked.
struct CompletionScope: Hashable, Sendable {
  let kinds: Place.Kinds
  let categories: CategoryFilter
  let region: Region?
  let regionPriority: LocalSearch.RegionPriority

  func query(text: String, limit: Int) -> PlaceQuery {
    PlaceQuery(
      text: text, kinds: kinds, categories: categories, region: region,
      requiresRegion: regionPriority == .required && region != nil, limit: limit)
  }
}

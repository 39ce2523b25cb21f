import Clustering
import PinData

/// A text that a fragment could become, as `MKLocalSearchCompletion`; search for it with
/// ``LocalSearch/Request/init(completion:)``.
public struct LocalSearchCompletion: Hashable, Sendable {
  /// A place's name, or the words of a query.
  public let title: String
  /// The place's address; for a query a note that it is one.
  public let subtitle: String
  /// The text for which it was requested.
  public let fragment: String
  /// The number of the request.
  public let requestNumber: RequestNumber

  /// The place of the completion; `nil` for a query.
  let found: FoundPlace?
  /// The region and the kinds of places that the completer looked for.
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

/// The region and the kinds of places that a completer looks for.
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

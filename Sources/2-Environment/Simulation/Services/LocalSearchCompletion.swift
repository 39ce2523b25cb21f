/// A text that a fragment could become, as `MKLocalSearchCompletion`; search for it with
/// ``LocalSearch/Request/init(completion:)``.
public struct LocalSearchCompletion: Hashable, Sendable {
  let suggestion: PlaceSuggestion
  /// The query of the completer: its fragment, the region and the kinds of places.
  let query: PlaceQuery
  /// The number of the request.
  public let requestNumber: RequestNumber

  /// A place's name, or the words of a query.
  public var title: String { suggestion.title }
  /// The place's address; for a query a note that it is one.
  public var subtitle: String { suggestion.subtitle }
  /// The text for which it was requested.
  public var fragment: String { query.text }
  /// The place's position in the `PlaceSet` that the engine was made from; `nil` for a query.
  public var place: Int? { suggestion.place?.id }
}

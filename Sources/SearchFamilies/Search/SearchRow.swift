import SearchSimulation

/// A row of the list below a search field.
public enum SearchRow: Hashable, Sendable {
  /// A place that was found.
  case item(MapItem)
  /// What the typed text could become.
  case completion(LocalSearchCompletion)

  /// What the row reads.
  public var title: String {
    switch self {
    case .item(let item): item.name
    case .completion(let completion): completion.title
    }
  }

  /// The place that the row leads to, as its position in the `PlaceSet`; `nil` for a query.
  public var place: Int? {
    switch self {
    case .item(let item): item.place
    case .completion(let completion): completion.place
    }
  }
}

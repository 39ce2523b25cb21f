import SearchSimulation

/// The view model behind an app's search field: what it does with every key and every tap.
///
/// A strategy writes its rows into the screen that it is made with and asks the simulated platform
/// through the search service. All of its methods run on the simulated main thread. An app's own
/// strategy conforms to the same protocol as the ones that come with MapPressure, and is added to a
/// ``SearchFamily``.
///
/// Used by one thread at a time.
public protocol SearchStrategy: AnyObject, SendableMetatype {
  /// Makes the view model when the app's search screen is opened; it lives until it is closed.
  init(screen: SearchScreen, service: SearchService)

  /// The field's text has changed, as `searchBar(_:textDidChange:)`; empty when a new search begins.
  func searchTextDidChange(_ text: String)

  /// The search key was pressed, as `searchBarSearchButtonClicked(_:)`.
  func searchButtonClicked(_ text: String)

  /// A row was tapped, as `tableView(_:didSelectRowAt:)`.
  func didSelectRow(_ row: SearchRow)
}

extension SearchStrategy {
  /// The rows are places already: a tap shows one, and asks for nothing.
  public func didSelectRow(_ row: SearchRow) {}
}

import Clustering
import PinData
import Simulation

/// The view model behind an app's search field: its reaction to every key and every tap.
///
/// It writes its rows to its screen and sends requests to the simulated platform through the search
/// service. All of its methods run on the simulated main thread. Used by one thread at a time.
public protocol SearchCallbacks: AnyObject {
  /// The field's text has changed, as `searchBar(_:textDidChange:)`; empty when a new search
  /// begins.
  func searchTextDidChange(_ text: String)

  /// The search key was pressed, as `searchBarSearchButtonClicked(_:)`.
  func searchButtonClicked(_ text: String)

  /// A row was tapped, as `tableView(_:didSelectRowAt:)`.
  func didSelectRow(_ row: SearchRow)
}

extension SearchCallbacks {
  /// Does nothing: the rows are places, and a tap shows one without a request.
  public func didSelectRow(_ row: SearchRow) {}
}

/// The function that makes the view model when the app's search screen opens; the view model is
/// released when the screen closes.
public typealias SearchMake = @Sendable (SearchScreen, SearchService) -> any SearchCallbacks

/// The screen of a person who searches: the map behind, and the list of rows.
///
/// Used by one thread at a time.
public final class SearchScreen {
  /// The question that the rows of a list answer.
  enum Question: Hashable {
    case request(RequestNumber)
    case fragment(String)
  }

  /// The kinds of places that the screen is made to find: a restaurant guide finds points of
  /// interest, a delivery service addresses.
  public let purpose: Place.Kinds
  /// The region of the map, as `MKMapView.region`.
  public internal(set) var mapRegion: Region
  /// The rows of the list, first row first.
  public private(set) var rows: [SearchRow] = []
  /// The error that the screen shows; `nil` if it shows none.
  public private(set) var message: MapError?
  /// Called after each change of the list, with the question that its rows answer.
  var rowsDidChange: (Question?) -> Void = { _ in }

  init(purpose: Place.Kinds, mapRegion: Region) {
    self.purpose = purpose
    self.mapRegion = mapRegion
  }

  /// Replaces the rows by the places of an answer.
  public func show(_ response: LocalSearch.Response) {
    show(response.mapItems, of: response)
  }

  /// Replaces the rows by places of an answer, possibly not all of them and in another order.
  public func show(_ mapItems: [MapItem], of response: LocalSearch.Response) {
    message = nil
    rows = mapItems.map { .item($0) }
    rowsDidChange(.request(response.requestNumber))
  }

  /// Replaces the rows by completions.
  public func show(_ completions: [LocalSearchCompletion]) {
    message = nil
    rows = completions.map { .completion($0) }
    rowsDidChange(completions.first.map { .fragment($0.fragment) })
  }

  /// Shows an error until the list changes. The rows stay.
  public func show(_ error: MapError) { message = error }

  /// Empties the list.
  public func clear() {
    message = nil
    rows = []
    rowsDidChange(nil)
  }
}

/// A row of the list below a search field.
public enum SearchRow: Hashable, Sendable {
  /// A place that was found.
  case item(MapItem)
  /// A completion of the typed text.
  case completion(LocalSearchCompletion)

  /// The title of the row.
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

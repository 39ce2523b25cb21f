import MapGeometry
import PinData
import SearchSimulation

/// What a person sees while they search: the map behind, and the list of rows.
///
/// Used by one thread at a time.
public final class SearchScreen {
  /// What the rows of a list are an answer to.
  enum Question: Hashable {
    case request(RequestNumber)
    case fragment(String)
  }

  /// The kinds of places that the screen is made to find: a restaurant guide finds points of
  /// interest, a delivery service addresses.
  public let purpose: Place.Kinds
  /// What the map shows, as `MKMapView.region`.
  public internal(set) var mapRegion: Region
  /// The rows of the list, first row first.
  public private(set) var rows: [SearchRow] = []
  /// Called whenever the list has changed, with what its rows answer.
  var rowsDidChange: (Question?) -> Void = { _ in }

  init(purpose: Place.Kinds, mapRegion: Region) {
    self.purpose = purpose
    self.mapRegion = mapRegion
  }

  /// Shows the places of an answer in place of what the list held.
  public func show(_ response: LocalSearch.Response) {
    show(response.mapItems, of: response)
  }

  /// Shows some of the places of an answer, or others than the answer's order, in place of what the
  /// list held.
  public func show(_ mapItems: [MapItem], of response: LocalSearch.Response) {
    rows = mapItems.map { .item($0) }
    rowsDidChange(.request(response.requestNumber))
  }

  /// Shows completions in place of what the list held.
  public func show(_ completions: [LocalSearchCompletion]) {
    rows = completions.map { .completion($0) }
    rowsDidChange(completions.first.map { .fragment($0.fragment) })
  }

  /// Empties the list.
  public func clear() {
    rows = []
    rowsDidChange(nil)
  }
}

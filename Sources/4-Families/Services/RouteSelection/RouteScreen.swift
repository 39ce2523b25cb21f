import Clustering
import Simulation

/// The function that makes the code of a screen with a route to the selected place of a map.
///
/// It is called when the screen opens. What it returns is called on the simulated main thread when
/// the person selects a place, or none, as `onChange(of: selection)`; it is released when the screen
/// closes.
public typealias RouteSelectionMake =
  @Sendable (RouteScreen, SearchService) -> (SelectedPlace?) -> Void

/// A place that a person has selected on a map.
public struct SelectedPlace: Hashable, Sendable {
  /// The number of the selection, from 0: a place that is selected again has another one.
  public let number: Int
  /// The position.
  public let coordinate: Coordinate
}

/// A map with a route on it, and a sheet with the selected place.
///
/// Used by one thread at a time.
public final class RouteScreen {
  /// The thread of the screen.
  public let main: MainThread
  /// The person's place.
  public let currentLocation: Coordinate
  /// The place that is selected now.
  public internal(set) var selection: SelectedPlace?
  /// The place whose route is on the map.
  public private(set) var shownPlace: SelectedPlace?
  /// The route on the map: the sheet shows its time, its distance and its steps.
  public private(set) var shownRoute: Route?
  /// The error that the sheet shows.
  public private(set) var shownError: MapError?
  /// The place whose route the error is about; `nil` if none is shown.
  private(set) var errorPlace: SelectedPlace?
  var didChange: () -> Void = {}

  init(main: MainThread, currentLocation: Coordinate) {
    self.main = main
    self.currentLocation = currentLocation
  }

  /// Shows a route as the only one on the map, and no error.
  ///
  /// - Parameter place: the place that the route leads to.
  public func show(_ route: Route, to place: SelectedPlace) {
    set(place, route, error: nil, of: nil)
  }

  /// Removes the route and the error.
  public func clear() { set(nil, nil, error: nil, of: nil) }

  /// Shows an error in the sheet; the route stays on the map.
  ///
  /// - Parameter place: the place whose route was requested.
  public func show(_ error: MapError, for place: SelectedPlace) {
    set(shownPlace, shownRoute, error: error, of: place)
  }

  private func set(
    _ place: SelectedPlace?, _ route: Route?, error: MapError?, of errorPlace: SelectedPlace?
  ) {
    // A terminated app shows nothing.
    guard !main.isTerminated else { return }
    shownPlace = place
    shownRoute = route
    shownError = error
    self.errorPlace = errorPlace
    didChange()
  }
}

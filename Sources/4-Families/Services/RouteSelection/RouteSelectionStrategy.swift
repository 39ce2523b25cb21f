import Clustering
import ScenarioModel
import Simulation

/// The code of a screen that shows a route to the selected place of a map.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to this protocol,
/// and is added to `Family.routeSelection`.
///
/// Used by one thread at a time.
public protocol RouteSelectionStrategy: AnyObject, SendableMetatype {
  /// Creates the code when the screen opens; it is released when the screen closes.
  init(screen: RouteScreen, service: SearchService)

  /// The person selects a place, or none, as `onChange(of: selection)`.
  func selectionDidChange(to place: SelectedPlace?)
}

/// The function that makes the code of a screen with routes; its arguments are those of
/// ``RouteSelectionStrategy/init(screen:service:)``. What it returns is called when the person
/// selects a place, or none.
public typealias RouteSelectionMake =
  @Sendable (RouteScreen, SearchService) -> (SelectedPlace?) -> Void

extension StrategyEntry where Make == RouteSelectionMake {
  /// Creates an entry of `Family.routeSelection` for a strategy's type; `summary` is a sentence.
  public init(_ name: String, _ strategy: (some RouteSelectionStrategy).Type, summary: String) {
    self.init(name, summary: summary) { screen, service in
      strategy.init(screen: screen, service: service).selectionDidChange
    }
  }
}

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

  /// Shows an error in the sheet, beside the route that is on the map.
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

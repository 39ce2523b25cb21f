import Clustering
import ScenarioModel
import Simulation

extension StrategyEntry where Make == RouteSelectionMake {
  /// The strategies that come with MapPressure, naive ones first.
  static var standard: [StrategyEntry] {
    [
      requesting(
        "latest-arrival", [],
        summary: "Requests a route at each selection, and shows whatever arrives; drops errors."),
      requesting(
        "errors-shown", [.showsErrors],
        summary: "Like latest-arrival, but also shows errors, even of earlier selections."),
      requesting(
        "cancel-previous", [.cancels],
        summary:
          "Cancels the previous selection's request; the old route stays until another arrives."),
      requesting(
        "checked-selection", [.checks],
        summary: "Drops answers for places that are no longer selected; the old route stays."),
      requesting(
        "clear-and-check", Set(RequestOption.allCases),
        summary: "Removes the old route and cancels its request; checks answers; shows errors."
      ),
      requesting(
        "clear-wait-and-check", Set(RequestOption.allCases), after: 300_000_000,
        summary: "Like clear-and-check, but asks only when a selection has lasted for 0.3 s."),
    ]
  }

  /// Requests a route by car at each selection.
  ///
  /// - Parameter delay: the time that a selection lasts before its route is requested, in
  ///   nanoseconds.
  private static func requesting(
    _ name: String, _ options: Set<RequestOption>, after delay: Int64 = 0, summary: String
  ) -> StrategyEntry {
    StrategyEntry(name, summary: summary) { screen, service in
      var latest: Directions?
      func request(_ place: SelectedPlace) {
        let directions = Directions(
          request: Directions.Request(
            source: screen.currentLocation, destination: place.coordinate),
          service: service)
        latest = directions
        directions.calculate { result in
          if options.contains(.checks), screen.selection != place { return }
          switch result {
          case .success(let response): screen.show(response.routes[0], to: place)
          case .failure(let error):
            if options.contains(.showsErrors) { screen.show(error, for: place) }
          }
        }
      }
      return { place in
        if options.contains(.cancels) { latest?.cancel() }
        if options.contains(.clears) { screen.clear() }
        guard let place else { return }
        guard delay > 0 else { return request(place) }
        screen.main.async(after: delay) {
          if screen.selection == place { request(place) }
        }
      }
    }
  }
}

/// An action of a screen besides requesting a route and showing it.
private enum RequestOption: CaseIterable {
  /// The sheet shows an error of a request.
  case showsErrors
  /// A new selection cancels the request of the former one.
  case cancels
  /// An answer is dropped if its place is not selected any more.
  case checks
  /// A new selection removes the route of the former one.
  case clears
}

import EventSimulation
import MapGeometry
import ScenarioModel
import SearchSimulation

extension RouteSelectionFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "latest-arrival", RouteOfSelection.self,
      summary: "Requests a route at each selection, and shows whatever arrives; drops errors."),
    StrategyEntry(
      "errors-shown",
      summary: "Does the same, and shows errors, of earlier selections too."
    ) { screen, service in
      RouteOfSelection(screen: screen, service: service, options: [.showsErrors])
    },
    StrategyEntry(
      "cancel-previous",
      summary: "Cancels the request of the former selection; its route stays until another comes."
    ) { screen, service in
      RouteOfSelection(screen: screen, service: service, options: [.cancels])
    },
    StrategyEntry(
      "checked-selection",
      summary: "Drops answers for places that are not selected any more; the old route stays."
    ) { screen, service in
      RouteOfSelection(screen: screen, service: service, options: [.checks])
    },
    StrategyEntry(
      "clear-and-check",
      summary: "Removes the route at each selection, cancels, checks the answer and shows errors."
    ) { screen, service in
      RouteOfSelection(
        screen: screen, service: service, options: [.showsErrors, .cancels, .checks, .clears])
    },
    StrategyEntry(
      "clear-wait-and-check",
      summary: "Does the same, and asks when a selection has lasted for 0.3 s."
    ) { screen, service in
      RouteOfSelection(
        screen: screen, service: service, options: [.showsErrors, .cancels, .checks, .clears],
        delay: 300_000_000)
    },
  ]
}

/// Requests a route by car at each selection.
final class RouteOfSelection: RouteSelectionStrategy {
  struct Options: OptionSet {
    let rawValue: Int

    /// The sheet shows an error of a request.
    static let showsErrors = Options(rawValue: 1)
    /// A new selection cancels the request of the former one.
    static let cancels = Options(rawValue: 2)
    /// An answer is dropped if its place is not selected any more.
    static let checks = Options(rawValue: 4)
    /// A new selection removes the route of the former one.
    static let clears = Options(rawValue: 8)
  }

  private let screen: RouteScreen
  private let service: SearchService
  private let options: Options
  /// The time that a selection lasts before its route is requested, in nanoseconds.
  private let delay: Int64
  private var latest: Directions?

  convenience init(screen: RouteScreen, service: SearchService) {
    self.init(screen: screen, service: service, options: [])
  }

  init(screen: RouteScreen, service: SearchService, options: Options, delay: Int64 = 0) {
    self.screen = screen
    self.service = service
    self.options = options
    self.delay = delay
  }

  func selectionDidChange(to place: SelectedPlace?) {
    if options.contains(.cancels) { latest?.cancel() }
    if options.contains(.clears) { screen.clear() }
    guard let place else { return }
    guard delay > 0 else { return request(place) }
    screen.main.async(after: delay) { [weak self] in
      guard self?.screen.selection == place else { return }
      self?.request(place)
    }
  }

  private func request(_ place: SelectedPlace) {
    let directions = Directions(
      request: Directions.Request(
        source: screen.currentLocation, destination: place.coordinate),
      service: service)
    latest = directions
    directions.calculate { [weak self] result in self?.receive(result, for: place) }
  }

  private func receive(_ result: Result<Directions.Response, MapError>, for place: SelectedPlace) {
    if options.contains(.checks), screen.selection != place { return }
    switch result {
    case .success(let response):
      if let route = response.routes.first {
        screen.show(route, to: place)
      } else if options.contains(.showsErrors) {
        screen.show(.directionsNotFound, for: place)
      }
    case .failure(let error):
      if options.contains(.showsErrors) { screen.show(error, for: place) }
    }
  }
}

import ScenarioModel

/// The result of a visit to a map with routes.
struct RouteSelectionRecord: Sendable {
  let visit: SelectionVisit
  /// The numbers of the selections that showed their route, and of those that showed an error.
  var withRoute: Set<Int> = []
  var withError: Set<Int> = []
  /// Those of the former whose sheet had a time, and steps that add up to the distance.
  var withFigures: Set<Int> = []
  /// The time in which the map showed the route to a place that was not selected, in nanoseconds.
  var wrongTime: Int64 = 0
  /// Routes that came on the map, and errors that came, while their place was not selected.
  var wrongArrivals = 0
  var wrongErrors = 0
  /// From a selection to its route, in nanoseconds.
  var timesToRoute: [Int64] = []

  /// The selections whose route the person looks at.
  private var read: [SelectionVisit.Selection] { visit.selections.filter(\.isRead) }
  /// Selections whose place has a route.
  private var reachable: [SelectionVisit.Selection] { read.filter(\.isReachable) }
  /// The number of these selections that showed the route, and the number whose sheet had its
  /// figures.
  private var readWithRoute: Int { reachable.count { withRoute.contains($0.place.number) } }
  private var readWithFigures: Int { reachable.count { withFigures.contains($0.place.number) } }
  /// Selections that a person looks at and that showed neither their route nor an error.
  private var unexplained: Int {
    read.count { !withRoute.contains($0.place.number) && !withError.contains($0.place.number) }
  }
}

extension RouteSelectionRecord {
  private static let noRoute = "no place with a route was looked at"

  static let table = MetricTable<ServiceRecord<RouteSelectionRecord>>(
    [
      .sum("selections", \.visit.selections.count, "Selections of places.", .counted, .neutral),
      .sum(
        "read-selections", \.read.count,
        "Selections that a person reads instead of passing over them.", .counted, .neutral),
      .fraction(
        "routes-shown", \.readWithRoute, of: \.reachable.count, orWhy: noRoute,
        "Of read selections of places with a route, the fraction that showed the route in time."),
      .fraction(
        "figures-shown", \.readWithFigures, of: \.reachable.count, orWhy: noRoute,
        "The fraction of these selections whose sheet showed a travel time, and steps that add up "
          + "to the distance."),
      .init(
        "wrong-route-time", .nanoseconds, .modelled, .lowerIsBetter,
        "The total time, over all people, that the map shows an unselected place's route."
      ) { $0.time(\.wrongTime) },
      .init(
        "wrong-route-fraction", .fraction, .modelled, .lowerIsBetter,
        "wrong-route-time as a fraction of the time for which the screen is open.",
        effect: "a wrong route is on the map for {} of the time"
      ) { record in
        let open = record.time(\.visit.closingTime)
        return MetricValue(
          open > 0 ? record.time(\.wrongTime) / open : nil, orWhy: "no screen was open")
      },
      .sum(
        "wrong-arrivals", \.wrongArrivals,
        "Routes that appeared on the map while another place, or no place, was selected."),
      .sum(
        "unexplained-selections", \.unexplained,
        "Selections that were read but never showed their route or an error.",
        effect: "{} selections show no route and no error"),
      .sum(
        "wrong-errors", \.wrongErrors,
        "Errors that appeared on screen while their place was not selected."),
      .requestsSent,
      .requestsThrottled,
      .requestsCancelled,
      .requestsFailed,
    ]
      + MetricTable.Entry.percentiles(
        "time-to-route", [.p50, .p95], .modelled,
        "The time from a selection to its route on the map, for selections that last until then; "
          + "the median.",
        of: "selections", orWhy: "no selection showed its route"
      ) { $0.times(\.timesToRoute) } + [.serviceBytes])
}

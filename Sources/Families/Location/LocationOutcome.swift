import ScenarioModel
import Support

/// The result of a person's first days with an app.
struct LocationOutcome: Hashable, Sendable {
  var prompts = 0
  var promptsWithoutContext = 0
  var ignoredRequests = 0
  var explanations = 0
  var settingsTrips = 0
  var mapViews = 0
  var mapViewsWithDot = 0
  var silentMapViews = 0
  /// Looks at the map of a person whose location was denied or restricted before.
  var deniedMapViews = 0
  var silentDeniedViews = 0
  var presses = 0
  var deadEnds = 0
  /// Times that the camera moved to a circle of some kilometres.
  var circlesCentred = 0
  /// Those at which it showed a street.
  var circlesMisread = 0
  /// True if the person has refused an alert.
  var hasRefused = false
  /// True if the person had a dot in a later look.
  var hasRecovered = false
  /// From the map to the dot, in nanoseconds.
  var timesToDot: [Int64] = []
  /// From the press to the dot, in nanoseconds.
  var timesFromPress: [Int64] = []
}

extension LocationOutcome {
  private static let noMap = "nobody opened the map"

  /// The metrics over all people.
  static let table = MetricTable<[LocationOutcome]>(
    [
      .init(
        "map-views", .count, .counted, .neutral, "Times that people open the map."
      ) { $0.sum(\.mapViews) },
      .init(
        "people-with-dot", .fraction, .modelled, .higherIsBetter,
        "The fraction of the people with the map that saw their position at least once."
      ) {
        MetricValue(
          $0.count { $0.mapViewsWithDot > 0 }, of: $0.count { $0.mapViews > 0 }, orWhy: noMap)
      },
      .init(
        "map-views-with-dot", .fraction, .modelled, .higherIsBetter,
        "The fraction of the looks at the map in which the position appeared."
      ) { MetricValue($0.sum(\.mapViewsWithDot), of: $0.sum(\.mapViews), orWhy: noMap) },
      .init(
        "prompts", .count, .modelled, .neutral, "Alerts of the system that ask for the location."
      ) { $0.sum(\.prompts) },
      .init(
        "prompts-without-context", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the alerts that came without an explanation and without a press of the locate button before."
      ) {
        MetricValue(
          $0.sum(\.promptsWithoutContext), of: $0.sum(\.prompts), orWhy: "no alert came")
      },
      .init(
        "requests-ignored", .count, .modelled, .lowerIsBetter,
        "Requests for the authorization after which no alert came."
      ) { $0.sum(\.ignoredRequests) },
      .init(
        "interruptions", .ratio, .modelled, .lowerIsBetter,
        "Alerts and explanations for each person."
      ) {
        MetricValue(
          $0.isEmpty
            ? nil : Double($0.sum(\.prompts) + $0.sum(\.explanations)) / Double($0.count),
          orWhy: noMap)
      },
      .init(
        "silent-maps", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the looks at the map without a position and without a word about it."
      ) { MetricValue($0.sum(\.silentMapViews), of: $0.sum(\.mapViews), orWhy: noMap) },
      .init(
        "silent-denials", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the looks after a refusal, or with the location off, that show no position and say nothing."
      ) {
        MetricValue(
          $0.sum(\.silentDeniedViews), of: $0.sum(\.deniedMapViews),
          orWhy: "nobody looked at the map after a refusal")
      },
      .init(
        "presses", .count, .counted, .neutral, "Presses of the locate button."
      ) { $0.sum(\.presses) },
      .init(
        "dead-ends", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the presses after which nothing happened: no dot, no alert, no explanation, no way to Settings."
      ) {
        MetricValue($0.sum(\.deadEnds), of: $0.sum(\.presses), orWhy: "nobody pressed the button")
      },
      .init(
        "settings-trips", .count, .modelled, .neutral,
        "Times that people went to Settings to allow the location."
      ) { $0.sum(\.settingsTrips) },
      .init(
        "recovered-people", .fraction, .modelled, .higherIsBetter,
        "The fraction of the people who refused an alert that saw their position after that."
      ) {
        MetricValue(
          $0.count { $0.hasRefused && $0.hasRecovered }, of: $0.count(where: \.hasRefused),
          orWhy: "nobody refused")
      },
      .init(
        "reduced-accuracy-misread", .fraction, .modelled, .lowerIsBetter,
        "The fraction of the app's camera moves to a position known to some kilometres that showed some streets."
      ) {
        MetricValue(
          $0.sum(\.circlesMisread), of: $0.sum(\.circlesCentred),
          orWhy: "the app moved the camera to no position of reduced accuracy")
      },
    ]
      + MetricTable.Entry.percentiles(
        "time-to-dot", [.p50, .p95], .modelled,
        "From the map to the position on it, with all answers between, of looks with one; the median.",
        of: "looks", orWhy: "nobody saw a position"
      ) { $0.flatMap(\.timesToDot).sorted() }
      + MetricTable.Entry.percentiles(
        "press-to-dot", [.p50, .p95], .modelled,
        "From a press of the locate button to the position, 0 if it was there, of presses with one; the median.",
        of: "presses", orWhy: "no press led to a position"
      ) { $0.flatMap(\.timesFromPress).sorted() })
}

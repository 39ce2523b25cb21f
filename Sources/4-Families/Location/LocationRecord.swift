import ScenarioModel
import Support

/// The result of a person's first days with an app.
struct LocationRecord: Hashable, Sendable {
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
  /// Indicates whether the person has refused an alert.
  var hasRefused = false
  /// Indicates whether the person had a dot in a later look.
  var hasRecovered = false
  /// From the map to the dot, in nanoseconds.
  var timesToDot: [Int64] = []
  /// From the press to the dot, in nanoseconds.
  var timesFromPress: [Int64] = []
}

extension LocationRecord {
  private typealias Table = MetricTable<[LocationRecord]>

  private static let noMap = "no person opened the map"

  /// The metrics over all people.
  static let table: MetricTable<[LocationRecord]> =
    Table([
      .sum("map-views", .counted, .neutral, "How often people open the map.", of: \.mapViews),
      .ratio(
        "people-with-dot", .modelled, .higherIsBetter,
        "Of the people who opened the map, the fraction who saw their position at least once.",
        effect: "{} of the people see their position",
        { $0.count { $0.mapViewsWithDot > 0 } }, of: { $0.count { $0.mapViews > 0 } }, orWhy: noMap),
      .fraction(
        "map-views-with-dot", .modelled, .higherIsBetter,
        "The fraction of the looks at the map in which the position appeared.", \.mapViewsWithDot,
        of: \.mapViews, orWhy: noMap),
      .sum(
        "prompts", .modelled, .neutral, "System alerts that ask for the location.",
        of: \.prompts),
      .fraction(
        "prompts-without-context", .modelled, .lowerIsBetter,
        "The fraction of the alerts that appeared without a preceding explanation or press of the "
          + "locate button.",
        effect: "{} of the alerts appear without an explanation",
        \.promptsWithoutContext, of: \.prompts, orWhy: "no alert appeared"),
      .sum(
        "requests-ignored", .modelled, .lowerIsBetter,
        "How many requests for the authorization led to no alert.", of: \.ignoredRequests),
      .fraction(
        "interruptions", unit: .ratio, .modelled, .lowerIsBetter,
        "Alerts and explanations per person.", { $0.prompts + $0.explanations },
        of: { _ in 1 }, orWhy: noMap),
      .fraction(
        "silent-maps", .modelled, .lowerIsBetter,
        "Of the looks at the map, the fraction that show neither a position nor a reason.",
        \.silentMapViews, of: \.mapViews, orWhy: noMap),
      .fraction(
        "silent-denials", .modelled, .lowerIsBetter,
        "Of the looks after a refusal, or with the location off, the fraction that show neither a "
          + "position nor a reason.",
        effect: "{} of the looks after a refusal show no reason",
        \.silentDeniedViews, of: \.deniedMapViews, orWhy: "there was no look after a refusal"
      ),
      .sum("presses", .counted, .neutral, "Presses of the locate button.", of: \.presses),
      .fraction(
        "dead-ends", .modelled, .lowerIsBetter,
        "The fraction of presses without effect: no dot, alert, explanation or way to Settings.",
        effect: "{} of the presses of the button do nothing",
        \.deadEnds, of: \.presses, orWhy: "no person pressed the button"),
      .sum(
        "settings-trips", .modelled, .neutral,
        "How often people went to Settings to allow the location.", of: \.settingsTrips),
      .ratio(
        "recovered-people", .modelled, .higherIsBetter,
        "Of the people who refused an alert, the fraction who later saw their position.",
        { $0.count { $0.hasRefused && $0.hasRecovered } }, of: { $0.count(where: \.hasRefused) },
        orWhy: "no person refused"),
      .fraction(
        "reduced-accuracy-misread", .modelled, .lowerIsBetter,
        "The fraction of the app's camera moves that show only some streets although the position "
          + "is known only to within some kilometres.",
        \.circlesMisread, of: \.circlesCentred,
        orWhy: "the app never moved the camera to a position of reduced accuracy"),
    ])
    + Table(
      Table.Entry.percentiles(
        "time-to-dot", [.p50, .p95], .modelled,
        "The time from the map's appearance until it shows the position, including answers to "
          + "alerts, for looks that show a position; the median.",
        of: "looks", orWhy: "no person saw a position"
      ) { $0.flatMap(\.timesToDot).sorted() })
    + Table(
      Table.Entry.percentiles(
        "press-to-dot", [.p50, .p95], .modelled,
        "The time from a press of the locate button to the position, 0 if it was already there, "
          + "for presses that lead to a position; the median.",
        of: "presses", orWhy: "no press led to a position"
      ) { $0.flatMap(\.timesFromPress).sorted() })
}

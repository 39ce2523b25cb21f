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

import Measurement
import ScenarioModel

extension Metric {
  // What was asked of the server, counted.
  static let fetchGestures = Metric(
    "gestures", .count, .counted, .neutral, "Flings and pinches of the user.")
  static let regionEnds = Metric(
    "region-ends", .count, .counted, .neutral,
    "Times that the map said that its region had changed, its appearance included.")
  static let fetches = Metric(
    "fetches", .count, .counted, .lowerIsBetter, "Fetches that the app sent to its server.")
  static let fetchesPerGesture = Metric(
    "fetches-per-gesture", .ratio, .counted, .lowerIsBetter,
    "Fetches for each gesture, without those before the first one.")
  static let fetchesPerFling = Metric(
    "fetches-per-fling", .ratio, .counted, .lowerIsBetter,
    "Fetches from a fling's beginning to the next gesture's, for each fling.")
  static let fetchesCancelled = Metric(
    "fetches-cancelled", .count, .counted, .neutral,
    "Fetches that the app gave up before their answers arrived.")
  static let fetchesFailed = Metric(
    "fetches-failed", .count, .counted, .lowerIsBetter, "Fetches that ended with an error.")
  static let staleFetchAnswersShown = Metric(
    "stale-pins-shown", .count, .counted, .lowerIsBetter,
    "Times that an older fetch's pins replaced a newer one's.")
  static let pinsMatched = Metric(
    "pins-matched", .count, .counted, .lowerIsBetter,
    "Pins in the rectangles asked for, also beyond the limit of an answer.")

  // What the user saw, on the virtual clock.
  static let regionLoadedShare = Metric(
    "region-loaded-fraction", .fraction, .counted, .higherIsBetter,
    "The share of the looks at the map that ended with everything visible loaded.")
  static let loadedTimeShare = Metric(
    "loaded-time-fraction", .fraction, .modelled, .higherIsBetter,
    "The share of the time at rest in which everything visible was loaded.")
  static let unloadedTimeP50 = Metric(
    "unloaded-time-p50", .nanoseconds, .modelled, .lowerIsBetter,
    "The time of a look, of a second at least, in which something visible was not loaded; median.")
  static let unloadedTimeP95 = Metric(
    "unloaded-time-p95", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; 95 of 100 looks have no more of it.")
  static let fetchedBytes = Metric(
    "fetched-bytes", .bytes, .modelled, .lowerIsBetter,
    "Requests and answers on the network, each pin of an answer included.")

  static let ofRegionFetches: [Metric] = [
    fetchGestures, regionEnds, fetches, fetchesPerGesture, fetchesPerFling, fetchesCancelled,
    fetchesFailed,
    staleFetchAnswersShown, pinsMatched, regionLoadedShare, loadedTimeShare, unloadedTimeP50,
    unloadedTimeP95, fetchedBytes,
  ]
}

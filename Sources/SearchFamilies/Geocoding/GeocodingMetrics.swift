import Measurement
import ScenarioModel

extension Metric {
  // What people saw, counted.
  static let rowsSeen = Metric(
    "rows-seen", .count, .counted, .neutral,
    "Rows that the visits bring on screen, those of an ended app included.")
  static let rowsLabelled = Metric(
    "rows-labelled", .fraction, .counted, .higherIsBetter,
    "The share of these rows that showed an address while they were on screen.")
  static let rowsLabelledRightly = Metric(
    "row-label-accuracy", .fraction, .counted, .higherIsBetter,
    "The share of these rows that showed the address nearest to their coordinate.")
  static let rightLabels = Metric(
    "label-precision", .fraction, .counted, .higherIsBetter,
    "The share of the addresses shown that are the nearest to their row's coordinate.")
  static let requestsDropped = Metric(
    "requests-dropped", .count, .counted, .lowerIsBetter,
    "Requests that a busy geocoder did not take: their answers never come.")
  static let terminations = Metric(
    "watchdog-terminations", .count, .counted, .lowerIsBetter,
    "Visits that the watchdog ended, because the main thread was blocked for too long.")

  // The platform, modelled.
  static let timeToLabelP50 = Metric(
    "time-to-label-p50", .nanoseconds, .modelled, .lowerIsBetter,
    "From when a row should appear to its address, of rows still on screen; the median.")
  static let timeToLabelP95 = Metric(
    "time-to-label-p95", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; 95 of 100 rows take no longer.")
  static let hangTimeMax = Metric(
    "hang-time-max", .nanoseconds, .modelled, .lowerIsBetter,
    "The longest time that the main thread did not get round to anything else; 0 without a hang.")
  static let hangTimeTotal = Metric(
    "hang-time-total", .nanoseconds, .modelled, .lowerIsBetter, "The time of all hangs.")
  static let hangs = Metric(
    "hang-count", .count, .modelled, .lowerIsBetter,
    "Times that the main thread was kept for longer than the profile's hang threshold.")

  static let ofGeocoding: [Metric] = [
    rowsSeen, rowsLabelled, rowsLabelledRightly, rightLabels, requestsSent, requestsThrottled,
    requestsDropped,
    terminations, timeToLabelP50, timeToLabelP95, hangs, hangTimeMax, hangTimeTotal, bytesMoved,
    searchTimeP50, searchTimeP95, searchTimeTotal,
  ]
}

import Measurement
import ScenarioModel

extension Metric {
  // What was asked of the platform, counted.
  static let keystrokes = Metric(
    "keystrokes", .count, .counted, .lowerIsBetter,
    "Changes of the text that people made until they tapped a row or pressed the search key.")
  static let searches = Metric(
    "searches", .count, .counted, .neutral, "Searches that people ended with a tap or the key.")
  static let requestsSent = Metric(
    "requests-sent", .count, .counted, .lowerIsBetter,
    "Requests of all kinds that the platform's service took.")
  static let requestsThrottled = Metric(
    "requests-throttled", .count, .counted, .lowerIsBetter,
    "Requests that the service refused because too many came within a minute.")
  static let requestsCancelled = Metric(
    "requests-cancelled", .count, .counted, .lowerIsBetter,
    "Requests whose answers nobody waited for.")
  static let placesExamined = Metric(
    "places-examined", .count, .counted, .neutral,
    "Places that the search engine scored to answer the searches; completions do not say.")

  // What people saw, counted.
  static let precisionAt10 = Metric(
    "precision-at-10", .fraction, .counted, .higherIsBetter,
    "The share of the first ten rows (fewer where there are fewer) that are relevant, on average.")
  static let ndcgAt10 = Metric(
    "ndcg-at-10", .fraction, .counted, .higherIsBetter,
    "Discounted gain of the first ten rows by their grades, divided by the best list's.")
  static let reciprocalRank = Metric(
    "mean-reciprocal-rank", .fraction, .counted, .higherIsBetter,
    "1 / the row of the place that was wanted, averaged; 0 where it is not among the first ten.")
  static let wantedFound = Metric(
    "success-at-10", .fraction, .counted, .higherIsBetter,
    "The share of the searches with the wanted place among the first ten rows.")
  static let emptyAnswers = Metric(
    "empty-answers", .count, .counted, .lowerIsBetter, "Searches that ended without a row.")
  static let staleAnswersShown = Metric(
    "stale-rows-shown", .count, .counted, .lowerIsBetter,
    "Times that rows for an older text replaced rows for a newer one.")
  static let wrongRowsShown = Metric(
    "wrong-rows-shown", .count, .counted, .lowerIsBetter,
    "Searches that ended with rows for another text than the one in the field.")

  // The platform, modelled.
  static let timeToAnswerP50 = Metric(
    "time-to-answer-p50", .nanoseconds, .modelled, .lowerIsBetter,
    "From the tap or the search key to the rows that stay, of searches with rows; the median.")
  static let timeToAnswerP95 = Metric(
    "time-to-answer-p95", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; 95 of 100 searches take no longer.")
  static let searchDurationP50 = Metric(
    "search-duration-p50", .nanoseconds, .modelled, .lowerIsBetter,
    "From the first key to the rows that stay, of searches with rows; the median.")
  static let searchDurationP95 = Metric(
    "search-duration-p95", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; 95 of 100 searches take no longer.")
  static let bytesMoved = Metric(
    "service-bytes", .bytes, .modelled, .lowerIsBetter,
    "Requests and answers on the network: their texts, and what the profile adds for the rest.")

  // The search engine, measured.
  static let searchTimeP50 = Metric(
    "search-time-p50", .nanoseconds, .measured, .lowerIsBetter,
    "Processor time of the search engine for a request; the median request.")
  static let searchTimeP95 = Metric(
    "search-time-p95", .nanoseconds, .measured, .lowerIsBetter,
    "The same; 95 of 100 requests take no longer.")
  static let searchTimeTotal = Metric(
    "search-time-total", .nanoseconds, .measured, .lowerIsBetter,
    "Processor time of the search engine for all requests.")

  static let ofSearch: [Metric] = [
    keystrokes, searches, requestsSent, requestsThrottled, requestsCancelled, placesExamined,
    precisionAt10, ndcgAt10, reciprocalRank, wantedFound, emptyAnswers, staleAnswersShown,
    wrongRowsShown, timeToAnswerP50, timeToAnswerP95, searchDurationP50, searchDurationP95,
    bytesMoved, searchTimeP50, searchTimeP95, searchTimeTotal,
  ]
}

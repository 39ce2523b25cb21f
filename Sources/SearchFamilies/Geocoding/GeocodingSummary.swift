import Measurement
import ScenarioModel
import SearchSimulation
import Statistics

/// The numbers of a replay: which rows got addresses, and what that cost.
struct GeocodingSummary {
  let outcomes: [GeocodingOutcome]
  let traffic: [SearchTraffic]
  let searchTimes: SearchTimes

  var values: [NamedValue] {
    guard !outcomes.isEmpty else {
      return Metric.ofGeocoding.map {
        NamedValue($0.name, .notAvailable(reason: "no visit was replayed"))
      }
    }
    return rowValues + requestValues + hangValues + searchTimes.values
  }

  private var rowValues: [NamedValue] {
    let seen = outcomes.reduce(0) { $0 + $1.rowsSeen }
    let labels = outcomes.reduce(0) { $0 + $1.labels }
    let times = outcomes.flatMap(\.timesToLabel).sorted()
    let none = "no row got an address"
    return [
      NamedValue(.rowsSeen, seen),
      NamedValue(
        .rowsLabelled, share: outcomes.reduce(0) { $0 + $1.rowsLabelled }, of: seen,
        orWhy: "no row was seen"),
      NamedValue(
        .rowsLabelledRightly, share: outcomes.reduce(0) { $0 + $1.rowsLabelledRightly }, of: seen,
        orWhy: "no row was seen"),
      NamedValue(
        .rightLabels, share: outcomes.reduce(0) { $0 + $1.rightLabels }, of: labels, orWhy: none),
      NamedValue(
        .timeToLabelP50, Percentile.p50.value(ofAscending: times).map(Double.init), orWhy: none),
      NamedValue(
        .timeToLabelP95, Percentile.p95.value(ofAscending: times).map(Double.init), orWhy: none),
    ]
  }

  private var requestValues: [NamedValue] {
    let total = traffic.reduce(SearchTraffic(), +).total
    return [
      NamedValue(.requestsSent, total.sent),
      NamedValue(.requestsThrottled, total.throttled),
      NamedValue(.requestsDropped, total.dropped),
      NamedValue(.bytesMoved, total.bytesSent + total.bytesReceived),
    ]
  }

  private var hangValues: [NamedValue] {
    let durations = outcomes.flatMap { $0.hangs.map(\.duration) }
    return [
      NamedValue(.terminations, outcomes.count(where: \.isTerminated)),
      NamedValue(.hangs, durations.count),
      NamedValue(.hangTimeMax, Double(durations.max() ?? 0)),
      NamedValue(.hangTimeTotal, Double(durations.reduce(0, +))),
    ]
  }
}

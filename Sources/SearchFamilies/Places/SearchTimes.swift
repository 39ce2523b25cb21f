import Measurement
import ScenarioModel
import Statistics

/// The processor time of a search engine, question by question.
struct SearchTimes {
  /// Nanoseconds, in ascending order.
  private let times: [Int64]

  init(_ times: [Int64]) {
    self.times = times.sorted()
  }

  var values: [NamedValue] {
    let none = "nothing was asked"
    return [
      NamedValue(
        .searchTimeP50, Percentile.p50.value(ofAscending: times).map(Double.init), orWhy: none),
      NamedValue(
        .searchTimeP95, Percentile.p95.value(ofAscending: times).map(Double.init), orWhy: none),
      NamedValue(.searchTimeTotal, Double(times.reduce(0, +))),
    ]
  }
}

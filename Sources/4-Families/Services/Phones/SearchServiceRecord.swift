import ScenarioModel
import Simulation

/// The record of a replay that used the platform's search service.
protocol SearchServiceRecord: SendableMetatype {
  associatedtype Outcome: Sendable
  /// The outcome of each person's visit.
  var visits: [Outcome] { get }
  /// The requests of all devices.
  var requests: RequestCounts { get }
}

extension MetricTable.Entry where Record: SearchServiceRecord {
  /// The sum of a count of each visit.
  static func sum(
    _ name: String, _ count: @escaping @Sendable (Record.Outcome) -> Int, _ summary: String,
    effect: String? = nil, _ kind: MetricKind = .modelled, _ polarity: Polarity = .lowerIsBetter
  ) -> Self {
    Self(name, .count, kind, polarity, summary, effect: effect) { $0.visits.sum(count) }
  }

  /// The fraction of a sum in another one; not available for a reason if that is 0.
  static func fraction(
    _ name: String, _ part: @escaping @Sendable (Record.Outcome) -> Int,
    of whole: @escaping @Sendable (Record.Outcome) -> Int, orWhy reason: String,
    _ summary: String, effect: String? = nil, _ polarity: Polarity = .higherIsBetter
  ) -> Self {
    Self(name, .fraction, .modelled, polarity, summary, effect: effect) {
      MetricValue($0.visits.sum(part), of: $0.visits.sum(whole), orWhy: reason)
    }
  }

  /// A number of requests.
  static func requests(
    _ name: String, _ count: @escaping @Sendable (RequestCounts) -> Int, _ summary: String,
    effect: String? = nil, _ polarity: Polarity = .lowerIsBetter
  ) -> Self {
    Self(name, .count, .modelled, polarity, summary, effect: effect) { count($0.requests) }
  }

  static var requestsSent: Self {
    requests("requests-sent", \.sent, "Requests of all kinds that the platform's service took.")
  }

  static var requestsThrottled: Self {
    requests(
      "requests-throttled", \.throttled,
      "Requests that the service refused because too many came within a minute.",
      effect: "the service refuses {} requests")
  }

  static var requestsCancelled: Self {
    requests(
      "requests-cancelled", \.cancelled, "Requests that the app gave up before they were answered.",
      .neutral)
  }

  static var requestsFailed: Self {
    requests("requests-failed", \.failed, "Requests that ended with a failure of the server.")
  }

  static var serviceBytes: Self {
    Self(
      "service-bytes", .bytes, .modelled, .lowerIsBetter,
      "Bytes on the network: texts of requests and answers, and the profile's size for other parts."
    ) { $0.requests.bytesSent + $0.requests.bytesReceived }
  }
}

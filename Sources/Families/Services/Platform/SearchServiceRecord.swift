import ScenarioModel
import Simulation

/// The record of a replay that used the platform's search service.
protocol SearchServiceRecord: SendableMetatype {
  /// The requests of all devices.
  var requests: RequestCounts { get }
}

extension MetricTable.Entry where Record: SearchServiceRecord {
  static var requestsSent: Self {
    .init(
      "requests-sent", .count, .modelled, .lowerIsBetter,
      "Requests of all kinds that the platform's service took."
    ) { $0.requests.sent }
  }

  static var requestsThrottled: Self {
    .init(
      "requests-throttled", .count, .modelled, .lowerIsBetter,
      "Requests that the service refused because too many came within a minute."
    ) { $0.requests.throttled }
  }

  static var requestsCancelled: Self {
    .init(
      "requests-cancelled", .count, .modelled, .neutral,
      "Requests that the app gave up before their answers."
    ) { $0.requests.cancelled }
  }

  static var requestsFailed: Self {
    .init(
      "requests-failed", .count, .modelled, .lowerIsBetter,
      "Requests that ended with a failure of the server."
    ) { $0.requests.failed }
  }

  static var serviceBytes: Self {
    .init(
      "service-bytes", .bytes, .modelled, .lowerIsBetter,
      "Requests and answers on the network: their texts, and the profile's size of the rest."
    ) { $0.requests.bytesSent + $0.requests.bytesReceived }
  }
}

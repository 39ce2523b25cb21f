import PlatformProfiles
import YAMLReading

/// The kinds of networks between a phone and a server.
enum NetworkKind: String, CaseIterable, Sendable {
  case wiFi = "wi-fi"
  case fourG = "4g"
  case poor
}

/// The times of requests over a network, and of the work on both ends.
///
/// Requests that are sent at once share a round trip, as over HTTP/2, and their bytes follow each
/// other. Nothing is lost, and the network is always there.
struct ServerNetwork: Sendable {
  /// In nanoseconds.
  let roundTrip: Double
  /// Nanoseconds for a byte.
  let byteTime: Double
  let connectionRoundTrips: Double
  let serverTime: Double
  let decodeFeature: Double
  let clusterPin: Double
  /// The bytes of a request with the headers of its answer.
  let requestSize: Double

  init(_ kind: NetworkKind, profile: PlatformProfile) {
    let (roundTrip, megabyte): (ProfileParameter.Name, ProfileParameter.Name) =
      switch kind {
      case .wiFi: (.wiFiRoundTrip, .wiFiMegabyte)
      case .fourG: (.fourGRoundTrip, .fourGMegabyte)
      case .poor: (.poorRoundTrip, .poorMegabyte)
      }
    self.roundTrip = profile[roundTrip]
    byteTime = profile[megabyte] / 1_000_000
    connectionRoundTrips = profile[.connectionRoundTrips]
    serverTime = profile[.serverTime]
    decodeFeature = profile[.decodeFeature]
    clusterPin = profile[.buildClustersPin]
    requestSize = profile[.fetchRequestSize]
  }

  /// The time from a rest of the map to the end of the phone's work on all answers, in nanoseconds.
  ///
  /// - Parameter isFirst: True for the first requests of a session, which open the connection.
  func wait(for exchange: ServerExchange, isFirst: Bool) -> Double {
    var time = isFirst && !exchange.groups.isEmpty ? connectionRoundTrips * roundTrip : 0
    for group in exchange.groups {
      time += roundTrip + serverTime
      time += (Double(group.wireBytes) + Double(group.requestCount) * requestSize) * byteTime
    }
    return time + Double(exchange.featureCount) * decodeFeature
      + Double(exchange.clusteredPins) * clusterPin
  }
}

/// What a strategy asked its server for at one rest of the map, and did with the answers.
struct ServerExchange: Hashable, Sendable {
  /// Requests that were sent at once.
  struct Group: Hashable, Sendable {
    var requestCount = 0
    /// The bytes of the bodies on the network.
    var wireBytes = 0
  }

  /// In the order of time: each waits for the one before.
  var groups: [Group] = []
  /// The bytes of the bodies before they were compressed.
  var plainBytes = 0
  /// The rows that the store read.
  var rowsRead = 0
  /// Answers that the phone had, whether the server confirmed them or was not asked.
  var cacheHits = 0
  /// Answers that the phone needed.
  var answersNeeded = 0
  /// Features that the phone decoded.
  var featureCount = 0
  /// Pins that the phone clustered.
  var clusteredPins = 0
  /// The time of each request on this machine, in nanoseconds.
  var requestTimes: [Int64] = []

  var requestCount: Int { groups.reduce(0) { $0 + $1.requestCount } }
  var wireBytes: Int { groups.reduce(0) { $0 + $1.wireBytes } }
}

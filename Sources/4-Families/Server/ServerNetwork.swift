import Platform

/// The kinds of networks between a phone and a server.
enum NetworkKind: String, CaseIterable, Sendable {
  case wiFi = "wi-fi"
  case fourG = "4g"
  case poor

  fileprivate var parameters: (roundTrip: ProfileParameter.Name, megabyte: ProfileParameter.Name) {
    switch self {
    case .wiFi: (.wiFiRoundTrip, .wiFiMegabyte)
    case .fourG: (.`4gRoundTrip`, .`4gMegabyte`)
    case .poor: (.poorRoundTrip, .poorMegabyte)
    }
  }
}

/// The times of requests over a network, and of the work on both ends.
///
/// Requests that are sent at once share a round trip, as over HTTP/2, and their bytes follow each
/// other. Nothing is lost, and the network is always there.
struct ServerNetwork: Sendable {
  let kind: NetworkKind
  let profile: PlatformProfile

  /// The time from a rest of the map to the end of the phone's work on all answers, in nanoseconds.
  ///
  /// - Parameter opensConnection: True for the first requests of a session.
  func wait(for exchange: ServerExchange, opensConnection: Bool) -> Double {
    let roundTrip = profile[kind.parameters.roundTrip]
    let byteTime = profile[kind.parameters.megabyte] / 1_000_000
    let (serverTime, requestSize) = (profile[.serverTime], profile[.fetchRequestSize])
    let opening = profile[.connectionRoundTrips] * roundTrip
    var time = opensConnection ? opening : 0
    for group in exchange.groups {
      time += roundTrip + serverTime
      time += (Double(group.wireBytes) + Double(group.requestCount) * requestSize) * byteTime
    }
    return time + Double(exchange.featureCount) * profile[.decodeFeature]
      + Double(exchange.clusteredPins) * profile[.buildClustersPin]
  }
}

/// The requests of a strategy to its server at one rest of the map, and its work with the answers.
struct ServerExchange: Sendable {
  /// Requests that were sent at once, with the bytes of the bodies on the network. In the order of
  /// time: each group waits for the one before.
  var groups: [(requestCount: Int, wireBytes: Int)] = []
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

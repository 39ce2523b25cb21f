import Support

/// The latencies, limits and sizes of the platform's search services; none is negative.
package struct SearchServiceParameters: Hashable, Sendable {
  /// The latency of requests of each kind; that of geocoding in both directions.
  package var latencies: [RequestKind: LatencyDistribution]
  /// The maximum number of requests of one kind in a window.
  package var throttleLimit: Int
  /// The length of a window in nanoseconds.
  package var throttleWindow: Int64
  /// The fraction of the refused requests that count in a window, from 0 to 1.
  package var countedRefusals: Double
  /// The maximum number of places that a search returns.
  package var resultLimit: Int
  /// The maximum number of completions of a fragment.
  package var completionLimit: Int
  /// The maximum number of completions that are queries.
  package var querySuggestionLimit: Int
  /// The time in nanoseconds that a fragment must stay the same before a completer sends it.
  package var completerDebounce: Int64
  /// The maximum distance in metres between a coordinate and its address.
  package var geocodingDistance: Double
  /// The bytes of a request without its text.
  package var requestSize: Int
  /// The bytes of a result without its texts.
  package var resultSize: Int
  /// The roads of directions; `nil` for an app that asks for none.
  package var directions: DirectionsParameters?

  /// The parameters of a platform profile.
  ///
  /// - Parameter hasDirections: whether the app asks for directions.
  /// - Precondition: the profile provides the group of a search, and that of directions if the app
  ///   asks for them.
  package init(profile: PlatformProfile, directions hasDirections: Bool = false) {
    let geocodingLatency = profile.latency(.geocodingLatencyMedian, .geocodingLatencyP95)
    latencies = [
      .search: profile.latency(.searchLatencyMedian, .searchLatencyP95),
      .completion: profile.latency(.completionLatencyMedian, .completionLatencyP95),
      .geocoding: geocodingLatency, .reverseGeocoding: geocodingLatency,
      .directions: profile.latency(.directionsLatencyMedian, .directionsLatencyP95),
      .lookAround: profile.latency(.lookAroundLatencyMedian, .lookAroundLatencyP95),
    ]
    throttleLimit = profile.count(.throttleLimit)
    throttleWindow = profile.nanoseconds(.throttleWindow)
    countedRefusals = profile[.throttledRequestsCounted]
    resultLimit = profile.count(.resultLimit)
    completionLimit = profile.count(.completionLimit)
    querySuggestionLimit = profile.count(.querySuggestionLimit)
    completerDebounce = profile.nanoseconds(.completerDebounce)
    geocodingDistance = profile[.geocodingDistance]
    requestSize = profile.count(.requestSize)
    resultSize = profile.count(.resultSize)
    directions = hasDirections ? DirectionsParameters(profile: profile) : nil
  }

  /// The latency of requests of a kind.
  package func latency(of kind: RequestKind) -> LatencyDistribution {
    guard let latency = latencies[kind] else {
      preconditionFailure("requests for \(kind.rawValue) have no latency")
    }
    return latency
  }
}

extension PlatformProfile {
  /// A time in whole nanoseconds; the ranges of a profile fit.
  fileprivate func nanoseconds(_ name: ProfileParameter.Name) -> Int64 {
    Int64(self[name].rounded())
  }
}

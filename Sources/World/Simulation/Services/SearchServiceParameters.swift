import Support

/// The latencies, limits and sizes of the platform's search services.
package struct SearchServiceParameters: Hashable, Sendable {
  package let searchLatency: LatencyDistribution
  package let completionLatency: LatencyDistribution
  /// The latency of geocoding, in both directions.
  package let geocodingLatency: LatencyDistribution
  package let directionsLatency: LatencyDistribution
  package let lookAroundLatency: LatencyDistribution
  /// The maximum number of requests of one kind in a window.
  package let throttleLimit: Int
  /// The length of a window in nanoseconds.
  package let throttleWindow: Int64
  /// The fraction of the refused requests that count in a window, from 0 to 1.
  package let countedRefusals: Double
  /// The maximum number of places that a search returns.
  package let resultLimit: Int
  /// The maximum number of completions of a fragment.
  package let completionLimit: Int
  /// The maximum number of completions that are queries.
  package let querySuggestionLimit: Int
  /// The time in nanoseconds that a fragment must stay the same before a completer sends it.
  package let completerDebounce: Int64
  /// The maximum distance in metres between a coordinate and its address.
  package let geocodingDistance: Double
  /// The bytes of a request without its text.
  package let requestSize: Int
  /// The bytes of a result without its texts.
  package let resultSize: Int
  /// The roads of directions; `nil` for an app that asks for none.
  package let directions: DirectionsParameters?

  /// Creates parameters; none may be negative.
  package init(
    searchLatency: LatencyDistribution, completionLatency: LatencyDistribution,
    geocodingLatency: LatencyDistribution, directionsLatency: LatencyDistribution,
    lookAroundLatency: LatencyDistribution, throttleLimit: Int, throttleWindow: Int64,
    countedRefusals: Double, resultLimit: Int, completionLimit: Int, querySuggestionLimit: Int,
    completerDebounce: Int64, geocodingDistance: Double, requestSize: Int, resultSize: Int,
    directions: DirectionsParameters? = nil
  ) {
    precondition(throttleLimit >= 0 && resultLimit >= 0, "limits count")
    precondition(completionLimit >= 0 && querySuggestionLimit >= 0, "limits count")
    precondition((0...1).contains(countedRefusals), "a fraction is from 0 to 1")
    precondition(geocodingDistance >= 0, "a distance is not negative")
    precondition(throttleWindow >= 0 && completerDebounce >= 0, "a time is not negative")
    precondition(requestSize >= 0 && resultSize >= 0, "a size is not negative")
    self.searchLatency = searchLatency
    self.completionLatency = completionLatency
    self.geocodingLatency = geocodingLatency
    self.directionsLatency = directionsLatency
    self.lookAroundLatency = lookAroundLatency
    self.throttleLimit = throttleLimit
    self.throttleWindow = throttleWindow
    self.countedRefusals = countedRefusals
    self.resultLimit = resultLimit
    self.completionLimit = completionLimit
    self.querySuggestionLimit = querySuggestionLimit
    self.completerDebounce = completerDebounce
    self.geocodingDistance = geocodingDistance
    self.requestSize = requestSize
    self.resultSize = resultSize
    self.directions = directions
  }

  /// The latency of requests of a kind.
  package func latency(of kind: RequestKind) -> LatencyDistribution {
    switch kind {
    case .search: searchLatency
    case .completion: completionLatency
    case .geocoding, .reverseGeocoding: geocodingLatency
    case .directions: directionsLatency
    case .lookAround: lookAroundLatency
    }
  }
}

extension SearchServiceParameters {
  /// The parameters of a platform profile.
  ///
  /// - Parameter hasDirections: whether the app asks for directions.
  /// - Precondition: the profile provides the group of a search, and that of directions if the app
  ///   asks for them.
  package init(profile: PlatformProfile, directions hasDirections: Bool = false) {
    self.init(
      searchLatency: LatencyDistribution(
        median: profile.whole(.searchLatencyMedian),
        percentile95: profile.whole(.searchLatencyP95)),
      completionLatency: LatencyDistribution(
        median: profile.whole(.completionLatencyMedian),
        percentile95: profile.whole(.completionLatencyP95)),
      geocodingLatency: LatencyDistribution(
        median: profile.whole(.geocodingLatencyMedian),
        percentile95: profile.whole(.geocodingLatencyP95)),
      directionsLatency: LatencyDistribution(
        median: profile.whole(.directionsLatencyMedian),
        percentile95: profile.whole(.directionsLatencyP95)),
      lookAroundLatency: LatencyDistribution(
        median: profile.whole(.lookAroundLatencyMedian),
        percentile95: profile.whole(.lookAroundLatencyP95)),
      throttleLimit: Int(profile.whole(.throttleLimit)),
      throttleWindow: profile.whole(.throttleWindow),
      countedRefusals: profile[.throttledRequestsCounted],
      resultLimit: Int(profile.whole(.resultLimit)),
      completionLimit: Int(profile.whole(.completionLimit)),
      querySuggestionLimit: Int(profile.whole(.querySuggestionLimit)),
      completerDebounce: profile.whole(.completerDebounce),
      geocodingDistance: profile[.geocodingDistance],
      requestSize: Int(profile.whole(.requestSize)),
      resultSize: Int(profile.whole(.resultSize)),
      directions: hasDirections ? DirectionsParameters(profile: profile) : nil)
  }
}

extension PlatformProfile {
  /// A parameter in whole nanoseconds or bytes, or a count; the ranges of a profile fit.
  fileprivate func whole(_ name: ProfileParameter.Name) -> Int64 {
    Int64(self[name].rounded())
  }
}

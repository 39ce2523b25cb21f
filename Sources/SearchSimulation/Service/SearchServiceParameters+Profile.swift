import PlatformProfiles

extension SearchServiceParameters {
  /// The parameters of a platform profile; reverse geocoding takes as long as geocoding.
  ///
  /// - Precondition: the profile provides the group of a search.
  public init(profile: PlatformProfile) {
    let geocodingLatency = LatencyDistribution(
      median: profile.whole(.geocodingLatencyMedian),
      percentile95: profile.whole(.geocodingLatencyP95))
    self.init(
      searchLatency: LatencyDistribution(
        median: profile.whole(.searchLatencyMedian),
        percentile95: profile.whole(.searchLatencyP95)),
      completionLatency: LatencyDistribution(
        median: profile.whole(.completionLatencyMedian),
        percentile95: profile.whole(.completionLatencyP95)),
      geocodingLatency: geocodingLatency,
      reverseGeocodingLatency: geocodingLatency,
      directionsLatency: LatencyDistribution(
        median: profile.whole(.directionsLatencyMedian),
        percentile95: profile.whole(.directionsLatencyP95)),
      throttleLimit: Int(profile.whole(.throttleLimit)),
      throttleWindow: profile.whole(.throttleWindow),
      resultLimit: Int(profile.whole(.resultLimit)),
      completionLimit: Int(profile.whole(.completionLimit)),
      completerDebounce: profile.whole(.completerDebounce),
      requestSize: Int(profile.whole(.requestSize)),
      resultSize: Int(profile.whole(.resultSize)))
  }
}

extension PlatformProfile {
  /// A parameter in whole nanoseconds, bytes or things; a profile's ranges fit.
  fileprivate func whole(_ name: ProfileParameter.Name) -> Int64 {
    Int64(self[name].rounded())
  }
}

import Platform
import Support

/// The latencies, limits and sizes of the platform's search services; none is negative.
///
/// Each is read from the profile where a request needs it: a replay depends only on what it read.
package struct SearchServiceParameters: Hashable, Sendable {
  private let profile: PlatformProfile
  /// The roads of directions; `nil` for an app that asks for none.
  package var directions: DirectionsParameters?

  /// The parameters of a platform profile.
  ///
  /// - Parameter hasDirections: whether the app asks for directions.
  /// - Precondition: the profile provides the group of a search, and that of directions if the app
  ///   asks for them.
  package init(profile: PlatformProfile, directions hasDirections: Bool = false) {
    self.profile = profile
    directions = hasDirections ? DirectionsParameters(profile: profile) : nil
  }

  /// The latency of requests of a kind; geocoding has the same in both directions.
  package func latency(of kind: RequestKind) -> LatencyDistribution {
    switch kind {
    case .search: profile.latency(.searchLatencyMedian, .searchLatencyP95)
    case .completion: profile.latency(.completionLatencyMedian, .completionLatencyP95)
    case .geocoding, .reverseGeocoding:
      profile.latency(.geocodingLatencyMedian, .geocodingLatencyP95)
    case .directions: profile.latency(.directionsLatencyMedian, .directionsLatencyP95)
    case .lookAround: profile.latency(.lookAroundLatencyMedian, .lookAroundLatencyP95)
    }
  }

  /// The maximum number of requests of one kind in a window.
  package var throttleLimit: Int { profile.count(.throttleLimit) }
  /// The length of a window in nanoseconds.
  package var throttleWindow: Int64 { profile.nanoseconds(.throttleWindow) }
  /// The fraction of the refused requests that count in a window, from 0 to 1.
  package var countedRefusals: Double { profile[.throttledRequestsCounted] }
  /// The maximum number of places that a search returns.
  package var resultLimit: Int { profile.count(.resultLimit) }
  /// The maximum number of completions of a fragment.
  package var completionLimit: Int { profile.count(.completionLimit) }
  /// The maximum number of completions that are queries.
  package var querySuggestionLimit: Int { profile.count(.querySuggestionLimit) }
  /// The time in nanoseconds that a fragment must stay the same before a completer sends it.
  package var completerDebounce: Int64 { profile.nanoseconds(.completerDebounce) }
  /// The maximum distance in metres between a coordinate and its address.
  package var geocodingDistance: Double { profile[.geocodingDistance] }
  /// The bytes of a request without its text.
  package var requestSize: Int { profile.count(.requestSize) }
  /// The bytes of a result without its texts.
  package var resultSize: Int { profile.count(.resultSize) }
}

extension PlatformProfile {
  /// A time in whole nanoseconds; the ranges of a profile fit.
  fileprivate func nanoseconds(_ name: ProfileParameter.Name) -> Int64 {
    Int64(self[name].rounded())
  }
}

import PinData

/// Everything that the visits of a case have in common, whatever the strategy.
struct GeocodingWorld: Sendable {
  let visits: [ListVisit]
  let platform: PlatformSource
}

/// What a coordinator does to ask the server less often.
struct RegionFetchSettings: Hashable, Sendable {
  /// How long the map must rest before its region is asked for, in nanoseconds; 0: not at all.
  var restingTime: Int64
  /// What is asked for beyond each edge of the screen, as a share of its width and height.
  var padding: Double
  /// Whether what is loaded, or on its way, is not asked for again.
  var keepsAnswers: Bool
  /// Whether a fetch is given up where another one takes its place.
  var cancelsOlderFetches: Bool

  static let standard = RegionFetchSettings(
    restingTime: 300_000_000, padding: 0.5, keepsAnswers: true, cancelsOlderFetches: true)

  func with<Value>(
    _ path: WritableKeyPath<RegionFetchSettings, Value>, _ value: Value
  ) -> RegionFetchSettings {
    var settings = self
    settings[keyPath: path] = value
    return settings
  }
}

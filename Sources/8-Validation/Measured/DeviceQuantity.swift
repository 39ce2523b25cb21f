import Foundation

/// A number that XCTest or MetricKit writes, and what it is for the model.
package struct DeviceQuantity: Sendable {
  /// The notation of a number.
  struct Form: Sendable {
    /// The unit and the possible values.
    let words: String
    /// The number of the metric's units in each unit.
    let units: [String: Double]
    /// The possible values in the metric's unit.
    let values: ClosedRange<Double>
    /// Indicates whether the number bounds the metric from above.
    var isBound = false
  }

  /// The identifier as a regular expression.
  private let pattern: String
  /// The metric of a replay; `nil` for a time that only the author of the test can name.
  package let metric: String?
  let form: Form
  /// The difference between the number and the metric.
  let note: String

  private init(_ pattern: String, _ metric: String?, _ form: Form, _ note: String) {
    (self.pattern, self.metric, self.form, self.note) = (pattern, metric, form, note)
  }

  /// Returns what is known of an identifier; `nil` where nothing is.
  static func of(_ identifier: String) -> Self? {
    table.first { identifier.range(of: "^\($0.pattern)$", options: .regularExpression) != nil }
  }

  // MARK: - What is known

  private static let ratio = Form(
    words: "0 to 1,000 ms per s", units: ["ms per s": 1, "ms/s": 1], values: 0...1_000)
  // An app with a map has at least a megabyte: XCTest writes 0 where it found no process.
  private static let memory = Form(
    words: "1 MB to 1 TB in bytes, kB, MB or GB",
    units: ["bytes": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9], values: 1e6...1e12)
  private static let seconds = ["ns": 1, "ms": 1e6, "s": 1e9, "sec": 1e9, "seconds": 1e9]
  private static let time = Form(
    words: "a time of at most a day in ns, ms or s", units: seconds, values: 0...8.64e13)
  // Apple's last bucket has all hangs of more than 9 s.
  private static let hang = Form(
    words: "a hang of less than 9 s", units: seconds, values: 0...8.999e9, isBound: true)

  static let hangs = "applicationResponsivenessMetrics.histogrammedAppHangTime"
  private static let day = "it covers a day of the whole app, not only the map"
  private static let app =
    "it includes the app's own memory, which the model has as app-base-memory"
  private static let block =
    "only the test's author knows what it measured: name the metric with --clock"

  private static let table: [Self] = [
    // How a normalized ratio is normalized is not documented.
    Self(
      #"com\.apple\.dt\.XCTMetric_Hitch(?!.*normalized).*\.time\.ratio"#, "hitch-time-ratio", ratio,
      "it counts all late frames of the app in the block"),
    Self(
      #"com\.apple\.dt\.XCTMetric_OSSignpost-.*\.hitch\.time\.ratio"#, "hitch-time-ratio", ratio,
      "it covers the signpost's intervals"),
    Self(#"com\.apple\.dt\.XCTMetric_Memory.*\.physical_peak"#, "modelled-footprint", memory, app),
    Self(#"com\.apple\.dt\.XCTMetric_Clock.*\.time\.monotonic"#, nil, time, block),
    Self(#"com\.apple\.XCTPerformanceMetric_WallClockTime"#, nil, time, block),
    Self(
      #"animationMetrics\.hitchTimeRatio"#, "hitch-time-ratio", ratio,
      day + "; it is adjusted to perception"),
    Self(
      #"animationMetrics\.scrollHitchTimeRatio"#, "hitch-time-ratio", ratio,
      day + "; it covers only UIScrollViews, and whether a map is one is not documented"),
    Self(#"memoryMetrics\.peakMemoryUsage"#, "modelled-footprint", memory, day + "; " + app),
    Self(hangs, "longest-freeze", hang, day),
  ]
}

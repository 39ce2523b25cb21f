/// Made-up files in the forms of xcresulttool and of MetricKit.
package enum MetricsFile {
  package static let hitches = "com.apple.dt.XCTMetric_Hitch-com.example.map.time.ratio"
  package static let peak = "com.apple.dt.XCTMetric_Memory-com.example.map.physical_peak"
  package static let clock = "com.apple.dt.XCTMetric_Clock.time.monotonic"

  package static func metric(_ identifier: String, _ values: String, _ unit: String) -> String {
    """
    {"displayName": "A name", "identifier": "\(identifier)", "measurements": [\(values)],
      "unitOfMeasurement": "\(unit)", "polarity": "prefers smaller"}
    """
  }

  /// One test with one run for each list of metrics.
  package static func test(
    _ name: String = "MapTests/testPan()", device: String? = "iPhone 15 Pro", runs: [[String]]
  ) -> String {
    let device = device.map { #""device": {"deviceId": "1", "deviceName": "\#($0)"}, "# } ?? ""
    let runs = runs.map { "{\(device)\"metrics\": [\($0.joined(separator: ", "))]}" }
    return #"{"testIdentifier": "\#(name)", "testRuns": [\#(runs.joined(separator: ", "))]}"#
  }

  /// A file with one test with one run.
  package static func list(_ metrics: [String]) -> String { "[\(test(runs: [metrics]))]" }
}

import Support
import TestSupport
import Validation

extension MetricsFile {
  static func payload(_ groups: String) -> String {
    """
    {"metaData": {"deviceType": "iPhone16,1", "osVersion": "iPhone OS 26.1 (23B85)"},
      "timeStampBegin": "2026-01-01 00:00:00 +0000", "cpuMetrics": {"cumulativeCPUTime": "9 sec"},
      \(groups)}
    """
  }

  static func hangs(_ buckets: (count: Int, end: String)...) -> String {
    let values = buckets.enumerated().map {
      #""\#($0)": {"bucketCount": \#($1.count), "bucketStart": "0 ms", "bucketEnd": "\#($1.end)"}"#
    }
    return """
      "applicationResponsivenessMetrics": {"histogrammedAppHangTime": {"histogramNumBuckets": 1,
        "histogramValue": {\(values.joined(separator: ", "))}}}
      """
  }

  /// Reads a text as a file.
  static func read(_ text: String, test: String? = nil) throws -> DeviceMeasurements {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "metrics.json")
    return try DeviceMeasurements(contentsOf: path, test: test)
  }

  /// The error of a text, without the path.
  static func error(_ text: String, test: String? = nil) -> String {
    do {
      return "no error: \(try read(text, test: test))"
    } catch {
      return "\(error)"
    }
  }
}

extension DeviceMeasurements {
  /// The values that are compared with a metric; `nil` without one.
  subscript(metric: String) -> SampleSummary? {
    measured.first { $0.quantity.metric == metric }?.samples
  }

  /// The reasons of the numbers that are not compared.
  var reasons: [String] { unused.map { "\($0.identifier): \($0.reason)" } }
}

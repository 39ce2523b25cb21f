import Synchronization

/// Counts of the answers of a service, and of the time that they took, by path and status.
///
/// Safe to use from any number of threads.
final class ServiceMetrics: Sendable {
  private struct Key: Hashable {
    let route: String
    let status: Int
  }

  private struct Totals {
    var count = 0
    var seconds = 0.0
    var buckets = [Int](repeating: 0, count: ServiceMetrics.bounds.count)
    var bytes = 0
    var rows = 0
  }

  /// The upper bounds of the buckets in seconds.
  private static let bounds = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.1, 1,
  ]

  private let totals = Mutex<[Key: Totals]>([:])

  func record(_ response: ServiceResponse, seconds: Double) {
    // A path that is not known does not name a metric: a client can invent many.
    let key = Key(route: response.route.isEmpty ? "other" : response.route, status: response.status)
    totals.withLock { totals in
      var entry = totals[key] ?? Totals()
      entry.count += 1
      entry.seconds += seconds
      if let bucket = Self.bounds.firstIndex(where: { seconds <= $0 }) {
        entry.buckets[bucket] += 1
      }
      entry.bytes += response.contentLength ?? 0
      entry.rows += response.rowsRead
      totals[key] = entry
    }
  }

  /// The metrics in the text format of OpenMetrics 1.0.
  func text(state: [(name: String, help: String, value: Int)]) -> String {
    let entries = totals.withLock { $0 }.sorted {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }
    var lines: [String] = []
    for (name, help, value) in state {
      lines += ["# TYPE \(name) gauge", "# HELP \(name) \(help)", "\(name) \(value)"]
    }
    lines += [
      "# TYPE mappressure_request_seconds histogram", "# UNIT mappressure_request_seconds seconds",
      "# HELP mappressure_request_seconds The time that the service takes to answer.",
    ]
    for (key, totals) in entries {
      let labels = "route=\"\(key.route)\",status=\"\(key.status)\""
      var sum = 0
      for (bound, count) in zip(Self.bounds, totals.buckets) {
        sum += count
        lines.append("mappressure_request_seconds_bucket{\(labels),le=\"\(bound)\"} \(sum)")
      }
      lines += [
        "mappressure_request_seconds_bucket{\(labels),le=\"+Inf\"} \(totals.count)",
        "mappressure_request_seconds_count{\(labels)} \(totals.count)",
        "mappressure_request_seconds_sum{\(labels)} \(totals.seconds)",
      ]
    }
    for (name, help, value) in [
      ("mappressure_response_bytes", "Bytes of bodies.", { $0.bytes }),
      ("mappressure_rows_read", "Rows that the store read.", { $0.rows }),
    ] as [(String, String, (Totals) -> Int)] {
      lines += ["# TYPE \(name) counter", "# HELP \(name) \(help)"]
      for (key, totals) in entries {
        lines.append(
          "\(name)_total{route=\"\(key.route)\",status=\"\(key.status)\"} \(value(totals))")
      }
    }
    return (lines + ["# EOF", ""]).joined(separator: "\n")
  }
}

import Statistics

/// The metrics of a family, each declared once together with what reads it.
///
///     MetricTable<Outcomes>([
///       .init("fetches", .count, .counted, .lowerIsBetter, "Fetches that the app sent.", \.fetches),
///     ])
///
/// `Record` is what a replay recorded. A family's list of metrics and the values of a replay come
/// from the same table, so that they cannot differ.
public struct MetricTable<Record>: Sendable {
  /// A metric and the function that reads it from a record.
  public struct Entry: Sendable {
    /// The metric.
    public let metric: Metric
    let read: @Sendable (Record) -> MetricValue

    /// - Parameters:
    ///   - summary: what the number is, in one sentence for the reader of a report.
    ///   - read: an `Int`, a `Double`, an optional one or a `MetricValue`.
    public init(
      _ name: String, _ unit: MetricUnit, _ kind: MetricKind, _ polarity: Polarity,
      _ summary: String, role: MetricRole? = nil,
      _ read: @escaping @Sendable (Record) -> some MetricNumber
    ) {
      metric = Metric(name, unit, kind, polarity, summary, role: role)
      self.read = { read($0).metricValue }
    }
  }

  private let entries: [Entry]

  /// Creates a table of entries, in the order of reports.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The metrics, in the table's order.
  public var metrics: [Metric] { entries.map(\.metric) }

  /// Reads every metric from a record.
  public func values(of record: Record) -> [NamedValue] {
    entries.map { NamedValue($0.metric.name, $0.read(record)) }
  }

  /// Every metric as not available for one reason, such as a replay without frames.
  public func notAvailable(_ reason: String) -> [NamedValue] {
    entries.map { NamedValue($0.metric.name, .notAvailable(reason: reason)) }
  }
}

extension MetricTable {
  /// The table's entries followed by another's.
  public static func + (first: MetricTable, second: MetricTable) -> MetricTable {
    MetricTable(first.entries + second.entries)
  }
}

extension MetricTable.Entry {
  /// Percentiles of one series of durations, as `NAME-p50`, `NAME-p95` and so on.
  ///
  /// - Parameters:
  ///   - summary: what the number is, for the first percentile; the others refer to it.
  ///   - item: what a duration belongs to, in the plural: `frames`.
  ///   - reason: why there is no number where the series is empty.
  ///   - role: of the 95th percentile.
  ///   - series: the durations in ascending order.
  public static func percentiles(
    _ name: String, _ percentiles: [Percentile], _ kind: MetricKind, _ summary: String,
    of item: String, orWhy reason: String, role: MetricRole? = nil,
    _ series: @escaping @Sendable (Record) -> [Int64]
  ) -> [MetricTable.Entry] {
    percentiles.enumerated().map { index, percentile in
      MetricTable.Entry(
        "\(name)-\(percentile.identifier)", .nanoseconds, kind, .lowerIsBetter,
        index == 0 ? summary : "The same; \(percentile.summary(of: item)).",
        role: percentile == .p95 ? role : nil
      ) { record in
        MetricValue(
          percentile.value(ofAscending: series(record)).map { Double($0) }, orWhy: reason)
      }
    }
  }
}

extension Percentile {
  /// The ending of a metric's name.
  fileprivate var identifier: String { self == .max ? "max" : "p\(percent)" }

  fileprivate func summary(of items: String) -> String {
    switch self {
    case .p50: "the median of the \(items)"
    case .max: "the longest of the \(items)"
    default: "\(percent) of 100 \(items) take no longer"
    }
  }
}

/// A number that a metric can be read as.
public protocol MetricNumber: SendableMetatype {
  /// The value that the metric gets.
  var metricValue: MetricValue { get }
}

extension Int: MetricNumber {
  public var metricValue: MetricValue { .number(Double(self)) }
}

extension Double: MetricNumber {
  public var metricValue: MetricValue { .number(self) }
}

extension MetricValue: MetricNumber {
  public var metricValue: MetricValue { self }
}

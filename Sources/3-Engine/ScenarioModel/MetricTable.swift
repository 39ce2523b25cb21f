import Support

/// The metrics of a family, each declared once together with the function that reads it.
///
///     MetricTable<Outcomes>([
///       .init("fetches", .count, .counted, .lowerIsBetter, "Fetches that the app sent.",
///       \.fetches),
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

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - summary: a description of the number in one sentence, for the reader of a report.
    ///   - read: returns an `Int`, a `Double` or a `MetricValue`.
    public init(
      _ name: String, _ unit: MetricUnit, _ kind: MetricKind, _ polarity: Polarity,
      _ summary: String, role: MetricRole? = nil, effect: String? = nil,
      _ read: @escaping @Sendable (Record) -> some MetricNumber
    ) {
      metric = Metric(name, unit, kind, polarity, summary, role: role, effect: effect)
      self.read = { read($0).metricValue }
    }

    fileprivate init(_ metric: Metric, read: @escaping @Sendable (Record) -> MetricValue) {
      self.metric = metric
      self.read = read
    }
  }

  private let entries: [Entry]

  /// Creates a table of the given entries.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The metrics, in the table's order.
  public var metrics: [Metric] { entries.map(\.metric) }

  /// The metric of a name.
  ///
  /// - Precondition: the table has it.
  package subscript(name: String) -> Metric { metrics[name] }

  /// Returns the table for records that contain these.
  package func reading<Whole>(
    _ part: @escaping @Sendable (Whole) -> Record
  ) -> MetricTable<Whole> {
    MetricTable<Whole>(
      entries.map { entry in .init(entry.metric) { entry.read(part($0)) } })
  }

  /// Returns the values of all metrics, read from a record.
  public func values(of record: Record) -> [NamedValue] {
    entries.map { NamedValue($0.metric.name, $0.read(record)) }
  }

  /// Returns all metrics as not available for one reason, such as a replay without frames.
  public func notAvailable(_ reason: String) -> [NamedValue] {
    entries.map { NamedValue($0.metric.name, .notAvailable(reason: reason)) }
  }
}

extension MetricTable {
  /// Returns a table with the entries of both.
  public static func + (first: MetricTable, second: MetricTable) -> MetricTable {
    MetricTable(first.entries + second.entries)
  }
}

extension MetricTable.Entry {
  /// Returns entries for the percentiles of a series of durations: `NAME-p50`, `NAME-p95` and so
  /// on.
  ///
  /// - Parameters:
  ///   - summary: the description of the first percentile; the others refer to it.
  ///   - item: the items that have durations, in the plural: `frames`.
  ///   - reason: the reason why an empty series has no percentiles.
  ///   - role: the role of the 95th percentile.
  ///   - effects: the effects of some of the percentiles, as of ``Metric/effect``.
  ///   - series: returns the durations in ascending order.
  public static func percentiles(
    _ name: String, _ percentiles: [Percentile], _ kind: MetricKind, _ summary: String,
    of item: String, orWhy reason: String, role: MetricRole? = nil,
    effects: [Percentile: String] = [:], _ series: @escaping @Sendable (Record) -> [Int64]
  ) -> [MetricTable.Entry] {
    Self.percentiles(
      name, percentiles, .nanoseconds, kind, summary, of: item, orWhy: reason, role: role,
      effects: effects
    ) { series($0).map { Double($0) } }
  }

  /// Returns entries for the percentiles of a series of numbers that are no durations, as
  /// ``percentiles(_:_:_:_:of:orWhy:role:effects:_:)``.
  ///
  /// - Parameter series: returns the numbers in ascending order.
  public static func percentiles(
    _ name: String, _ percentiles: [Percentile], _ unit: MetricUnit, _ kind: MetricKind,
    _ summary: String, of item: String, orWhy reason: String, role: MetricRole? = nil,
    effects: [Percentile: String] = [:], _ series: @escaping @Sendable (Record) -> [Double]
  ) -> [MetricTable.Entry] {
    percentiles.enumerated().map { index, percentile in
      MetricTable.Entry(
        "\(name)-\(percentile.identifier)", unit, kind, .lowerIsBetter,
        index == 0
          ? summary
          : "The \(percentile.summary(of: name.replacing("-", with: " "), items: item)).",
        role: percentile == .p95 ? role : nil, effect: effects[percentile]
      ) { record in
        MetricValue(percentile.value(ofAscending: series(record)), orWhy: reason)
      }
    }
  }
}

extension Percentile {
  /// The ending of a metric's name.
  fileprivate var identifier: String { self == .max ? "max" : "p\(percent)" }

  fileprivate func summary(of label: String, items: String) -> String {
    switch self {
    case .p50: "median \(label) of the \(items)"
    case .max: "maximum \(label) of the \(items)"
    default: "\(label) that \(percent) of 100 \(items) do not exceed"
    }
  }
}

extension Metric {
  /// The quantity whose percentile or maximum the metric is: `frame-time` for `frame-time-p95`;
  /// `nil` for other metrics.
  package var quantity: Substring? {
    guard let hyphen = name.lastIndex(of: "-") else { return nil }
    let ending = name[name.index(after: hyphen)...]
    let isPercentile =
      ending == Percentile.max.identifier
      || (ending.first == "p" && Int(ending.dropFirst()) != nil)
    return isPercentile ? name[..<hyphen] : nil
  }
}

extension Sequence {
  /// The sum of a count of each element.
  package func sum(_ count: (Element) -> Int) -> Int { reduce(0) { $0 + count($1) } }
}

/// A type whose values are values of a metric.
public protocol MetricNumber: SendableMetatype {
  /// The value of the metric.
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

import Measurement

/// A metric's name and its value.
public struct NamedValue: Hashable, Sendable, Codable {
  /// The metric's name.
  public let name: String
  /// The number, or why there is none.
  public let value: MetricValue

  public init(_ name: String, _ value: MetricValue) {
    self.name = name
    self.value = value
  }

  public init(_ metric: Metric, _ number: Double) {
    self.init(metric.name, .number(number))
  }

  /// A number, or `nil` where no frame was replayed that could give one.
  public init(_ metric: Metric, _ number: Double?) {
    self.init(
      metric.name, number.map { .number($0) } ?? .notAvailable(reason: "no frame was replayed"))
  }

  public init(_ metric: Metric, _ count: Int) {
    self.init(metric.name, .number(Double(count)))
  }
}

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
    self.init(metric, number, orWhy: "no frame was replayed")
  }

  /// A number, or why there is none.
  public init(_ metric: Metric, _ number: Double?, orWhy reason: String) {
    self.init(metric.name, number.map { .number($0) } ?? .notAvailable(reason: reason))
  }

  /// A part of a whole, or why there is none: of nothing there is no part.
  package init(_ metric: Metric, share part: Int, of whole: Int, orWhy reason: String) {
    self.init(metric, whole == 0 ? nil : Double(part) / Double(whole), orWhy: reason)
  }

  public init(_ metric: Metric, _ count: Int) {
    self.init(metric.name, .number(Double(count)))
  }
}

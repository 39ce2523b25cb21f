import Measurement
import YAMLReading

/// A bound that one metric of one strategy must keep: `frame-time-p99 <= 0.25 x all-pins`.
public struct Threshold: Hashable, Sendable, Codable {
  /// How a value is compared; those of two signs stand first, as they are read first.
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case below = "<"
    case above = ">"

    /// Whether a value keeps the bound.
    public func holds(_ value: Double, _ bound: Double) -> Bool {
      switch self {
      case .atMost: value <= bound
      case .atLeast: value >= bound
      case .below: value < bound
      case .above: value > bound
      case .equal: value == bound
      }
    }
  }

  public enum Bound: Hashable, Sendable, Codable {
    /// A value in the metric's own unit.
    case value(Double)
    /// A multiple of what another strategy has in the same run.
    case multiple(Double, of: String)
  }

  /// The expression as it stands in the file.
  public let expression: String
  /// The strategy that must keep the bound.
  public let strategy: String
  /// The metric that is bounded.
  public let metric: String
  /// How the metric is compared with the bound.
  public let comparison: Comparison
  /// What it is compared with.
  public let bound: Bound
  /// The worlds that it must keep the bound in.
  public let restriction: WorldRestriction
}

extension Threshold {
  /// Reads an expression, or a mapping of an expression and the worlds that it is for:
  /// `{ bound: "hang-count == 0", variant: busy, size: 500 }`.
  init(
    _ yaml: YAMLValue, strategy: String, strategies: [String], variants: [String],
    metrics: [Metric]
  ) throws(InputError) {
    // Whatever is no mapping can only be an expression.
    guard (try? yaml.mapping()) != nil else {
      try self.init(
        expression: yaml, strategy: strategy, strategies: strategies, metrics: metrics,
        restriction: .none)
      return
    }
    let mapping = try yaml.mapping(keys: ["bound"] + WorldRestriction.keys)
    try self.init(
      expression: mapping.value("bound"), strategy: strategy, strategies: strategies,
      metrics: metrics, restriction: WorldRestriction(mapping, variants: variants))
  }

  /// Reads an expression: a metric, a comparison, and a value with its unit or a multiple of
  /// another strategy.
  private init(
    expression yaml: YAMLValue, strategy: String, strategies: [String], metrics: [Metric],
    restriction: WorldRestriction
  ) throws(InputError) {
    let text = try yaml.text()
    let form = "a metric, one of <= >= < > ==, and a value or 'NUMBER x STRATEGY'"
    let metricName = text.prefix { $0 != " " && !"<>=".contains($0) }
    let afterMetric = text.dropFirst(metricName.count).drop { $0 == " " }
    guard let comparison = Comparison.allCases.first(where: { afterMetric.hasPrefix($0.rawValue) })
    else { throw yaml.error(expected: form) }
    guard let metric = metrics.first(where: { $0.name == metricName }) else {
      throw yaml.unknownName(String(metricName), what: "metric", known: metrics.map(\.name))
    }
    let right = afterMetric.dropFirst(comparison.rawValue.count).drop { $0 == " " }
    let words = right.split(separator: " ")
    if words.count == 3, words[1] == "x", let factor = Double(words[0]), factor.isFinite,
      factor > 0
    {
      let other = String(words[2])
      guard strategies.contains(other) else {
        throw yaml.unknownName(other, what: "strategy in this scenario", known: strategies)
      }
      guard other != strategy else {
        throw yaml.error(expected: "a multiple of another strategy than \(strategy) itself")
      }
      bound = .multiple(factor, of: other)
    } else if let value = Quantity.parse(right, as: metric.unit) {
      bound = .value(value)
    } else {
      throw yaml.error(
        expected: "\(Quantity.expectation(for: metric.unit)) for \(metric.name), or "
          + "'NUMBER x STRATEGY'")
    }
    expression = text
    self.strategy = strategy
    self.metric = metric.name
    self.comparison = comparison
    self.restriction = restriction
  }
}

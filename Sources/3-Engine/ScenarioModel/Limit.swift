import Support

/// A bound on a metric, such as `hitch-time-ratio <= 10`. A report says up to which size each
/// strategy keeps it.
///
/// A limit never decides if a run passes or fails; a threshold does.
public struct Limit: Hashable, Sendable, Codable {
  /// The expression in the scenario's file.
  public let expression: String
  /// The name of the bounded metric.
  public let metric: String
  /// The comparison with the bound.
  public let comparison: Threshold.Comparison
  /// The bound in the metric's own unit.
  public let bound: Double
  /// The origin of the bound.
  public let source: String
}

extension Limit {
  /// The keys of a limit; each limit has both.
  package static let keys = ["bound", "source"]

  /// Reads the list `limits` of a scenario file.
  static func limits(_ value: YAMLValue?, metrics: [Metric]) throws(InputError) -> [Limit] {
    guard let value else { return [] }
    return try value.elements(
      differentBy: \.expression, expected: { _ in "every limit once" },
      read: { (element) throws(InputError) in try Limit(element, metrics: metrics) })
  }

  /// Reads `{ bound: "hitch-time-ratio <= 10", source: "Apple: up to 10 is good" }`.
  private init(_ yaml: YAMLValue, metrics: [Metric]) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    let value = try mapping.value("bound")
    let text = try value.text()
    let name = text.prefix { $0 != " " && !"<>=".contains($0) }
    let rest = text.dropFirst(name.count).drop { $0 == " " }
    let comparisons = [Threshold.Comparison.atMost, .atLeast, .below, .above]
    guard let comparison = comparisons.first(where: { rest.hasPrefix($0.rawValue) }) else {
      throw value.error(expected: "a metric, one of <= >= < >, and a value")
    }
    let metric = try metrics.metric(name, in: value)
    let right = rest.dropFirst(comparison.rawValue.count).drop { $0 == " " }
    guard let bound = Quantity.parse(right, as: metric.unit) else {
      throw value.error(
        expected: "\(Quantity.expectation(for: metric.unit)) for \(metric.name)")
    }
    self.bound = bound
    expression = text
    self.metric = metric.name
    self.comparison = comparison
    source = try mapping.value("source").text()
  }
}

import YAMLReading

/// A published statement about a strategy, with the test that a run can make of it.
///
/// A claim never decides if a run passes or fails.
public struct Claim: Hashable, Sendable, Codable {
  /// The test of a claim.
  public enum Test: Hashable, Sendable, Codable {
    /// The metric of the strategy lies in a range, in the metric's own unit.
    case range(metric: String, strategy: String, low: Double, high: Double)
    /// The strategy's metric divided by another strategy's lies in a range.
    case ratio(metric: String, strategy: String, to: String, low: Double, high: Double)
    /// Over all sizes, the metric grows with a power of the size that lies in a range.
    case growth(metric: String, strategy: String, low: Double, high: Double)
    /// The platform's own documentation contradicts the claim.
    case contradicted(why: String)
    /// The harness cannot test the claim.
    case notTestable(why: String)
  }

  /// A short name that is unique in the scenario.
  public let id: String
  /// The claim as its author words it.
  public let says: String
  /// The source of the claim.
  public let source: String
  /// The configurations that the claim applies to.
  public let restriction: ConfigurationFilter
  /// The test of the claim.
  public let test: Test
}

extension Claim {
  private static let keys = [
    "id", "says", "source", "variant", "size", "strategy", "metric", "between", "at-least",
    "at-most", "compared-to", "growth", "contradicted", "not-testable",
  ]

  init(
    _ yaml: YAMLValue, defaultSource: String, strategies: [String], variants: [String],
    metrics: [Metric]
  ) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    try Self.checkForOneTest(in: mapping)
    id = try mapping.value("id").text()
    says = try mapping.value("says").text()
    source = try mapping["source"]?.text() ?? defaultSource
    restriction = try ConfigurationFilter(mapping, variants: variants)
    if let named = mapping["strategy"] { _ = try Self.strategy(named, among: strategies) }
    if let named = mapping["metric"] { _ = try Self.metric(named, among: metrics) }
    if let why = mapping["contradicted"] {
      test = .contradicted(why: try why.text())
      return
    }
    if let why = mapping["not-testable"] {
      test = .notTestable(why: try why.text())
      return
    }
    let strategy = try Self.strategy(mapping.value("strategy"), among: strategies)
    let metric = try Self.metric(mapping.value("metric"), among: metrics)
    let metricName = metric.name
    if let growth = mapping["growth"] {
      // A growth is over all sizes.
      if let size = mapping["size"] { throw size.error(expected: "'size' or 'growth', not both") }
      let (low, high) = try Self.exponents(growth)
      test = .growth(metric: metricName, strategy: strategy, low: low, high: high)
    } else if let other = mapping["compared-to"] {
      let (low, high) = try Self.range(mapping, unit: .ratio)
      test = .ratio(
        metric: metricName, strategy: strategy,
        to: try Self.strategy(other, among: strategies), low: low, high: high)
    } else {
      let (low, high) = try Self.range(mapping, unit: metric.unit)
      test = .range(metric: metricName, strategy: strategy, low: low, high: high)
    }
  }

  /// Checks that the claim has one test; a second one would be ignored.
  private static func checkForOneTest(in mapping: YAMLMapping) throws(InputError) {
    let tests = mapping.entries.filter {
      ["between", "at-least", "at-most", "growth", "contradicted", "not-testable"].contains($0.key)
    }
    // A comparison has one of the first three as its bound.
    if let comparison = mapping["compared-to"],
      let other = tests.first(where: { !["between", "at-least", "at-most"].contains($0.key) })
    {
      throw comparison.error(expected: "'compared-to' or '\(other.key)', not both")
    }
    guard tests.count > 1 else { return }
    throw InputError(
      .invalidValue(
        of: mapping.name,
        expected: "one of between, at-least, at-most, growth, contradicted, not-testable",
        found: tests.map(\.key).joined(separator: " and ")),
      at: tests[1].location)
  }

  private static func strategy(
    _ value: YAMLValue, among strategies: [String]
  ) throws(InputError) -> String {
    let name = try value.text()
    guard strategies.contains(name) else {
      throw value.unknownName(name, what: "strategy in this scenario", known: strategies)
    }
    return name
  }

  private static func metric(
    _ value: YAMLValue, among metrics: [Metric]
  ) throws(InputError) -> Metric {
    let name = try value.text()
    guard let metric = metrics.first(where: { $0.name == name }) else {
      throw value.unknownName(name, what: "metric", known: metrics.map(\.name))
    }
    return metric
  }

  private static func range(
    _ mapping: YAMLMapping, unit: MetricUnit
  ) throws(InputError) -> (Double, Double) {
    if let between = mapping["between"] { return try pair(between, unit: unit) }
    if let minimum = mapping["at-least"] {
      return (try quantity(minimum, unit: unit), .greatestFiniteMagnitude)
    }
    if let maximum = mapping["at-most"] {
      return (-.greatestFiniteMagnitude, try quantity(maximum, unit: unit))
    }
    throw InputError(
      .missingKey("between' or 'at-least' or 'at-most", in: mapping.name), at: mapping.location)
  }

  /// The bounds of a claimed growth: powers of the size, which may be negative.
  private static func exponents(_ value: YAMLValue) throws(InputError) -> (Double, Double) {
    let elements = try value.elements()
    guard elements.count == 2 else { throw value.error(expected: "two values: [LOW, HIGH]") }
    let low = try elements[0].number(in: -10...10)
    let high = try elements[1].number(in: -10...10)
    guard low <= high else { throw value.error(expected: "the lower value first") }
    return (low, high)
  }

  private static func pair(
    _ value: YAMLValue, unit: MetricUnit
  ) throws(InputError) -> (Double, Double) {
    let elements = try value.elements()
    guard elements.count == 2 else { throw value.error(expected: "two values: [LOW, HIGH]") }
    let low = try quantity(elements[0], unit: unit)
    let high = try quantity(elements[1], unit: unit)
    guard low <= high else { throw value.error(expected: "the lower value first") }
    return (low, high)
  }

  private static func quantity(
    _ value: YAMLValue, unit: MetricUnit
  ) throws(InputError) -> Double {
    guard let number = Quantity.parse(Substring(try value.text()), as: unit) else {
      throw value.error(expected: Quantity.expectation(for: unit))
    }
    return number
  }
}

import Support

/// A bound on a metric of a strategy: `frame-time-p99 <= 0.25 x all-pins`,
/// `growth(build-time) <= 1.1`.
public struct Threshold: Hashable, Sendable, Codable {
  /// A comparison of a value with a bound. Signs of two characters come first, because they are
  /// parsed first.
  public enum Comparison: String, Hashable, Sendable, Codable, CaseIterable {
    /// At most the bound.
    case atMost = "<="
    /// At least the bound.
    case atLeast = ">="
    /// Equal to the bound.
    case equal = "=="
    /// Less than the bound.
    case below = "<"
    /// More than the bound.
    case above = ">"

    /// Returns whether the value meets the bound.
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

  /// The quantity of the metric that is bounded.
  public enum Subject: String, Hashable, Sendable, Codable {
    /// The median, in each configuration.
    case median
    /// The power of the size that the metric grows with, over all sizes of a variant.
    case growth
  }

  /// The bound of a threshold.
  public enum Bound: Hashable, Sendable, Codable {
    /// A value in the metric's own unit, or the power of a growth.
    case value(Double)
    /// A multiple of another strategy's value in the same run.
    case multiple(Double, of: String)
  }

  /// The expression in the scenario's file.
  public let expression: String
  /// The strategy that must meet the bound.
  public let strategy: String
  /// The name of the bounded metric.
  public let metric: String
  /// The quantity of the metric that is bounded.
  public let subject: Subject
  /// The comparison with the bound.
  public let comparison: Comparison
  /// The bound.
  public let bound: Bound
  /// The configurations in which the bound applies.
  public let restriction: ConfigurationFilter
}

extension Threshold {
  /// Reads an expression, or a mapping of an expression and the configurations that it applies to:
  /// `{ bound: "hanging-frames == 0", variant: busy, size: 500 }`.
  init(_ yaml: YAMLValue, strategy: String, _ terms: ScenarioTerms) throws(InputError) {
    // A value that is not a mapping is an expression.
    let isMapping = (try? yaml.mapping()) != nil
    let mapping = isMapping ? try yaml.mapping(keys: ["bound"] + ConfigurationFilter.keys) : nil
    let value = try mapping?.value("bound") ?? yaml
    restriction = if let mapping { try ConfigurationFilter(mapping, terms) } else { .none }
    // A metric or its growth, a comparison, and a value with its unit or a multiple of another
    // strategy.
    let text = try value.text()
    let form = "a metric, one of <= >= < > ==, and a value or 'NUMBER x STRATEGY'"
    let (name, subject, afterMetric) = try Self.left(of: text, value)
    guard let comparison = Comparison.allCases.first(where: { afterMetric.hasPrefix($0.rawValue) })
    else { throw value.error(expected: subject == .growth ? Self.growthForm : form) }
    let metric = try terms.metrics.metric(name, in: value)
    let right = afterMetric.dropFirst(comparison.rawValue.count).drop { $0 == " " }
    switch subject {
    case .growth:
      guard comparison != .equal else { throw value.error(expected: Self.growthForm) }
      try Self.checkGrowth(value, sizes: terms.sizes)
      bound = .value(try Self.power(right, of: metric, value))
    case .median:
      bound = try Self.bound(right, on: metric, of: strategy, terms, value)
    }
    // A growth is over all sizes.
    if subject == .growth, let size = mapping?["size"] {
      throw size.error(expected: "'size' or a growth, not both")
    }
    expression = text
    self.strategy = strategy
    self.metric = metric.name
    self.subject = subject
    self.comparison = comparison
  }

  /// Returns a regular expression of all expressions of a family, for editors.
  package static func pattern(of metrics: [Metric], strategies: [String]) -> String {
    func oneOf(_ names: [String]) -> String { "(\(names.joined(separator: "|")))" }
    let comparisons = Comparison.allCases.map(\.rawValue)
    let multiple = "\(Quantity.numberPattern) +x +\(oneOf(strategies))"
    var forms = metrics.map(\.unit).uniqued().map { unit in
      let names = metrics.filter { $0.unit == unit }.map(\.name)
      return "\(oneOf(names)) *\(oneOf(comparisons)) *(\(Quantity.pattern(for: unit))|\(multiple))"
    }
    let ordering = comparisons.filter { $0 != Comparison.equal.rawValue }
    forms.append(
      #"growth\( *\#(oneOf(metrics.map(\.name))) *\) *\#(oneOf(ordering)) *-?[0-9.eE]+ *"#)
    return "^\(oneOf(forms))$"
  }

  /// Checks that a scenario has the sizes of a growth: a condition that no run can decide would be
  /// kept by every run.
  static func checkGrowth(_ yaml: YAMLValue, sizes: [Int]?) throws(InputError) {
    guard sizes.map({ $0.count > 1 }) ?? true else {
      throw yaml.error(
        expected: "no 'growth' with a single size, or more values in 'sizes'")
    }
  }

  private static let growthForm = "growth(METRIC), one of <= >= < >, and a plain number"

  /// The metric's name, the bounded quantity, and the rest of the expression.
  private static func left(
    of text: String, _ yaml: YAMLValue
  ) throws(InputError) -> (name: String, subject: Subject, rest: Substring) {
    let opening = "growth("
    guard text.hasPrefix(opening) else {
      let name = text.prefix { $0 != " " && !"<>=".contains($0) }
      return (String(name), .median, text.dropFirst(name.count).drop { $0 == " " })
    }
    let inside = text.dropFirst(opening.count)
    guard let end = inside.firstIndex(of: ")") else { throw yaml.error(expected: growthForm) }
    let name = inside[..<end].filter { $0 != " " }
    return (name, .growth, inside[end...].dropFirst().drop { $0 == " " })
  }

  /// The power of the size; negative for a metric that decreases with the size.
  private static func power(
    _ text: Substring, of metric: Metric, _ yaml: YAMLValue
  ) throws(InputError) -> Double {
    let digits = text.reversed().drop { $0 == " " }.reversed()
    guard let power = Double(String(digits)), (-10...10).contains(power) else {
      throw yaml.error(
        expected: "a plain number between -10 and 10 for growth(\(metric.name)), such as 1.1: "
          + "the exponent of the size")
    }
    return power
  }

  private static func bound(
    _ text: Substring, on metric: Metric, of strategy: String, _ terms: ScenarioTerms,
    _ yaml: YAMLValue
  ) throws(InputError) -> Bound {
    let words = text.split(separator: " ")
    if words.count == 3, words[1] == "x", let factor = Double(words[0]), factor.isFinite,
      factor > 0
    {
      let other = String(words[2])
      guard terms.strategies.contains(other) else {
        throw yaml.unknownName(other, what: "strategy in this scenario", known: terms.strategies)
      }
      guard other != strategy else {
        throw yaml.error(expected: "a multiple of a strategy other than \(strategy) itself")
      }
      return .multiple(factor, of: other)
    }
    guard let value = Quantity.parse(text, as: metric.unit) else {
      throw yaml.error(
        expected: "\(Quantity.expectation(for: metric.unit)) for \(metric.name), or "
          + "'NUMBER x STRATEGY'")
    }
    return .value(value)
  }
}

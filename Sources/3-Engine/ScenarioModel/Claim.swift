import Platform
import Support

/// A statement about a strategy, with the test that a run can make of it.
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
  }

  /// The reason why a test, if there is one, decides nothing about the platform.
  public enum Limit: Hashable, Sendable, Codable {
    /// The platform's own documentation contradicts the claim.
    case contradicted(why: String)
    /// The simulation or the strategy is built so that the claim must hold, or must not.
    case byConstruction(why: String)
    /// The harness cannot test the claim.
    case cannotBeTold(why: String)
    /// The parameters behind the metric were fitted to the claim itself.
    case fitted([ProfileParameter.Name])
  }

  /// A short name that is unique in the scenario.
  public let id: String
  /// The claim in the words of the scenario's author; it is not a quotation.
  public let says: String
  /// The particulars of the test; `nil` if there are none.
  public let note: String?
  /// The origin of the claim.
  public let source: Source
  /// The configurations that the claim applies to.
  public let restriction: ConfigurationFilter
  /// The smallest size that the claim applies to; `nil` if there is no such limit.
  public let minSize: Int?
  /// The test of the claim; `nil` if a limit stands alone.
  public let test: Test?
  /// The limit of the test; `nil` for most claims with a test.
  public let limit: Limit?
  /// The parameters that the test's metric depends on most, if it is modelled.
  public let parameters: [ProfileParameter.Name]
}

extension Claim.Test {
  /// The name of the metric that decides.
  public var metric: String {
    switch self {
    case .range(let metric, _, _, _), .ratio(let metric, _, _, _, _),
      .growth(let metric, _, _, _):
      metric
    }
  }
}

extension Claim {
  private static let bounds = ["between", "at-least", "at-most", "growth"]
  private static let reasons = [
    "contradicted", "by-construction", "cannot-be-told", "fitted-parameters",
  ]
  /// The keys of a claim.
  package static let keys: [ScenarioKey] = [
    ScenarioKey("id", .text, isRequired: true, "a short name that is unique in the scenario"),
    ScenarioKey("says", .text, isRequired: true, "the claim in your words"),
    ScenarioKey("note", .text, "the particulars of the test"),
    ScenarioKey("document", .text, "the document that says it, with 'line' or 'lines'"),
    ScenarioKey("by", .text, "another publication that says it"),
    ScenarioKey("hypothesis", .flag, "true for a hypothesis of your own"),
    ScenarioKey("line", .integer(1 ... .max), "the line of the document"),
    ScenarioKey("lines", .any, "lines of the document: 166-177, or a list"),
    ScenarioKey("variant", .text, "the only variant to which the claim applies"),
    ScenarioKey("size", .integer(1 ... .max), "the only size to which the claim applies"),
    ScenarioKey("from-size", .integer(1 ... .max), "the smallest size to which the claim applies"),
    ScenarioKey("strategy", .text, "the strategy that the claim is about"),
    ScenarioKey("metric", .text, "the metric that decides"),
    ScenarioKey("compared-to", .text, "the strategy whose value the metric is divided by"),
    ScenarioKey("between", .any, "the range of the metric: [LOW, HIGH]"),
    ScenarioKey("at-least", .any, "the lowest value of the metric"),
    ScenarioKey("at-most", .any, "the highest value of the metric"),
    ScenarioKey(
      "growth", .list(.number(-10...10), count: 2...2), "the range of the size's exponent"),
    ScenarioKey("parameters", parameterNames, "the parameters that the metric depends on most"),
    ScenarioKey("fitted-parameters", parameterNames, "parameters that were fitted to the claim"),
    ScenarioKey("contradicted", .text, "how the platform's documentation contradicts the claim"),
    ScenarioKey("by-construction", .text, "why the claim must hold here, or cannot hold"),
    ScenarioKey("cannot-be-told", .text, "why no run can test the claim"),
  ]
  private static let parameterNames = ScenarioKey.Value.list(
    .choice(ProfileParameter.Name.allCases.map(\.rawValue)), count: 1 ... .max)

  init(_ yaml: YAMLValue, _ terms: ScenarioTerms) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys.map(\.name))
    try Self.checkForOneTest(in: mapping)
    id = try mapping.value("id").text()
    says = try mapping.value("says").text()
    note = try mapping["note"]?.text()
    source = try Source(mapping)
    restriction = try ConfigurationFilter(mapping, terms)
    minSize = try mapping["from-size"]?.integer(in: 1...(terms.sizes?.max() ?? .max))
    if let value = mapping["from-size"], mapping["size"] != nil || mapping["growth"] != nil {
      throw value.error(expected: "one of 'size', 'from-size' and 'growth'")
    }
    if let growth = mapping["growth"] { try Threshold.checkGrowth(growth, sizes: terms.sizes) }
    limit = try Self.limit(in: mapping)
    let mistakes = yaml.mistakes
    parameters = try mistakes.part(or: [], try mapping["parameters"]?.parameterNames() ?? [])
    if let named = mapping["strategy"] {
      _ = try mistakes.part(
        or: "", try named.choice("strategy in this scenario", among: terms.strategies))
    }
    if let named = mapping["metric"] {
      _ = try mistakes.part(or: nil, try terms.metrics.metric(named.text(), in: named))
    }
    switch limit {
    case .contradicted, .cannotBeTold: test = nil
    case .byConstruction where mapping["metric"] == nil: test = nil
    case .byConstruction, .fitted, nil: test = try Self.test(in: mapping, terms)
    }
  }

  private static func test(
    in mapping: YAMLMapping, _ terms: ScenarioTerms
  ) throws(InputError) -> Test {
    // A claim without a test says why.
    if let error = reasons.lazy.compactMap({ mapping.misspelt[$0] }).first { throw error }
    let strategy = try mapping.value("strategy")
      .choice("strategy in this scenario", among: terms.strategies)
    let named = try mapping.value("metric")
    let metric = try terms.metrics.metric(named.text(), in: named)
    if let growth = mapping["growth"] {
      // A growth is over all sizes.
      if let size = mapping["size"] { throw size.error(expected: "'size' or 'growth', not both") }
      // Powers of the size, which may be negative.
      let (low, high) = try pair(growth) { (value) throws(InputError) in
        try value.number(in: -10...10)
      }
      return .growth(metric: metric.name, strategy: strategy, low: low, high: high)
    }
    if let other = mapping["compared-to"] {
      let (low, high) = try range(mapping, unit: .ratio)
      return .ratio(
        metric: metric.name, strategy: strategy,
        to: try other.choice("strategy in this scenario", among: terms.strategies), low: low,
        high: high)
    }
    let (low, high) = try range(mapping, unit: metric.unit)
    return .range(metric: metric.name, strategy: strategy, low: low, high: high)
  }

  private static func limit(in mapping: YAMLMapping) throws(InputError) -> Limit? {
    if let why = mapping["contradicted"] { return .contradicted(why: try why.text()) }
    if let why = mapping["by-construction"] { return .byConstruction(why: try why.text()) }
    if let why = mapping["cannot-be-told"] { return .cannotBeTold(why: try why.text()) }
    guard let fitted = mapping["fitted-parameters"] else { return nil }
    return .fitted(try fitted.parameterNames())
  }

  /// Checks that the claim has one test; a second one would be ignored.
  private static func checkForOneTest(in mapping: YAMLMapping) throws(InputError) {
    let tests = mapping.entries.filter { bounds.contains($0.key) }
    let given = mapping.entries.filter { reasons.contains($0.key) }
    // A comparison has one of the first three as its bound.
    if let comparison = mapping["compared-to"], tests.contains(where: { $0.key == "growth" }) {
      throw comparison.error(expected: "'compared-to' or 'growth', not both")
    }
    let exclusive = given.filter { ["contradicted", "cannot-be-told"].contains($0.key) }
    for found in [tests, given, exclusive.isEmpty ? [] : exclusive + tests] {
      try mapping.checkIsOne(found, of: bounds + reasons)
    }
  }

  private static func range(
    _ mapping: YAMLMapping, unit: MetricUnit
  ) throws(InputError) -> (Double, Double) {
    if let between = mapping["between"] {
      return try pair(between) { (value) throws(InputError) in try value.quantity(as: unit) }
    }
    if let minimum = mapping["at-least"] {
      return (try minimum.quantity(as: unit), .greatestFiniteMagnitude)
    }
    if let maximum = mapping["at-most"] {
      return (-.greatestFiniteMagnitude, try maximum.quantity(as: unit))
    }
    throw mapping.missing(oneOf: ["between", "at-least", "at-most"])
  }

  private static func pair(
    _ value: YAMLValue, read: (YAMLValue) throws(InputError) -> Double
  ) throws(InputError) -> (Double, Double) {
    let elements = try value.elements()
    guard elements.count == 2 else { throw value.error(expected: "two values: [LOW, HIGH]") }
    let low = try read(elements[0])
    let high = try read(elements[1])
    guard low <= high else { throw value.error(expected: "the lower value first") }
    return (low, high)
  }
}

import Measurement
import YAMLReading

extension Scenario {
  private static let keys = [
    "scenario", "title", "family", "source", "naive", "strategies", "sizes", "trials",
    "thresholds", "claims", "tolerances",
  ]

  /// Reads a scenario from a YAML text.
  ///
  /// - Parameters:
  ///   - file: the name that errors give; relative paths in the text count from its folder.
  ///   - families: the families that a scenario may belong to.
  public init(yaml text: String, file: String, families: FamilyRegistry) throws(InputError) {
    let root = try YAMLDocument(text: text, file: file).root
    let familyValue = try root.mapping().value("family")
    let familyName = try familyValue.text()
    guard let family = families[familyName] else {
      throw familyValue.unknownName(familyName, what: "family", known: families.names)
    }
    let mapping = try root.mapping(keys: Self.keys + family.keys)
    let metrics = Metric.ofEveryTrial + family.metrics
    name = try Self.name(mapping.value("scenario"))
    title = try mapping.value("title").text()
    source = try mapping["source"]?.text() ?? ""
    strategies = try Self.strategies(mapping.value("strategies"), family: family)
    let naiveValue = try mapping.value("naive")
    naive = try naiveValue.text()
    guard strategies.contains(naive) else {
      throw naiveValue.unknownName(
        naive, what: "strategy in this scenario", known: strategies)
    }
    trials = try mapping["trials"]?.integer(in: 1...1_000) ?? 5
    workload = try family.workload(mapping, file: file)
    sizes = try Self.sizes(mapping["sizes"], workload: workload)
    thresholds = try Self.thresholds(
      mapping["thresholds"], strategies: strategies, variants: workload.variants,
      metrics: metrics)
    claims = try Self.claims(
      mapping["claims"], source: source, strategies: strategies, variants: workload.variants,
      metrics: metrics)
    tolerances = try Tolerance.tolerances(mapping["tolerances"], metrics: metrics)
    self.family = family
    self.file = file
    self.text = text
  }

  /// A name becomes part of file names, so it must be fit for one.
  private static func name(_ value: YAMLValue) throws(InputError) -> String {
    let name = try value.text()
    let isFit = name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    guard isFit, name.first != "-", name.count <= 100 else {
      throw value.error(expected: "lower case words joined by hyphens")
    }
    return name
  }

  private static func strategies(
    _ value: YAMLValue, family: any ScenarioFamily
  ) throws(InputError) -> [String] {
    let known = family.strategies.map(\.name)
    var names: [String] = []
    for element in try value.elements() {
      let name = try element.text()
      guard known.contains(name) else {
        throw element.unknownName(name, what: "strategy in the family \(family.name)", known: known)
      }
      guard !names.contains(name) else {
        throw element.error(expected: "every strategy once")
      }
      names.append(name)
    }
    return names
  }

  private static func sizes(
    _ value: YAMLValue?, workload: any Workload
  ) throws(InputError) -> [Int] {
    guard let value else { return [try workload.defaultSize()] }
    var sizes: [Int] = []
    for element in try value.elements() {
      let size = try element.integer(in: 1...workload.greatestSize)
      guard !sizes.contains(size) else { throw element.error(expected: "every size once") }
      sizes.append(size)
    }
    return sizes
  }

  private static func thresholds(
    _ value: YAMLValue?, strategies: [String], variants: [String], metrics: [Metric]
  ) throws(InputError) -> [Threshold] {
    guard let value else { return [] }
    var thresholds: [Threshold] = []
    for entry in try value.mapping(keys: strategies).entries {
      for element in try entry.value.elements() {
        thresholds.append(
          try Threshold(
            element, strategy: entry.key, strategies: strategies, variants: variants,
            metrics: metrics))
      }
    }
    return thresholds
  }

  private static func claims(
    _ value: YAMLValue?, source: String, strategies: [String], variants: [String],
    metrics: [Metric]
  ) throws(InputError) -> [Claim] {
    guard let value else { return [] }
    var claims: [Claim] = []
    for element in try value.elements() {
      let claim = try Claim(
        element, defaultSource: source, strategies: strategies, variants: variants,
        metrics: metrics)
      guard !claims.contains(where: { $0.id == claim.id }) else {
        throw element.error(expected: "claims with different ids, not '\(claim.id)' twice")
      }
      claims.append(claim)
    }
    return claims
  }
}

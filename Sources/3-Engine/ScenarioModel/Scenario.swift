import Platform
import Support

/// A situation that slows map apps down, as its file describes it: the environment, the strategies
/// to compare, and the expectations.
public struct Scenario: Sendable {
  /// The name on the command line and in reports.
  public let name: String
  /// A label for people.
  public let title: String
  /// The kind of situation.
  public let family: any ScenarioFamily
  /// The origin of the situation.
  public let source: String
  /// The naive strategy that the others are compared with.
  public let naive: String
  /// The strategies to compare, in the file's order.
  public let strategies: [String]
  /// The sizes: numbers of pins, or of another load.
  public let sizes: [Int]
  /// The number of measured trials of each case, each in a new process; 0 for a scenario that
  /// measures nothing and replays each case once.
  public let trials: Int
  /// The conditions that decide the exit code.
  public let thresholds: [Threshold]
  /// The bounds for which a report says up to which size each strategy keeps them.
  public let limits: [Limit]
  /// The published statements that the run tests.
  public let claims: [Claim]
  /// The changes for the worse that a comparison does not call regressions.
  public let tolerances: [Tolerance]
  /// The metrics whose every change a comparison calls a regression.
  package let mustNotChange: [String]
  /// The changes for the worse of the scenario's cases that the project's file accepts.
  package private(set) var acceptedChanges: [AcceptedChange] = []
  /// The family's part of the file: the environment of the strategies.
  public let workload: any Workload
  /// The keys of the file that describe the environment.
  public let environmentKeys: [String]
  /// The description of the environment in a canonical form: the family and the family's keys in
  /// order, without comments and layout.
  ///
  /// Two files with the same text, and the same contents of the files that they name, give each
  /// strategy the same work. Their strategies, thresholds and claims may differ.
  public let environmentText: String
  /// The place among the scenarios of a suite: those with a number come first, in its order.
  public let order: Int?
  /// The smallest fraction of the data that the replays are meant to look at: 0.1, unless the file
  /// says that it is less.
  public let minSeen: Double
  /// The unit of the sizes, in the plural: the family's, unless the file names its own.
  public let sizeLabel: String
  /// The use of the comparison.
  public let answer: ScenarioAnswer
  /// The path of the file.
  public let file: String
  /// The text of the file, from which a worker reads the scenario again.
  public let text: String

  /// All cases of the scenario, in the file's order.
  public var cases: [Case] { cases(sizes: sizes, strategies: strategies) }

  /// The cases of some sizes and strategies, in each of the scenario's variants.
  package func cases(sizes: [Int], strategies: [String]) -> [Case] {
    workload.variants.flatMap { variant in
      sizes.flatMap { size in
        strategies.map { strategy in
          Case(scenario: name, variant: variant, size: size, strategy: strategy)
        }
      }
    }
  }

  /// All metrics of the scenario's cases.
  public var metrics: [Metric] { metrics(selection: RunSelection()) }

  /// The metrics of the scenario's cases in a run with a selection: without trials, only those that
  /// are counted or modelled.
  public func metrics(selection: RunSelection) -> [Metric] {
    trialCount(selection: selection) > 0
      ? family.description.allMetrics : family.description.metrics
  }

  /// The number of measured trials of each case in a run with a selection. A selection does not add
  /// trials to a scenario that measures nothing.
  public func trialCount(selection: RunSelection) -> Int {
    guard family.description.isMeasured, trials > 0 else { return 0 }
    return selection.trials ?? trials
  }
}

/// The use of a scenario's comparison.
public enum ScenarioAnswer: String, Hashable, Sendable, Codable, CaseIterable {
  /// One of the strategies is recommended.
  case recommendation
  /// The strategies are compared, and none is recommended: the right one is not among them.
  case comparison
}

extension Scenario: CustomStringConvertible {
  public var description: String { "\(name) (\(file))" }
}

extension Scenario {
  /// The keys of all scenarios; each family has further ones.
  package static let commonKeys: [ScenarioKey] = [
    ScenarioKey("scenario", .text, isRequired: true, "the name: lower case words with hyphens"),
    ScenarioKey("title", .text, isRequired: true, "a label for people"),
    ScenarioKey("family", .text, isRequired: true, "the kind of situation"),
    ScenarioKey("source", .any, "the origin of the situation: a text, or a document and its lines"),
    ScenarioKey("naive", .text, isRequired: true, "the strategy to compare the others with"),
    ScenarioKey("strategies", .any, isRequired: true, "the strategies to compare, each once"),
    ScenarioKey("sizes", .any, "numbers of pins or of another load; if left out, the data's own"),
    ScenarioKey(
      "trials", .integer(trialRange), standard: "5", "trials of each case; 0 measures nothing"),
    ScenarioKey("thresholds", .any, "the bounds of each strategy, which decide the exit code"),
    ScenarioKey("limits", .any, "bounds; a report says the size up to which a strategy keeps them"),
    ScenarioKey("claims", .any, "published statements that the run tests"),
    ScenarioKey("tolerances", .any, "changes of metrics that a comparison accepts: 1 %"),
    ScenarioKey(
      "must-not-change", .any, "metrics that must not change, not even for the better"),
    ScenarioKey("order", .integer(1...1_000), "the place in a suite"),
    ScenarioKey("min-seen", .number(0...1), "the fraction of the data that the camera must see"),
    ScenarioKey("size-label", .text, "what the sizes count, in the plural: kilometres"),
    ScenarioKey(
      "answer", .choice(ScenarioAnswer.allCases.map(\.rawValue)),
      standard: ScenarioAnswer.recommendation.rawValue, "the use of the comparison"),
  ]
  /// Their names.
  package static let keys = commonKeys.map(\.name)
  private static let trialRange = 0...1_000

  /// Reads a scenario from a YAML text.
  ///
  /// - Parameters:
  ///   - file: the path, for errors; relative paths in the text count from its folder.
  ///   - families: the families that a scenario may belong to.
  ///   - checkingFiles: indicates whether the files that the text names must be there and serve the
  ///     sizes.
  /// - Throws: all mistakes of the text, in one error; one that is not YAML has no others.
  public init(
    yaml text: String, file: String, families: FamilyRegistry, checkingFiles: Bool = false
  ) throws(InputError) {
    let mistakes: Mistakes? = Mistakes(file: file, checkingFiles: checkingFiles)
    let root = try YAMLDocument(text: text, file: file, mistakes: mistakes).root
    let given = try root.mapping()
    let known: (any ScenarioFamily)? = try mistakes.part(
      or: families.nearest(to: given["family"]),
      try families.family(named: given.value("family")))
    let mapping = if let known { try root.mapping(keys: Self.keys + known.keyNames) } else { given }
    trials = try mistakes.part(or: 5, try mapping["trials"]?.integer(in: Self.trialRange) ?? 5)
    name = try mistakes.part(or: "", try Self.name(mapping.value("scenario")))
    title = try mistakes.part(or: "", try mapping.value("title").text())
    source = try mistakes.part(or: "", try Self.source(mapping["source"]))
    order = try mistakes.part(or: nil, try mapping["order"]?.integer(in: 1...1_000))
    let standardMinSeen = ScenarioDescription.standardMinSeen
    minSeen = try mistakes.part(
      or: standardMinSeen, try mapping["min-seen"]?.number(in: 0...1) ?? standardMinSeen)
    let label = try mistakes.part(or: nil, try Self.sizeLabel(mapping["size-label"]))
    answer = try mistakes.part(
      or: .recommendation, try mapping["answer"]?.choice("answer") ?? .recommendation)
    // The rest of a file has a meaning in its family only.
    guard let family = known else {
      throw mistakes?.error ?? given.missing(oneOf: ["family"])
    }
    let metrics =
      trials == 0 ? family.description.metrics : family.description.allMetrics
    var before = mistakes?.count
    strategies = try mistakes.part(
      or: [], try Self.strategies(mapping.value("strategies"), family: family))
    // Of a list with a mistake, any strategy of the family may be meant.
    let named = mistakes?.count == before ? strategies : family.strategies.map(\.name)
    naive = try mistakes.part(
      or: "", try mapping.value("naive").choice("strategy in this scenario", among: named))
    before = mistakes?.count
    let readWorkload: (any Workload)? = try mistakes.part(
      or: nil, try family.workload(mapping, file: file, parameters: .none))
    // The variants and the largest size of an environment with a mistake are not known.
    let sound = mistakes?.count == before ? readWorkload : nil
    before = mistakes?.count
    sizes = try mistakes.part(or: [1], try Self.sizes(mapping["sizes"], workload: sound))
    let hasSizes = mistakes?.count == before && (sound != nil || mapping["sizes"] != nil)
    if checkingFiles, let readWorkload {
      let error = Self.fileError(of: readWorkload, isSound: sound != nil, sizes: sizes, mapping)
      if let error { mistakes?.add(error) }
    }
    let terms = ScenarioTerms(
      strategies: named, variants: sound?.variants, sizes: hasSizes ? sizes : nil,
      metrics: metrics)
    thresholds = try mistakes.part(or: [], try Self.thresholds(mapping["thresholds"], terms))
    limits = try mistakes.part(or: [], try Limit.limits(mapping["limits"], metrics: metrics))
    claims = try mistakes.part(or: [], try Self.claims(mapping["claims"], terms))
    tolerances = try mistakes.part(
      or: [], try Tolerance.tolerances(mapping["tolerances"], metrics: metrics))
    let exact = metrics.filter(\.kind.isDeterministic).map(\.name)
    mustNotChange = try mistakes.part(
      or: [],
      try mapping["must-not-change"]?.elements(
        differentBy: \.self, expected: { _ in "every metric once" },
        read: { (element) throws(InputError) in
          try element.choice("counted or modelled metric", among: exact)
        }) ?? [])
    if let error = mistakes?.error { throw error }
    guard let workload = sound else { throw root.error(expected: "an environment") }
    self.workload = workload
    let environment = mapping.entries.filter { family.keyNames.contains($0.key) }
    environmentKeys = environment.map(\.key)
    environmentText = (mapping.entries.filter { $0.key == "family" } + environment)
      .sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.canonicalText)" }.joined(separator: "\n")
    sizeLabel = label ?? family.description.sizeLabel
    self.family = family
    self.file = file
    self.text = text
  }

  /// Returns the scenario with a project's accepted changes of its cases.
  package func accepting(_ changes: [AcceptedChange]) -> Scenario {
    var scenario = self
    scenario.acceptedChanges = changes.filter { $0.scenario == name }
    return scenario
  }

  /// The error of an environment whose files are not there or do not serve the sizes, at the place
  /// of the size; `nil` if there is none.
  ///
  /// - Parameter isSound: indicates whether the environment is the file's own in all parts.
  private static func fileError(
    of workload: any Workload, isSound: Bool, sizes: [Int], _ mapping: YAMLMapping
  ) -> InputError? {
    do {
      // Sizes that were not checked may be any number.
      try workload.check(sizes: isSound ? sizes : sizes.filter { $0 <= 100_000_000 })
      return nil
    } catch let error as InputError {
      return error
    } catch {
      let size = (error as? WorkloadError)?.size
      let elements = (try? mapping["sizes"]?.elements()) ?? []
      let element = elements.first { size != nil && (try? $0.integer()) == size }
      // Another problem may be one of the stand-ins.
      guard isSound || element != nil else { return nil }
      let place = element?.location ?? mapping["sizes"]?.location ?? mapping.location
      return InputError(.data("\(error)"), at: place)
    }
  }

  /// Reads the name, which becomes a part of file names.
  private static func name(_ value: YAMLValue) throws(InputError) -> String {
    let name = try value.text()
    let isValid = name.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
    guard isValid, name.first != "-", name.count <= 100 else {
      throw value.error(expected: "lower case words joined by hyphens")
    }
    return name
  }

  /// Reads the unit of the sizes, which follows a number in a sentence.
  private static func sizeLabel(_ value: YAMLValue?) throws(InputError) -> String? {
    guard let value else { return nil }
    let label = try value.text()
    guard let first = label.first, first.isLetter, !first.isUppercase, label.count <= 40,
      !label.hasSuffix("."), !label.contains(where: \.isNewline)
    else {
      throw value.error(
        expected: "what the sizes count, in the plural, such as kilometres: at most 40 characters")
    }
    return label
  }

  private static func strategies(
    _ value: YAMLValue, family: any ScenarioFamily
  ) throws(InputError) -> [String] {
    let known = family.strategies.map(\.name)
    return try value.elements(
      differentBy: \.self, expected: { _ in "every strategy once" },
      read: { (element) throws(InputError) in
        try element.choice("strategy in the family \(family.name)", among: known)
      })
  }

  private static func sizes(
    _ value: YAMLValue?, workload: (any Workload)?
  ) throws(InputError) -> [Int] {
    guard let value else { return [try workload?.defaultSize() ?? 1] }
    let maxSize = workload?.maxSize ?? .max
    return try value.elements(
      differentBy: \.self, expected: { _ in "every size once" },
      read: { (element) throws(InputError) in try element.integer(in: 1...maxSize) })
  }

  private static func thresholds(
    _ value: YAMLValue?, _ terms: ScenarioTerms
  ) throws(InputError) -> [Threshold] {
    guard let value else { return [] }
    var thresholds: [Threshold] = []
    for entry in try value.mapping(keys: terms.strategies).entries {
      for element in try value.mistakes.part(or: [], try entry.value.elements()) {
        let threshold: Threshold? = try value.mistakes.part(
          or: nil, try Threshold(element, strategy: entry.key, terms))
        if let threshold { thresholds.append(threshold) }
      }
    }
    return thresholds
  }

  /// The source as a text, or as a document with its lines.
  private static func source(_ value: YAMLValue?) throws(InputError) -> String {
    guard let value else { return "" }
    if let text = try? value.text() { return text }
    return try Claim.Source(value.mapping(keys: ["document"] + DocumentLines.keys)).label
  }

  private static func claims(
    _ value: YAMLValue?, _ terms: ScenarioTerms
  ) throws(InputError) -> [Claim] {
    guard let value else { return [] }
    return try value.elements(
      differentBy: \.id, expected: { "claims with different ids, not '\($0.id)' twice" },
      read: { (element) throws(InputError) in try Claim(element, terms) })
  }
}

/// The names that the conditions of a scenario may use; `nil` for what a mistake leaves unknown.
struct ScenarioTerms {
  let strategies: [String]
  let variants: [String]?
  let sizes: [Int]?
  let metrics: [Metric]
}

extension YAMLValue {
  /// The value in a form that does not depend on its layout.
  package var canonicalText: String {
    if let mapping = try? mapping() {
      let entries = mapping.entries.sorted { $0.key < $1.key }
        .map { "\($0.key): \($0.value.canonicalText)" }
      return "{\(entries.joined(separator: ", "))}"
    }
    if let elements = try? elements() {
      return "[\(elements.map(\.canonicalText).joined(separator: ", "))]"
    }
    return ((try? text()) ?? "").debugDescription
  }
}

/// The part of a scenario file that a replay needs: its family and its environment.
///
/// The rest of the file is ignored, so that an older or newer build can replay the environment of a
/// file with keys that the build does not know.
public struct EnvironmentFile: Sendable {
  /// The kind of situation.
  public let family: any ScenarioFamily
  /// The environment of the strategies.
  public let workload: any Workload
}

extension EnvironmentFile {
  /// Reads the environment of a scenario from a YAML text.
  ///
  /// - Parameters:
  ///   - file: the path, for errors; relative paths in the text count from its folder.
  ///   - families: the families that a scenario may belong to.
  ///   - parameters: values that replace the platform profile's, in the units of
  ///     ``PlatformProfile/subscript(_:)``.
  public init(
    yaml text: String, file: String, families: FamilyRegistry,
    parameters: ParameterOverrides = .none
  ) throws(InputError) {
    self = try ParsedEnvironment(yaml: text, file: file, families: families)
      .read(parameters: parameters)
  }
}

/// A scenario file that was parsed once, to read its environment with many parameters.
package struct ParsedEnvironment {
  private let mapping: YAMLMapping
  private let file: String
  private let family: any ScenarioFamily

  package init(
    yaml text: String, file: String, families: FamilyRegistry
  ) throws(InputError) {
    mapping = try YAMLDocument(text: text, file: file).root.mapping()
    self.file = file
    family = try families.family(named: mapping.value("family"))
  }

  /// Reads the environment with values that replace the platform profile's.
  package func read(
    parameters: ParameterOverrides = .none
  ) throws(InputError) -> EnvironmentFile {
    EnvironmentFile(
      family: family, workload: try family.workload(mapping, file: file, parameters: parameters))
  }
}

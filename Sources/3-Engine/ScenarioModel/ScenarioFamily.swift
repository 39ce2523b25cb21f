import Platform
import Support

/// A kind of situation: the environment that its scenarios describe, its strategies, and its
/// metrics.
///
/// A family is a value of ``Family``, added to the registry of the target `Families`. One with a way
/// of its own conforms a type by hand.
public protocol ScenarioFamily: Sendable {
  /// The family's strategies and metrics, and how to show them.
  var description: FamilyDescription { get }
  /// The keys of a scenario file that the family reads itself.
  var keys: [ScenarioKey] { get }
  /// Reads the family's part of a scenario file.
  ///
  /// - Parameters:
  ///   - file: the path of the file; relative paths in it count from its folder.
  ///   - parameters: values that replace the platform profile's, in the units of
  ///     ``PlatformProfile/subscript(_:)``.
  func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload
}

extension ScenarioFamily {
  /// The name in scenario files.
  public var name: String { description.name }
  /// The names of the keys.
  package var keyNames: [String] { keys.map(\.name) }
  /// The strategies, naive ones first.
  public var strategies: [StrategyDescription] { description.strategies }
  /// The family's own metrics, without the times and the memory that the harness measures.
  public var metrics: [Metric] { description.metrics }
}

/// A description of a family in values: its strategies, its metrics, and how to show them.
public struct FamilyDescription: Hashable, Sendable, Codable {
  /// The name in scenario files.
  public let name: String
  /// The strategies, naive ones first, then the others from the simplest to write to the most work.
  public package(set) var strategies: [StrategyDescription]
  /// The family's own metrics, without the times and the memory that the harness measures.
  public let metrics: [Metric]
  /// Indicates whether the times and the memory of a replay are the strategies' own, so that trials
  /// measure them. If not, they are the simulator's, and each case is replayed once.
  public let isMeasured: Bool
  /// The names of the metrics that represent the family in short tables, the most important first:
  /// at most three measured ones, and at most five counted or modelled. Metrics of every trial are
  /// allowed.
  public let headlines: [String]
  /// The names of the metrics in the table that a run prints in a terminal, the most important
  /// first: up to eight. The last are left out if they do not fit.
  public let columns: [String]
  /// The unit of a scenario's sizes, in the plural: `pins`, `seconds of use`.
  public let sizeLabel: String
  /// One frame of a replay, to end a sentence of the report: `one frame of the screen`.
  ///
  /// The harness times each step of a replay as a frame, in every environment.
  public let frameLabel: String
  /// The strategies that differ by one setting only; `nil` if there are none.
  public let ablation: Ablation?
  /// The minimum result of a strategy to be ranked; `nil` if all strategies have the same result.
  public let requirement: ResultRequirement?
  /// The criteria by which a strategy is recommended, the most important first; empty if none is.
  public let criteria: [Criterion]

  /// - Precondition: The headlines and the columns are names of these metrics or of metrics of
  ///   every trial.
  public init(
    name: String, strategies: [StrategyDescription], metrics: [Metric], isMeasured: Bool,
    headlines: [String], columns: [String], sizeLabel: String, frameLabel: String,
    ablation: Ablation? = nil, requirement: ResultRequirement? = nil, criteria: [Criterion] = []
  ) {
    self.name = name
    self.strategies = strategies
    self.metrics = metrics
    self.isMeasured = isMeasured
    self.sizeLabel = sizeLabel
    self.frameLabel = frameLabel
    self.ablation = ablation
    self.requirement = requirement
    self.criteria = criteria
    let all = Self.allMetrics(adding: metrics, isMeasured: isMeasured)
    self.headlines = headlines.map { all[$0].name }
    self.columns = columns.map { all[$0].name }
  }
}

extension FamilyDescription {
  /// All metrics of a case: those that the harness measures, and the family's own.
  public var allMetrics: [Metric] { Self.allMetrics(adding: metrics, isMeasured: isMeasured) }

  /// A replay that models a platform also allocates for it, such as views whose number and size are
  /// parameters: then its allocations are modelled.
  private static func allMetrics(adding metrics: [Metric], isMeasured: Bool) -> [Metric] {
    guard isMeasured else { return metrics }
    let isModelled = metrics.contains { $0.kind == .modelled }
    return Metric.ofEveryMeasurement(allocations: isModelled ? .modelled : .counted) + metrics
  }
}

/// The families that scenarios may belong to.
///
/// A family is made when it is asked for, and once: the process of a case needs one of them, and to
/// make all takes as long as a short replay.
public struct FamilyRegistry: Sendable {
  private let entries: [Entry]

  /// A registry of the given families.
  public init(_ families: [any ScenarioFamily]) {
    entries = families.map { family in Entry(family.name) { family } }
  }

  /// A registry of families that are made when they are asked for.
  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The families, in the order of lists.
  public var families: [any ScenarioFamily] { entries.map(\.family) }

  /// Returns these families and one more, which replaces a family with the same name.
  public func with(_ family: any ScenarioFamily) -> FamilyRegistry {
    with(Entry(family.name) { family })
  }

  /// Returns these families and one more, as ``with(_:)``.
  package func with(_ entry: Entry) -> FamilyRegistry {
    guard let place = names.firstIndex(of: entry.name) else {
      return FamilyRegistry(entries + [entry])
    }
    var replaced = entries
    replaced[place] = entry
    return FamilyRegistry(replaced)
  }

  /// The families' names.
  public var names: [String] { entries.map(\.name) }

  /// The family of a name, or `nil`.
  public subscript(name: String) -> (any ScenarioFamily)? {
    entries.first { $0.name == name }?.family
  }

  /// Returns the family that a value names.
  package func family(named value: YAMLValue) throws(InputError) -> any ScenarioFamily {
    let name = try value.text()
    guard let family = self[name] else {
      throw value.unknownName(name, what: "family", known: names)
    }
    return family
  }

  /// The family that a misspelt name means; `nil` for a name that is near to none.
  func nearest(to value: YAMLValue?) -> (any ScenarioFamily)? {
    let name = try? value?.text()
    return name.flatMap { NearestName.find($0, among: names) }.flatMap { self[$0] }
  }
}

extension FamilyRegistry {
  /// A family that is made when it is asked for the first time.
  package struct Entry: Sendable {
    package let name: String
    private let made: Lazy<any ScenarioFamily>

    /// - Parameter name: the name of the family that the function makes.
    package init(_ name: String, make: @escaping @Sendable () -> any ScenarioFamily) {
      self.name = name
      made = Lazy(make)
    }

    var family: any ScenarioFamily { made.value }
  }
}

/// The minimum result that a strategy must deliver to be ranked; otherwise doing nothing would win.
public struct ResultRequirement: Hashable, Sendable, Codable {
  /// The delivered part of the job; more is better.
  public let metric: Metric
  /// The fraction of the best strategy's value that is enough; `nil` if the value must be 1.
  public let fraction: Double?
  /// The requirement as a part of the sentence "only strategies that … are ranked".
  public let summary: String

  /// Creates a requirement.
  public init(metric: Metric, fraction: Double?, summary: String) {
    self.metric = metric
    self.fraction = fraction
    self.summary = summary
  }
}

/// Strategies that differ by one setting each, so that a report can show the effect of each
/// setting.
///
/// The effect of a setting is measured twice: added alone to a strategy without any setting, and
/// left out of a strategy with all of them. The two may differ, because settings can replace one
/// another.
public struct Ablation: Hashable, Sendable, Codable {
  /// One setting and the strategies that show its effect.
  public struct Setting: Hashable, Sendable, Codable {
    /// The name for readers: `result types`.
    public let name: String
    /// The strategy that is the base with only this setting, if there is one.
    public let alone: String?
    /// The strategy that has all settings except this one, if there is one.
    public let leftOut: String?

    /// Creates a setting.
    public init(name: String, alone: String? = nil, leftOut: String? = nil) {
      self.name = name
      self.alone = alone
      self.leftOut = leftOut
    }
  }

  /// The strategy without any of the settings.
  public let base: String
  /// The strategy with all of them.
  public let full: String
  /// The settings, in the order of a report.
  public let settings: [Setting]
  /// The metrics that show the effect; the settings are ranked by the first one.
  public let metrics: [Metric]

  /// The names of all strategies that show the effect of a setting.
  public var strategies: Set<String> {
    Set([base, full] + settings.flatMap { [$0.alone, $0.leftOut].compactMap(\.self) })
  }

  /// Creates an ablation.
  public init(base: String, full: String, settings: [Setting], metrics: [Metric]) {
    self.base = base
    self.full = full
    self.settings = settings
    self.metrics = metrics
  }
}

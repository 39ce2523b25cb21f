import YAMLReading

/// A kind of situation: the environment that its scenarios describe, its strategies, and its
/// metrics.
///
/// To add a family, conform a type in a target of its own and add it to the registry of the target
/// `Families`.
public protocol ScenarioFamily: Sendable {
  /// The family's strategies and metrics, and how its numbers are to be read.
  var description: FamilyDescription { get }
  /// The keys of a scenario file that the family reads itself.
  var keys: [String] { get }
  /// Reads the family's part of a scenario file.
  func workload(_ mapping: YAMLMapping, file: String) throws(InputError) -> any Workload
}

extension ScenarioFamily {
  /// The name in scenario files.
  public var name: String { description.name }
  /// The strategies, naive ones first.
  public var strategies: [StrategyDescription] { description.strategies }
  /// The metrics of a trial besides the time and memory that the harness measures.
  public var metrics: [Metric] { description.metrics }
}

/// A family in values: its strategies, its metrics, and how its numbers are to be read.
public struct FamilyDescription: Hashable, Sendable, Codable {
  /// The name in scenario files.
  public let name: String
  /// The strategies, naive ones first.
  public let strategies: [StrategyDescription]
  /// The metrics of a trial besides the time and memory that the harness measures.
  public let metrics: [Metric]
  /// The names of the few metrics that speak for the family where there is no space for all, the
  /// best first: at most three measured ones, three counted and two modelled. They may be of every
  /// trial.
  public let headlines: [String]
  /// The names of the metrics that are columns of the table that a run ends with in a terminal, the
  /// best first: up to eight, of which those that do not fit at the end are left out.
  public let columns: [String]
  /// The unit of a scenario's sizes, in the plural: `pins`, `seconds of use`.
  public let sizeLabel: String
  /// One frame of a replay, to end a sentence of the report: `one frame of the screen`.
  ///
  /// The harness times every step of a replay as a frame, whatever the environment is.
  public let frameLabel: String
  /// The strategies that differ by one setting only; `nil` where none are made to.
  public let ablation: Ablation?
  /// The minimum result of a strategy to be ranked; `nil` where every strategy does the same.
  public let requirement: ResultRequirement?

  /// - Precondition: the headlines and the columns are names of these metrics or of those of every
  ///   trial.
  public init(
    name: String, strategies: [StrategyDescription], metrics: [Metric], headlines: [String],
    columns: [String], sizeLabel: String, frameLabel: String, ablation: Ablation? = nil,
    requirement: ResultRequirement? = nil
  ) {
    self.name = name
    self.strategies = strategies
    self.metrics = metrics
    self.headlines = headlines.map { metrics[$0].name }
    self.columns = columns.map { metrics[$0].name }
    self.sizeLabel = sizeLabel
    self.frameLabel = frameLabel
    self.ablation = ablation
    self.requirement = requirement
  }
}

/// The families that scenarios may belong to.
public struct FamilyRegistry: Sendable {
  /// The families, in the order of lists.
  public let families: [any ScenarioFamily]

  /// A registry of the given families.
  public init(_ families: [any ScenarioFamily]) {
    self.families = families
  }

  /// These families with one more; it takes the place of one that has its name.
  public func with(_ family: any ScenarioFamily) -> FamilyRegistry {
    guard let place = families.firstIndex(where: { $0.name == family.name }) else {
      return FamilyRegistry(families + [family])
    }
    var replaced = families
    replaced[place] = family
    return FamilyRegistry(replaced)
  }

  /// The families' names.
  public var names: [String] { families.map(\.name) }

  /// The family of a name, or `nil`.
  public subscript(name: String) -> (any ScenarioFamily)? {
    families.first { $0.name == name }
  }
}

/// The minimum result that a strategy must deliver to be ranked; otherwise doing nothing would win.
public struct ResultRequirement: Hashable, Sendable, Codable {
  /// The delivered part of the job; more is better.
  public let metric: Metric
  /// The fraction of the best strategy's value that is enough; `nil`: nothing less than 1 is.
  public let fraction: Double?
  /// What a strategy does that meets it, as the end of "only strategies that ... are ranked".
  public let summary: String

  public init(metric: Metric, fraction: Double?, summary: String) {
    self.metric = metric
    self.fraction = fraction
    self.summary = summary
  }
}

/// Strategies that differ by one setting each, so that a report can show what every setting gains.
///
/// A setting is looked at from both ends: added alone to a strategy without any, and left out of a
/// strategy with all of them. The two may differ, as one setting can make up for another.
public struct Ablation: Hashable, Sendable, Codable {
  /// One setting and the strategies that show its effect.
  public struct Setting: Hashable, Sendable, Codable {
    /// The name for readers: `result types`.
    public let name: String
    /// The strategy that is the base with this setting only, if there is one.
    public let alone: String?
    /// The strategy that has every setting but this one, if there is one.
    public let leftOut: String?

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
  /// The metrics that they are judged by; the first decides which setting gains most.
  public let metrics: [Metric]

  /// Every strategy that the settings are judged by.
  public var strategies: Set<String> {
    Set([base, full] + settings.flatMap { [$0.alone, $0.leftOut].compactMap(\.self) })
  }

  public init(base: String, full: String, settings: [Setting], metrics: [Metric]) {
    self.base = base
    self.full = full
    self.settings = settings
    self.metrics = metrics
  }
}

import Platform
import Support

/// A family of scenarios as a value: its strategies, its metrics, and how its replays are made.
///
/// `Make` makes a strategy: a function, or a value with one. The families that come with MapPressure
/// are values such as `Family.annotations`; a program adds strategies of its own to them:
///
///     FamilyRegistry.standard.with(
///       Family.annotations.adding([StrategyEntry("mine", Mine.self, summary: "Shows few pins.")]))
///
/// A family takes two functions. The scene's reader reads the environment from a scenario file; the
/// function for sessions makes what a replay needs of a scene, a strategy and a request. What a
/// trial, a warm-up, an evaluation and an inspection ask of a session is the same for all families.
public struct Family<Make: Sendable>: ScenarioFamily {
  /// The strategies and metrics, and how to show them.
  public private(set) var description: FamilyDescription
  /// The keys of a scenario file that the family reads itself.
  public let keys: [ScenarioKey]
  /// The strategies, in the order of the description.
  package private(set) var entries: [StrategyEntry<Make>]
  private let read:
    @Sendable (YAMLMapping, String, ParameterOverrides, [StrategyEntry<Make>])
      throws(InputError) -> any Workload

  /// Creates a family.
  ///
  /// - Parameters:
  ///   - name: the name in scenario files.
  ///   - inApp: the strategies in an app, as Markdown of ``AppCode/byStrategy(parsing:file:)``.
  ///   - scene: the reader of the environment.
  ///   - strategies: naive ones first, then from the simplest to write to the most work.
  ///   - metrics: the family's own metrics.
  ///   - isMeasured: as ``FamilyDescription/isMeasured``, like the parameters that follow.
  ///   - session: makes what a replay, its record and its inspection need.
  package init<S: ScenarioScene>(
    _ name: String, inApp: [UInt8] = [], scene: SceneReader<S>, strategies: [StrategyEntry<Make>],
    metrics: [Metric], isMeasured: Bool, headlines: [String], columns: [String],
    sizeLabel: String, frameLabel: String, ablation: Ablation? = nil,
    requirement: ResultRequirement? = nil, criteria: [Criterion] = [],
    session: @escaping @Sendable (S, StrategyEntry<Make>, ReplayRequest) throws -> ReplaySession
  ) {
    // A test finds a mistake in the text; a run does not stop for it.
    let codes =
      (try? AppCode.byStrategy(parsing: String(decoding: inApp, as: UTF8.self), file: name)) ?? [:]
    let strategies = strategies.map { entry in
      codes[entry.description.name].map(entry.inApp) ?? entry
    }
    description = FamilyDescription(
      name: name, strategies: strategies.map(\.description), metrics: metrics,
      isMeasured: isMeasured, headlines: headlines, columns: columns, sizeLabel: sizeLabel,
      frameLabel: frameLabel, ablation: ablation, requirement: requirement, criteria: criteria)
    keys = scene.keys
    entries = strategies
    read = { (mapping, file, parameters, strategies) throws(InputError) in
      SceneWorkload(
        scene: try scene.read(mapping, file, parameters), strategies: strategies,
        makeSession: session)
    }
  }

  public func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try read(mapping, file, parameters, entries)
  }

  /// Returns the family with further strategies after its own; one with the name of an earlier one
  /// replaces it.
  public func adding(_ further: [StrategyEntry<Make>]) -> Family {
    var family = self
    for entry in further {
      let name = entry.description.name
      if let place = family.entries.firstIndex(where: { $0.description.name == name }) {
        family.entries[place] = entry
      } else {
        family.entries.append(entry)
      }
    }
    family.description.strategies = family.entries.map(\.description)
    return family
  }
}

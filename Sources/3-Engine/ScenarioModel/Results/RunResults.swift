import Foundation
import Platform
import Support

/// A scenario with the results of its cases.
public struct ScenarioResults: Hashable, Sendable {
  /// The scenario.
  public let scenario: ScenarioDescription
  /// The results of the cases, in the run's order.
  public let cases: [CaseResult]

  /// Creates the results of a scenario.
  public init(scenario: ScenarioDescription, cases: [CaseResult]) {
    self.scenario = scenario
    self.cases = cases
  }
}

extension ScenarioResults {
  /// The configurations of the run's cases, each once, in the run's order.
  public var configurations: [Configuration] { cases.map(\.scenarioCase.configuration).uniqued() }

  /// The largest size in the first variant, which pictures and charts show; `nil` without cases.
  package var shownConfiguration: Configuration? {
    configurations.filter { $0.variant == variants.first }.max { $0.size < $1.size }
  }

  /// The variants of the run's cases, each once, in the run's order.
  public var variants: [String] { cases.map(\.scenarioCase.variant).uniqued() }

  /// The sizes that a variant was run at, ascending.
  public func sizes(of variant: String) -> [Int] {
    configurations.filter { $0.variant == variant }.map(\.size).sorted()
  }

  /// The strategies of the run's cases, each once, the naive one first.
  public var strategies: [String] {
    let names = cases.map(\.scenarioCase.strategy).uniqued()
    return names.filter { $0 == scenario.naive } + names.filter { $0 != scenario.naive }
  }

  /// The results in one configuration, the naive strategy's first.
  public func cases(in configuration: Configuration) -> [CaseResult] {
    let all = cases.filter { $0.scenarioCase.configuration == configuration }
    return all.filter { $0.scenarioCase.strategy == scenario.naive }
      + all.filter { $0.scenarioCase.strategy != scenario.naive }
  }

  /// Returns the result of one strategy in a configuration; `nil` if it was not selected.
  public func result(of strategy: String, in configuration: Configuration) -> CaseResult? {
    cases.first {
      $0.scenarioCase.strategy == strategy && $0.scenarioCase.configuration == configuration
    }
  }

  /// The naive strategy's result in a configuration.
  public func naive(in configuration: Configuration) -> CaseResult? {
    result(of: scenario.naive, in: configuration)
  }
}

/// The results of a run, which are stored, compared and printed.
///
/// `results.json` holds all fields. A baseline has fewer: the identity of each scenario and the
/// numbers of each case, with the samples of measured ones.
public struct RunResults: Hashable, Sendable {
  /// The version of the format. It is raised when a reader of an earlier version would misread a
  /// file.
  public static let version = 4
  /// The earliest version of `results.json` that is read. Baselines of version 3 held ratios in
  /// place of measured numbers.
  public static let earliestVersion = 3

  /// The circumstances of the run.
  public let origin: RunOrigin
  /// The results of each scenario, in the run's order.
  public let scenarios: [ScenarioResults]
  /// The changes that the run made to its scenarios.
  public let selection: RunSelection
  /// The part of the work that the run did; `nil` if it did all.
  public let shard: Shard?

  /// Creates the results of a run.
  public init(
    origin: RunOrigin, scenarios: [ScenarioResults], selection: RunSelection = RunSelection(),
    shard: Shard? = nil
  ) {
    self.origin = origin
    self.scenarios = scenarios
    self.selection = selection
    self.shard = shard
  }

  /// The machine, the allocator and the program of the run.
  public var provenance: Provenance { origin.provenance }
  /// The runs of all shards, in order, that the run was merged from; empty for any other run.
  public var parts: [RunPart] { origin.parts }
  /// The command line that repeats the run.
  public var command: String { origin.command }
  /// The name of the program of the run.
  public var program: String { origin.program ?? "mappressure" }

  /// All cases, in the run's order.
  public var cases: [CaseResult] { scenarios.flatMap(\.cases) }

  /// The profiles behind the modelled numbers, each once, in the run's order, with the parameters
  /// that any scenario's numbers depend on.
  public var profiles: [PlatformProfile] {
    scenarios.flatMap(\.scenario.profiles).reduce(into: []) { profiles, profile in
      if let place = profiles.firstIndex(where: { $0.name == profile.name }) {
        profiles[place] = profiles[place].merging(profile)
      } else {
        profiles.append(profile)
      }
    }
  }

  /// Returns the scenario of a name.
  public subscript(scenario name: String) -> ScenarioResults? {
    scenarios.first { $0.scenario.name == name }
  }

  /// Returns the same run with other scenarios.
  public func with(scenarios: [ScenarioResults]) -> RunResults {
    RunResults(origin: origin, scenarios: scenarios, selection: selection, shard: shard)
  }

  /// Returns the same run with some of its cases only, without scenarios that have no cases left.
  public func keeping(_ isKept: (ScenarioDescription, Case) -> Bool) -> RunResults {
    with(
      scenarios: scenarios.compactMap { results in
        let kept = results.cases.filter { isKept(results.scenario, $0.scenarioCase) }
        return kept.isEmpty ? nil : ScenarioResults(scenario: results.scenario, cases: kept)
      })
  }
}

// MARK: - Coding

extension ScenarioResults: Codable {
  private enum CodingKeys: String, CodingKey {
    case cases
  }

  public init(from decoder: any Decoder) throws {
    scenario = try ScenarioDescription(from: decoder)
    cases = try decoder.container(keyedBy: CodingKeys.self)
      .decode([CaseResult].self, forKey: .cases, configuration: scenario)
  }

  public func encode(to encoder: any Encoder) throws {
    try scenario.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    var list = container.nestedUnkeyedContainer(forKey: .cases)
    for result in cases {
      try list.encode(result, configuration: naive(in: result.scenarioCase.configuration))
    }
  }
}

extension RunResults {
  /// The command that replays a case again, with the run's seed and trials.
  ///
  /// A scenario in a folder `Scenarios`, or inside the program, has its name there, and another one
  /// the path of its file: that of a run with data of the user's own is in the run's folder.
  package func command(repeating scenarioCase: Case) -> String {
    let name = scenarioCase.scenario
    let file = self[scenario: name]?.scenario.file ?? ""
    let isNamed =
      file.isEmpty || file.hasSuffix("Scenarios/\(name).yaml") || file == "standard/\(name).yaml"
    var words = [
      program, "run", isNamed ? name : file, "--sizes", "\(scenarioCase.size)", "--strategies",
      scenarioCase.strategy,
    ]
    if let trials = selection.trials { words += ["--trials", "\(trials)"] }
    if let seed = selection.seed { words += ["--seed", "\(seed)"] }
    return ShellWord.command(words)
  }
}

extension RunResults: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, provenance, scenarios, selection, shard, parts, command, program
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      origin: RunOrigin(
        provenance: try values.decode(Provenance.self, forKey: .provenance),
        parts: try values.decodeIfPresent([RunPart].self, forKey: .parts) ?? [],
        command: try values.decodeIfPresent(String.self, forKey: .command) ?? "",
        program: try values.decodeIfPresent(String.self, forKey: .program)),
      scenarios: try values.decode([ScenarioResults].self, forKey: .scenarios),
      selection: try values.decodeIfPresent(RunSelection.self, forKey: .selection)
        ?? RunSelection(),
      shard: try values.decodeIfPresent(Shard.self, forKey: .shard))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(Self.version, forKey: .version)
    try values.encode(provenance, forKey: .provenance)
    try values.encode(scenarios, forKey: .scenarios)
    if selection != RunSelection() { try values.encode(selection, forKey: .selection) }
    try values.encodeIfPresent(shard, forKey: .shard)
    if !parts.isEmpty { try values.encode(parts, forKey: .parts) }
    if !command.isEmpty { try values.encode(command, forKey: .command) }
    try values.encodeIfPresent(origin.program, forKey: .program)
  }
}

/// A reason why the results of a run cannot be decoded.
public enum ResultsDecodingError: Error, Hashable, Sendable {
  /// The file has a format of another version.
  case otherVersion(found: Int)
  /// The file is not a valid document of results.
  case damaged(reason: String)
}

extension RunResults {
  /// Decodes the results of a run, or a baseline.
  ///
  /// - Parameter earliest: the earliest version that is accepted.
  public init(
    json data: Data, since earliest: Int = earliestVersion
  ) throws(ResultsDecodingError) {
    // In a file of another version, everything else may differ.
    struct Version: Decodable { let version: Int }
    do {
      let decoder = JSONDecoder.results
      let version = try decoder.decode(Version.self, from: data).version
      guard version >= earliest, version <= Self.version else {
        throw ResultsDecodingError.otherVersion(found: version)
      }
      // The decoder skips fields that it does not need, such as the verdicts, whether they are JSON
      // or not.
      guard (try? JSONSerialization.jsonObject(with: data)) != nil else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not JSON"))
      }
      self = try decoder.decode(RunResults.self, from: data)
    } catch let error as ResultsDecodingError {
      throw error
    } catch {
      throw .damaged(reason: DecodingFault.reason(error))
    }
  }
}

extension JSONEncoder {
  /// An encoder of results: one line with sorted keys; infinite numbers and NaN are text.
  package static var results: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}

extension JSONDecoder {
  /// The decoder for ``Foundation/JSONEncoder/results``.
  package static var results: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

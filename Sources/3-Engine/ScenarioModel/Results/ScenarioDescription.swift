import Foundation
import Platform
import Support

/// A name and a value that a report lists about an environment.
public struct Fact: Hashable, Sendable, Codable {
  /// The name in a report.
  public let name: String
  /// The value in words or digits.
  public let value: String
}

/// A seed that an environment is made from.
public struct Seed: Hashable, Sendable, Codable {
  /// The purpose of the seed.
  public let name: String
  /// The seed.
  public let seed: UInt64

  /// Creates a seed.
  public init(_ name: String, _ seed: UInt64) {
    self.name = name
    self.seed = seed
  }
}

/// A description of a scenario in values, as a run stores it: everything that a comparison or a
/// report needs, without the results.
public struct ScenarioDescription: Hashable, Sendable {
  /// The scenario's name.
  public let name: String
  /// The naive strategy that the others are compared with.
  public let naive: String
  /// The fingerprints of the environment; `nil` if they are not known.
  public private(set) var fingerprint: EnvironmentFingerprint?
  /// The seeds of the run.
  public let seeds: [Seed]
  /// All metrics of a trial, in the order of reports.
  public private(set) var metrics: [Metric]
  /// The tolerances of single metrics in a comparison.
  public let tolerances: [Tolerance]
  /// The metrics whose every change a comparison calls a regression.
  package private(set) var mustNotChange: [String] = []
  /// The changes for the worse of the scenario's cases that the project's file accepts.
  package private(set) var acceptedChanges: [AcceptedChange] = []
  /// The smallest fraction of the data that the replays are meant to look at.
  public let minSeen: Double
  /// The thresholds.
  public let thresholds: [Threshold]

  // A baseline has none of the following.
  /// The title of a report's section; empty in a baseline.
  public let title: String
  /// The source of the scenario's problem; empty in a baseline.
  public let source: String
  /// The file that the run read.
  public let file: String
  /// `nil` in a baseline only.
  public let family: FamilyDescription?
  /// The unit of the sizes, in the plural; empty in a baseline.
  public let sizeLabel: String
  /// The use of the comparison.
  public let answer: ScenarioAnswer
  /// The number of measured trials of each case; 0 in a baseline, and if nothing is measured.
  public let trials: Int
  /// The sizes that the scenario's thresholds and claims were made for; empty in a baseline.
  public let sizes: [Int]
  /// The bounds for which a report says up to which size each strategy keeps them; empty in a
  /// baseline.
  public let limits: [Limit]
  /// The claims; empty in a baseline.
  public let claims: [Claim]
  /// Parameters and facts about the environment.
  public let facts: [Fact]
  /// The refreshes per second of the simulated screen, in the first variant; `nil` if a frame is
  /// not a refresh.
  public let refresh: Double?
  /// The platform profile behind the modelled numbers of the first variant, with the parameters
  /// that they depend on; `nil` if nothing is modelled.
  public let profile: PlatformProfile?
  /// The screens and profiles of the variants; empty if all have the first variant's.
  public let platforms: [VariantPlatform]
  /// The values of another program's profile for the same scenario; `nil` where they are ``profile``'s.
  package private(set) var otherParameters: [String: Double]?

  /// Creates the description of a scenario.
  public init(
    name: String, naive: String, fingerprint: EnvironmentFingerprint?, seeds: [Seed],
    metrics: [Metric], tolerances: [Tolerance] = [], title: String = "", source: String = "",
    file: String = "", family: FamilyDescription? = nil, trials: Int = 0, sizes: [Int] = [],
    minSeen: Double = standardMinSeen, thresholds: [Threshold] = [], limits: [Limit] = [],
    claims: [Claim] = [], facts: [Fact] = [],
    refresh: Double? = nil, profile: PlatformProfile? = nil, platforms: [VariantPlatform] = [],
    sizeLabel: String? = nil, answer: ScenarioAnswer = .recommendation
  ) {
    self.name = name
    self.naive = naive
    self.fingerprint = fingerprint
    self.seeds = seeds
    self.metrics = metrics
    self.tolerances = tolerances
    self.title = title
    self.source = source
    self.file = file
    self.family = family
    self.sizeLabel = sizeLabel ?? family?.sizeLabel ?? ""
    self.answer = answer
    self.trials = trials
    self.sizes = sizes
    self.minSeen = minSeen
    self.thresholds = thresholds
    self.limits = limits
    self.claims = claims
    self.facts = facts
    self.refresh = refresh
    self.profile = profile
    self.platforms = platforms
  }
}

extension ScenarioDescription {
  /// The smallest fraction of the data that replays look at unless a scenario says otherwise: of
  /// less, a verdict on all of the data would be a guess.
  public static let standardMinSeen = 0.1

  /// Describes a scenario in a run with a selection. Reads the files that it names, for its
  /// fingerprint.
  public init(_ scenario: Scenario, selection: RunSelection = RunSelection()) {
    let workload = selection.seed.map { scenario.workload.reseeded($0) } ?? scenario.workload
    let platforms = workload.variants.map { variant in
      let platform = workload.platform(of: variant)
      return VariantPlatform(
        variant: variant, refresh: platform.refresh,
        profile: platform.profile?.keeping(workload.profileGroups))
    }
    let isOne = platforms.allSatisfy {
      $0.refresh == platforms[0].refresh && $0.profile?.name == platforms[0].profile?.name
    }
    var family = scenario.family.description
    for index in family.strategies.indices {
      family.strategies[index].inApp = family.strategies[index].inApp.map(workload.inApp)
    }
    self.init(
      name: scenario.name, naive: scenario.naive, fingerprint: EnvironmentFingerprint(scenario),
      seeds: workload.seeds.map { Seed($0.name, $0.seed) },
      metrics: scenario.metrics(selection: selection),
      tolerances: scenario.tolerances, title: scenario.title, source: scenario.source,
      file: scenario.file, family: family,
      trials: scenario.trialCount(selection: selection), sizes: scenario.sizes,
      minSeen: scenario.minSeen,
      thresholds: scenario.thresholds,
      limits: scenario.limits, claims: scenario.claims,
      facts: workload.facts.map { Fact(name: $0.name, value: $0.value) },
      refresh: workload.refresh, profile: workload.profile?.keeping(workload.profileGroups),
      platforms: isOne ? [] : platforms, sizeLabel: scenario.sizeLabel, answer: scenario.answer)
    (mustNotChange, acceptedChanges) = (scenario.mustNotChange, scenario.acceptedChanges)
  }

  /// The part that a baseline stores.
  public var identity: ScenarioDescription {
    var identity = ScenarioDescription(
      name: name, naive: naive, fingerprint: fingerprint, seeds: seeds, metrics: metrics,
      tolerances: tolerances, minSeen: minSeen, thresholds: thresholds)
    (identity.mustNotChange, identity.acceptedChanges) = (mustNotChange, acceptedChanges)
    return identity
  }

  /// Returns the same scenario with other metrics, such as another program's.
  public func with(metrics: [Metric]) -> ScenarioDescription {
    var description = self
    description.metrics = metrics
    return description
  }

  /// Returns the same scenario with a platform profile of another fingerprint.
  package func with(
    profileFingerprint profile: String?, parameters: [String: Double]?
  ) -> ScenarioDescription {
    var description = self
    description.otherParameters = parameters ?? [:]
    description.fingerprint = fingerprint.map {
      EnvironmentFingerprint(environment: $0.environment, profile: profile)
    }
    return description
  }

  /// Returns the refreshes per second of the screen in a variant.
  public func refresh(of variant: String) -> Double? {
    (platforms.first { $0.variant == variant }).map(\.refresh) ?? refresh
  }

  /// Returns the platform profile behind the modelled numbers of a variant.
  public func profile(of variant: String) -> PlatformProfile? {
    (platforms.first { $0.variant == variant }).map(\.profile) ?? profile
  }

  /// The platform profiles of all variants, each once.
  public var profiles: [PlatformProfile] {
    ([profile] + platforms.map(\.profile)).compactMap(\.self).uniqued(by: \.name)
  }

  /// Returns the metric of a name; `nil` if there is none.
  public func metric(_ name: String) -> Metric? {
    metrics.first { $0.name == name }
  }

  /// Returns the metric of a role; `nil` if the family has none.
  public func metric(_ role: MetricRole) -> Metric? {
    metrics.first { $0.role == role }
  }

  /// The family's headlines.
  public var headlines: [Metric] { (family?.headlines ?? []).compactMap { metric($0) } }

  /// The columns of the table in a terminal.
  public var columns: [Metric] { (family?.columns ?? []).compactMap { metric($0) } }

  /// The minimum result of a strategy to be ranked, with the metric that it is measured by.
  public var requirement: ResultRequirement? { family?.requirement }

  /// The strategies that differ by one setting each, where the family has such.
  public var ablation: Ablation? { family?.ablation }

  /// One frame of a replay, to end a sentence.
  public var frameLabel: String { family?.frameLabel ?? "" }

  /// Returns the description of a strategy; its name alone if the family does not have it.
  public func strategy(_ name: String) -> StrategyDescription {
    family?.strategies.first { $0.name == name } ?? StrategyDescription(name: name, summary: "")
  }
}

extension ScenarioDescription: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, naive, fingerprint, seeds, metrics, tolerances, title, source, file, family, trials,
      sizes, mustNotChange, acceptedChanges
    case minSeen, thresholds, limits, claims, facts, refresh, profile, platforms, sizeLabel, answer
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      name: try values.decode(String.self, forKey: .name),
      naive: try values.decode(String.self, forKey: .naive),
      fingerprint: try values.decodeIfPresent(EnvironmentFingerprint.self, forKey: .fingerprint),
      seeds: try values.decode([Seed].self, forKey: .seeds),
      metrics: try values.decode([Metric].self, forKey: .metrics),
      tolerances: try values.decodeIfPresent([Tolerance].self, forKey: .tolerances) ?? [],
      title: try values.decodeIfPresent(String.self, forKey: .title) ?? "",
      source: try values.decodeIfPresent(String.self, forKey: .source) ?? "",
      file: try values.decodeIfPresent(String.self, forKey: .file) ?? "",
      family: try values.decodeIfPresent(FamilyDescription.self, forKey: .family),
      trials: try values.decodeIfPresent(Int.self, forKey: .trials) ?? 0,
      sizes: try values.decodeIfPresent([Int].self, forKey: .sizes) ?? [],
      minSeen: try values.decodeIfPresent(Double.self, forKey: .minSeen) ?? Self.standardMinSeen,
      thresholds: try values.decodeIfPresent([Threshold].self, forKey: .thresholds) ?? [],
      limits: try values.decodeIfPresent([Limit].self, forKey: .limits) ?? [],
      claims: try values.decodeIfPresent([Claim].self, forKey: .claims) ?? [],
      facts: try values.decodeIfPresent([Fact].self, forKey: .facts) ?? [],
      refresh: try values.decodeIfPresent(Double.self, forKey: .refresh),
      profile: try values.decodeIfPresent(PlatformProfile.self, forKey: .profile),
      platforms: try values.decodeIfPresent([VariantPlatform].self, forKey: .platforms) ?? [],
      sizeLabel: try values.decodeIfPresent(String.self, forKey: .sizeLabel),
      answer: try values.decodeIfPresent(ScenarioAnswer.self, forKey: .answer) ?? .recommendation)
    mustNotChange = try values.decodeIfPresent([String].self, forKey: .mustNotChange) ?? []
    acceptedChanges =
      try values.decodeIfPresent([AcceptedChange].self, forKey: .acceptedChanges) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(naive, forKey: .naive)
    try values.encodeIfPresent(fingerprint, forKey: .fingerprint)
    try values.encode(seeds, forKey: .seeds)
    try values.encode(metrics, forKey: .metrics)
    if !tolerances.isEmpty { try values.encode(tolerances, forKey: .tolerances) }
    if !mustNotChange.isEmpty { try values.encode(mustNotChange, forKey: .mustNotChange) }
    if !acceptedChanges.isEmpty { try values.encode(acceptedChanges, forKey: .acceptedChanges) }
    if minSeen != Self.standardMinSeen { try values.encode(minSeen, forKey: .minSeen) }
    if !thresholds.isEmpty || family != nil { try values.encode(thresholds, forKey: .thresholds) }
    // A baseline has none of the following.
    guard let family else { return }
    try values.encode(title, forKey: .title)
    try values.encode(source, forKey: .source)
    try values.encode(file, forKey: .file)
    try values.encode(family, forKey: .family)
    try values.encode(trials, forKey: .trials)
    try values.encode(sizes, forKey: .sizes)
    if !limits.isEmpty { try values.encode(limits, forKey: .limits) }
    try values.encode(claims, forKey: .claims)
    try values.encode(facts, forKey: .facts)
    try values.encodeIfPresent(refresh, forKey: .refresh)
    try values.encodeIfPresent(profile, forKey: .profile)
    if !platforms.isEmpty { try values.encode(platforms, forKey: .platforms) }
    if sizeLabel != family.sizeLabel { try values.encode(sizeLabel, forKey: .sizeLabel) }
    if answer != .recommendation { try values.encode(answer, forKey: .answer) }
  }
}

/// A number that is the same for two runs that give the strategies of a scenario the same work.
///
/// It is the same on every machine and in every folder, and does not depend on the scenario's
/// title, strategies, sizes, trials, thresholds, claims and tolerances: a case has its own size and
/// strategy, and the others do not change the work of a trial.
public struct EnvironmentFingerprint: Hashable, Sendable, Codable {
  /// The fingerprint of the environment in the scenario's file, and of the contents of the files
  /// that it names.
  public let environment: String
  /// The fingerprint of the parameters of the modelled numbers; `nil` if there are none.
  public let profile: String?

  /// Creates a fingerprint from its parts.
  public init(environment: String, profile: String?) {
    self.environment = environment
    self.profile = profile
  }

  /// Reads the files that the scenario names. A file that cannot be read counts as none; the
  /// trials that need it report the error.
  public init(_ scenario: Scenario) {
    let digest = SHA256Digest(
      ofTexts: [scenario.environmentText] + scenario.workload.inputDigests)
    self.init(environment: digest.identifier, profile: Self.profile(of: scenario.workload))
  }

  /// The fingerprint of a workload's platform profiles alone.
  package static func profile(of workload: any Workload) -> String? {
    let profiles = workload.profiles
    guard !profiles.isEmpty else { return nil }
    // No modelled number depends on the factor of a machine.
    let parameters = profiles.flatMap(\.parameters).filter {
      $0.name != .machineFactor && workload.profileGroups.contains($0.name.group)
    }
    return SHA256Digest(
      ofTexts: parameters.map { "\($0.name.rawValue) \($0.value) \($0.unit.rawValue)" }
    ).identifier
  }
}

extension Workload {
  /// The hashes of the files that the scenario names; empty texts for those that cannot be read.
  package var inputDigests: [String] {
    inputFiles.map { (try? SHA256Digest(ofFileAt: $0))?.hexadecimal ?? "" }
  }
}

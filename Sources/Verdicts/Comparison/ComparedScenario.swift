import ScenarioModel

/// A scenario of one side of a comparison.
public struct ComparedScenario: Hashable, Sendable {
  /// A seed that the world was made from.
  public struct Seed: Hashable, Sendable, Codable {
    public let name: String
    public let seed: UInt64

    public init(name: String, seed: UInt64) {
      self.name = name
      self.seed = seed
    }
  }

  public let name: String
  /// The naive strategy that the others are compared with.
  public let naive: String
  /// The fingerprint of the world; `nil` where the side does not tell.
  public let world: String?
  /// The fingerprint of the platform profile; `nil` where there is none, or it is not told.
  public let profile: String?
  public let seeds: [Seed]
  public let tolerances: [Tolerance]
  public let cases: [ComparedCase]

  public init(
    name: String, naive: String, world: String?, profile: String?, seeds: [Seed],
    tolerances: [Tolerance] = [], cases: [ComparedCase]
  ) {
    self.name = name
    self.naive = naive
    self.world = world
    self.profile = profile
    self.seeds = seeds
    self.tolerances = tolerances
    self.cases = cases
  }

  /// The same scenario under a platform profile of another fingerprint.
  public func with(profile: String?) -> ComparedScenario {
    ComparedScenario(
      name: name, naive: naive, world: world, profile: profile, seeds: seeds,
      tolerances: tolerances, cases: cases)
  }

  /// The same scenario with other cases.
  public func with(cases: [ComparedCase]) -> ComparedScenario {
    ComparedScenario(
      name: name, naive: naive, world: world, profile: profile, seeds: seeds,
      tolerances: tolerances, cases: cases)
  }
}

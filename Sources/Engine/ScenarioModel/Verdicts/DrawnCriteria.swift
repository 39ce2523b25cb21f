import Simulation

/// The draws of people, data and phones in which strategies reach all criteria at a size of a scenario:
/// on phones as fast as the profile, and on slower ones.
package struct DrawnCriteria: Hashable, Sendable, Codable {
  /// As fast as the profile first, then slower and slower.
  package let steps: [CriteriaStep]
  /// The parameter on which the answer depends; `nil` where none splits the draws.
  package let split: ParameterSplit?
  /// The number of parameters that the draws move.
  package let parameters: Int

  package init(_ steps: [CriteriaStep], split: ParameterSplit? = nil, parameters: Int = 0) {
    self.steps = steps
    self.split = split
    self.parameters = parameters
  }

  /// The number of draws on phones as fast as the profile.
  package var draws: Int { steps.first?.draws ?? 0 }
  /// The number of those in which a strategy reaches all criteria; a strategy without one is left out.
  package var reached: [String: Int] { steps.first?.reached ?? [:] }
  /// The share of those in which no strategy does.
  package var noneShare: Double { steps.first.map { $0.share($0.none) } ?? 0 }

  /// The share of the draws on phones as fast as the profile in which a strategy reaches all criteria.
  package func share(of strategy: String) -> Double { steps.first?.share(of: strategy) ?? 0 }

  /// The slowest phones up to which a strategy reaches all criteria in enough draws for an answer;
  /// `nil` where it does not on phones as fast as the profile.
  ///
  /// - Parameter share: the share of the draws, and of the people, that is enough.
  package func reach(
    of strategy: String, in share: Double = Recommendation.firmShare
  ) -> CriteriaStep? {
    steps.prefix { $0.holds(strategy, in: share) }.last
  }

  /// The strategy that is good enough on the slowest phones, and of several the simplest. Where none
  /// is on any, the simplest of those that reach all criteria in most draws; `nil` if none ever does.
  ///
  /// - Parameter strategies: the simplest first.
  func leader(among strategies: [String]) -> String? {
    if let firm = firm(among: strategies, in: Recommendation.firmShare) { return firm }
    let most = strategies.compactMap { reached[$0] }.max()
    return most.flatMap { most in strategies.first { reached[$0] == most } }
  }

  /// Whether no strategy's share is within a standard deviation of the line between two answers, so
  /// that other draws could change the answer. The draws of a person have much in common, so that
  /// where there are people they are what is counted as independent.
  ///
  /// - Parameter strategies: those that reach all criteria with the profile's values, the simplest
  ///   first.
  package func isSettled(among strategies: [String]) -> Bool {
    let independent = steps.first.map { Double(max($0.people > 0 ? $0.people : $0.draws, 1)) } ?? 1
    let doubt = (Recommendation.firmShare * (1 - Recommendation.firmShare) / independent)
      .squareRoot()
    let (low, high) = (Recommendation.firmShare - doubt, min(Recommendation.firmShare + doubt, 1))
    if strategies.isEmpty { return !(low..<high).contains(noneShare) }
    return firm(among: strategies, in: low) == firm(among: strategies, in: high)
  }

  /// Whether a strategy, or none of them, is good enough in enough draws for an answer.
  package func isFirm(among strategies: [String]) -> Bool {
    firm(among: strategies, in: Recommendation.firmShare) != nil
      || noneShare >= Recommendation.firmShare
  }

  private func firm(among strategies: [String], in share: Double) -> String? {
    let reaches = strategies.compactMap { reach(of: $0, in: share)?.slowness }
    return reaches.max().flatMap { furthest in
      strategies.first { reach(of: $0, in: share)?.slowness == furthest }
    }
  }
}

/// The draws in which strategies reach all criteria, on phones of one slowness.
public struct CriteriaStep: Hashable, Sendable, Codable {
  /// How many times as long as with the profile the main thread's work takes.
  public let slowness: Double
  /// The number of draws.
  public let draws: Int
  /// The number of draws in which a strategy reaches all criteria; a strategy without one is left out.
  public let reached: [String: Int]
  /// The number of draws in which none does.
  public let none: Int
  /// The number of draws in which a strategy is the simplest that reaches all criteria or, where none
  /// does, the nearest.
  public let first: [String: Int]
  /// What a strategy misses in the draws in which it does not reach all criteria.
  public let shortfalls: [String: DrawnShortfall]
  /// The number of people, each with draws of their own; 0 where nothing that people do was drawn.
  public let people: Int
  /// The number of people with whom a strategy reaches all criteria in most of their draws.
  public let peopleReached: [String: Int]
  /// The draws apart in which the platform is built in one of two ways, where nobody knows in which.
  public let choices: [ChoiceCount]

  package init(
    slowness: Double = 1, draws: Int, reached: [String: Int], none: Int = 0,
    first: [String: Int] = [:], shortfalls: [String: DrawnShortfall] = [:], people: Int = 0,
    peopleReached: [String: Int] = [:], choices: [ChoiceCount] = []
  ) {
    (self.slowness, self.draws, self.reached, self.none) = (slowness, draws, reached, none)
    (self.first, self.shortfalls, self.choices) = (first, shortfalls, choices)
    (self.people, self.peopleReached) = (people, peopleReached)
  }

  package func share(of strategy: String) -> Double { share(reached[strategy] ?? 0) }

  func share(_ count: Int) -> Double { draws > 0 ? Double(count) / Double(draws) : 0 }

  /// Whether a strategy reaches all criteria in enough draws, and with enough people, for an answer.
  package func isEnough(_ strategy: String) -> Bool {
    holds(strategy, in: Recommendation.firmShare)
  }

  /// Whether a strategy reaches all criteria in a share of the draws, with a share of the people, and in
  /// either way in which the platform may be built.
  func holds(_ strategy: String, in share: Double) -> Bool {
    self.share(of: strategy) >= share
      && Double(peopleReached[strategy] ?? 0) >= share * Double(people)
      && choices.allSatisfy { $0.share(of: strategy) >= share }
  }

  /// The only way in which the platform must be built for a strategy to be good enough; `nil` where it is
  /// in neither way, or in both.
  package func condition(for strategy: String) -> (parameter: ProfileParameter.Name, isOn: Bool)? {
    choices.first { choice in
      choice.share(of: strategy) >= Recommendation.firmShare
        && choices.contains {
          $0.parameter == choice.parameter && $0.share(of: strategy) < Recommendation.firmShare
        }
    }.map { ($0.parameter, $0.isOn) }
  }
}

/// The draws in which the platform is built in one of two ways.
public struct ChoiceCount: Hashable, Sendable, Codable {
  /// The parameter that says in which.
  public let parameter: ProfileParameter.Name
  /// Whether its value is 1.
  public let isOn: Bool
  /// The number of draws.
  public let draws: Int
  /// The number of draws in which a strategy reaches all criteria; a strategy without one is left out.
  public let reached: [String: Int]

  package init(
    parameter: ProfileParameter.Name, isOn: Bool, draws: Int, reached: [String: Int]
  ) {
    (self.parameter, self.isOn, self.draws, self.reached) = (parameter, isOn, draws, reached)
  }

  func share(of strategy: String) -> Double {
    Double(reached[strategy] ?? 0) / Double(max(draws, 1))
  }
}

/// The criterion that a strategy misses in most draws.
public struct DrawnShortfall: Hashable, Sendable, Codable {
  /// The metric's name.
  public let metric: String
  /// The number of draws in which the criterion is missed.
  public let draws: Int
  /// The median of the values in those draws.
  public let median: Double
  /// The worst of them.
  public let worst: Double

  package init(metric: String, draws: Int, median: Double, worst: Double) {
    (self.metric, self.draws, self.median, self.worst) = (metric, draws, median, worst)
  }
}

/// A parameter on which an answer depends: below a value one strategy reaches all criteria in enough
/// draws, above it another one, or none.
package struct ParameterSplit: Hashable, Sendable, Codable {
  package let parameter: ProfileParameter.Name
  /// The value in the parameter's unit.
  package let value: Double
  package let unit: ProfileParameter.Unit
  /// The simplest strategy that is good enough below the value; `nil` where none is.
  package let below: String?
  /// The simplest strategy that is good enough above the value; `nil` where none is.
  package let above: String?
  /// Whether the profile's own value lies below.
  package let isBelow: Bool

  package init(
    parameter: ProfileParameter.Name, value: Double, unit: ProfileParameter.Unit, below: String?,
    above: String?, isBelow: Bool
  ) {
    (self.parameter, self.value, self.unit) = (parameter, value, unit)
    (self.below, self.above, self.isBelow) = (below, above, isBelow)
  }

  /// The strategy for the profile's own value, or the one on the other side where none is good enough
  /// there.
  package var strategy: String? { isBelow ? below ?? above : above ?? below }
}

/// The draws of all answers of a run, by the scenario's name and the size; empty without an
/// analysis.
package typealias DrawnAnswers = [String: [Int: DrawnCriteria]]

import Platform

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

  /// The draws on phones as fast as the profile.
  package var draws: DrawTally { steps.first?.draws ?? DrawTally() }
  /// The share of those in which no strategy reaches all criteria.
  package var noneShare: Double { steps.first.map { $0.draws.share($0.none) } ?? 0 }

  /// The slowest phones up to which a strategy reaches all criteria in enough draws for an answer;
  /// `nil` where it does not on phones as fast as the profile.
  ///
  /// - Parameter share: the share of the draws, and of the people, that is enough.
  package func reach(
    of strategy: String, in share: Double = Recommendation.firmShare
  ) -> CriteriaStep? {
    steps.prefix { $0.holds(\.reached, strategy, in: share) }.last
  }

  /// The simplest strategy that reaches all criteria in most draws; `nil` if none ever does.
  ///
  /// - Parameter strategies: the simplest first.
  func leastWorst(among strategies: [String]) -> String? {
    let most = strategies.compactMap { draws.reached[$0] }.max()
    return most.flatMap { most in strategies.first { draws.reached[$0] == most } }
  }

  /// The strategies that in enough draws for an answer reach all criteria or, where none does, are the
  /// nearest, in their order.
  func nearest(
    among strategies: [String], in share: Double = Recommendation.firmShare
  ) -> [String] {
    strategies.filter { steps.first?.holds(\.nearest, $0, in: share) == true }
  }

  /// Returns whether no strategy's share is within a standard deviation of the line between two
  /// answers, so that other draws could change the answer. The draws of a person have much in
  /// common, so that where there are people they are what is counted as independent.
  ///
  /// - Parameters:
  ///   - reaching: those that reach all criteria with the profile's values, the simplest first.
  ///   - all: all strategies, the simplest first.
  package func isSettled(among reaching: [String], of all: [String]) -> Bool {
    let people = steps.first?.people.count ?? 0
    let independent = Double(max(people > 0 ? people : draws.count, 1))
    let doubt = (Recommendation.firmShare * (1 - Recommendation.firmShare) / independent)
      .squareRoot()
    let shares = [Recommendation.firmShare - doubt, min(Recommendation.firmShare + doubt, 1)]
    let answers = shares.map { outcome(among: reaching, of: all, in: $0) }
    return answers[0] == answers[1]
  }

  /// Returns whether a strategy, or none of them, is good enough in enough draws for an answer.
  func isFirm(among reaching: [String]) -> Bool {
    firm(among: reaching) != nil || noneShare >= Recommendation.firmShare
  }

  /// The strategy to take with its reach, or without a name that none is good enough; `nil` if neither
  /// can be said.
  private func outcome(among reaching: [String], of all: [String], in share: Double) -> Outcome? {
    if let firm = firm(among: reaching, in: share) {
      return Outcome(strategy: firm, isEnough: true)
    }
    if noneShare >= share { return Outcome(strategy: nil, isEnough: false) }
    return nearest(among: reaching.isEmpty ? all : reaching, in: share).first.map {
      Outcome(strategy: $0, isEnough: false)
    }
  }

  private struct Outcome: Equatable {
    let strategy: String?
    let isEnough: Bool
  }

  /// The strategy that is good enough on the slowest phones, and of several the simplest; `nil` where
  /// none is on any.
  ///
  /// - Parameter strategies: the simplest first.
  func firm(
    among strategies: [String], in share: Double = Recommendation.firmShare
  ) -> String? {
    let reaches = strategies.compactMap { reach(of: $0, in: share)?.slowness }
    return reaches.max().flatMap { furthest in
      strategies.first { reach(of: $0, in: share)?.slowness == furthest }
    }
  }
}

/// In how many of some draws, or with how many people, strategies reach all criteria.
public struct DrawTally: Hashable, Sendable, Codable {
  /// The number of draws, or of people.
  public let count: Int
  /// Those in which a strategy reaches all criteria; a strategy without any is left out.
  public let reached: [String: Int]
  /// Those in which it does or, where none does, is the nearest.
  public let nearest: [String: Int]

  package init(count: Int = 0, reached: [String: Int] = [:], nearest: [String: Int]? = nil) {
    (self.count, self.reached, self.nearest) = (count, reached, nearest ?? reached)
  }

  /// The share of the draws in which a strategy reaches all criteria.
  package func share(of strategy: String) -> Double { share(reached[strategy] ?? 0) }

  func share(_ part: Int) -> Double { count > 0 ? Double(part) / Double(count) : 0 }
}

/// The draws in which strategies reach all criteria, on phones of one slowness.
public struct CriteriaStep: Hashable, Sendable, Codable {
  /// The factor by which the main thread's work takes longer than with the profile.
  public let slowness: Double
  public let draws: DrawTally
  /// The people, each with draws of their own: with whom it is so in most of them. None where nothing
  /// that people do was drawn.
  public let people: DrawTally
  /// The number of draws in which no strategy reaches all criteria.
  public let none: Int
  /// The shortfall of each strategy in the draws in which it does not reach all criteria.
  public let shortfalls: [String: DrawnShortfall]
  /// The draws by each way in which the platform may be built, where the evidence leaves both open.
  public let choices: [ChoiceCount]

  package init(
    slowness: Double = 1, draws: DrawTally, people: DrawTally = DrawTally(), none: Int = 0,
    shortfalls: [String: DrawnShortfall] = [:], choices: [ChoiceCount] = []
  ) {
    (self.slowness, self.draws, self.people, self.none) = (slowness, draws, people, none)
    (self.shortfalls, self.choices) = (shortfalls, choices)
  }

  /// Returns whether a strategy reaches all criteria in enough draws for an answer.
  package func isEnough(_ strategy: String) -> Bool {
    holds(\.reached, strategy, in: Recommendation.firmShare)
  }

  /// Returns whether a strategy is in enough draws the nearest where none reaches all criteria.
  package func isNearest(_ strategy: String) -> Bool {
    holds(\.nearest, strategy, in: Recommendation.firmShare)
  }

  /// Returns whether something is so of a strategy in a share of the draws, with a share of the
  /// people, and in either way in which the platform may be built.
  func holds(
    _ counts: KeyPath<DrawTally, [String: Int]>, _ strategy: String, in share: Double
  ) -> Bool {
    ([draws, people] + choices.map(\.draws)).allSatisfy {
      Double($0[keyPath: counts][strategy] ?? 0) >= share * Double($0.count)
    } && draws.count > 0
  }

  /// The only way in which the platform must be built for a strategy to be good enough; `nil` where it is
  /// in neither way, or in both.
  package func condition(for strategy: String) -> (parameter: ProfileParameter.Name, isOn: Bool)? {
    choices.first { choice in
      choice.draws.share(of: strategy) >= Recommendation.firmShare
        && choices.contains {
          $0.parameter == choice.parameter
            && $0.draws.share(of: strategy) < Recommendation.firmShare
        }
    }.map { ($0.parameter, $0.isOn) }
  }
}

/// The draws in which the platform is built in one of two ways.
public struct ChoiceCount: Hashable, Sendable, Codable {
  /// The parameter that says in which.
  public let parameter: ProfileParameter.Name
  /// Indicates whether its value is 1.
  public let isOn: Bool
  public let draws: DrawTally

  package init(parameter: ProfileParameter.Name, isOn: Bool, draws: DrawTally) {
    (self.parameter, self.isOn, self.draws) = (parameter, isOn, draws)
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
  /// Indicates whether the profile's own value lies below.
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

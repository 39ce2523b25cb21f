/// The draws of a model's parameters in which strategies reach all criteria at a size of a scenario.
package struct DrawnCriteria: Hashable, Sendable, Codable {
  /// The number of draws.
  package let draws: Int
  /// The number of draws in which a strategy reaches all criteria; a strategy without one is left out.
  package let reached: [String: Int]

  package init(draws: Int, reached: [String: Int]) {
    self.draws = draws
    self.reached = reached
  }

  /// The share of the draws in which a strategy reaches all criteria.
  package func share(of strategy: String) -> Double {
    draws > 0 ? Double(reached[strategy] ?? 0) / Double(draws) : 0
  }

  /// The first strategy that reaches all criteria in enough draws for an answer, else the first of
  /// those that reach them in most draws; `nil` if none ever does.
  ///
  /// - Parameter strategies: the simplest first.
  func leader(among strategies: [String]) -> String? {
    if let firm = strategies.first(where: { share(of: $0) >= Recommendation.firmShare }) {
      return firm
    }
    let most = strategies.compactMap { reached[$0] }.max()
    return most.flatMap { most in strategies.first { reached[$0] == most } }
  }
}

/// The draws of all answers of a run, by the scenario's name and the size; empty without an
/// analysis.
package typealias DrawnAnswers = [String: [Int: DrawnCriteria]]

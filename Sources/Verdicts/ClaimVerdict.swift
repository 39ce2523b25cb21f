import ScenarioModel
import Statistics
import Support

/// The verdict of a run on a claim, with the numbers that it rests on.
package struct ClaimVerdict: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case reproduced
    case notReproduced
    /// The platform's own documentation contradicts the claim.
    case contradicted(why: String)
    /// This run cannot test the claim.
    case notTestable(why: String)
  }

  /// The numbers behind an outcome.
  package enum Numbers: Hashable, Sendable {
    case none
    /// A metric's median, in its own unit.
    case value(Double)
    /// One strategy's median and the median that it is divided by.
    case ratio(of: Double, to: Double)
    /// The smallest and the largest size, the medians there, and the power of the size that the
    /// metric grows with over all sizes.
    case growth(sizes: [Int], values: [Double], exponent: Double)
  }

  package let claim: Claim
  /// The judged variant; empty where there is one only.
  package let variant: String
  /// The judged size; `nil` where the verdict is about no single size.
  package let size: Int?
  package let outcome: Outcome
  package let numbers: Numbers
}

extension ClaimVerdict {
  /// Judges a claim by a scenario's results: once for each variant and size that test it, or once
  /// in all where none does.
  static func verdicts(
    on claim: Claim, by results: ScenarioResults
  ) -> [ClaimVerdict] {
    let verdicts = verdictsOfConfigurations(on: claim, by: results)
    guard verdicts.isEmpty, let absence = results.absence(of: claim.restriction) else {
      return verdicts
    }
    return [ClaimVerdict(claim, outcome: .notTestable(why: absence))]
  }

  private static func verdictsOfConfigurations(
    on claim: Claim, by results: ScenarioResults
  ) -> [ClaimVerdict] {
    let configurations = results.configurations.filter { claim.restriction.includes($0) }
    switch claim.test {
    case .contradicted(let why): return [ClaimVerdict(claim, outcome: .contradicted(why: why))]
    case .notTestable(let why): return [ClaimVerdict(claim, outcome: .notTestable(why: why))]
    case .range(let metric, let strategy, let low, let high):
      return configurations.map { configuration in
        let evidence = results.evidence(metric, strategy: strategy, in: configuration)
        return ClaimVerdict(
          claim, configuration.variant, configuration.size, evidence.claimed, low, high)
      }
    case .ratio(let metric, let strategy, let other, let low, let high):
      return configurations.map { configuration in
        let dividend = results.evidence(metric, strategy: strategy, in: configuration)
        let divisor = results.evidence(metric, strategy: other, in: configuration)
        return ClaimVerdict(
          claim, configuration.variant, configuration.size, dividend.divided(by: divisor), low,
          high)
      }
    case .growth(let metric, let strategy, let low, let high):
      return configurations.map(\.variant).uniqued().map { variant in
        let growth = results.growth(of: metric, strategy: strategy, variant: variant)
        return ClaimVerdict(claim, variant, nil, growth.claimed, low, high)
      }
    }
  }

  /// The verdict on a claim without a test.
  private init(_ claim: Claim, outcome: Outcome) {
    self.init(
      claim: claim, variant: claim.restriction.variant ?? "", size: claim.restriction.size,
      outcome: outcome, numbers: .none)
  }

  /// The verdict on a number that must lie in a range, its ends included.
  private init(
    _ claim: Claim, _ variant: String, _ size: Int?, _ finding: ClaimedNumbers, _ low: Double,
    _ high: Double
  ) {
    let outcome: Outcome =
      if let reason = finding.missing {
        .notTestable(why: reason)
      } else if let value = finding.numbers.deciding, low <= value, value <= high {
        .reproduced
      } else {
        .notReproduced
      }
    self.init(
      claim: claim, variant: variant, size: size, outcome: outcome, numbers: finding.numbers)
  }
}

/// The numbers that a claim is judged by, or the reason why there are none to judge.
private struct ClaimedNumbers {
  var numbers = ClaimVerdict.Numbers.none
  var missing: String?
}

extension Evidence {
  fileprivate var claimed: ClaimedNumbers {
    switch self {
    case .number(let value): ClaimedNumbers(numbers: .value(value))
    case .missing(let reason): ClaimedNumbers(missing: reason)
    }
  }

  fileprivate func divided(by divisor: Evidence) -> ClaimedNumbers {
    switch (self, divisor) {
    case (.number(let dividend), .number(let divisor)):
      ClaimedNumbers(
        numbers: .ratio(of: dividend, to: divisor),
        missing: divisor == 0 ? "nothing can be divided by 0" : nil)
    case (.missing(let reason), _), (_, .missing(let reason)): ClaimedNumbers(missing: reason)
    }
  }
}

extension GrowthEvidence {
  fileprivate var claimed: ClaimedNumbers {
    switch self {
    case .fit(let fit):
      let ends = [0, fit.sizes.count - 1]
      return ClaimedNumbers(
        numbers: .growth(
          sizes: ends.map { Int(fit.sizes[$0]) }, values: ends.map { fit.medians[$0] },
          exponent: fit.exponent))
    case .noFit(.tooFewSizes):
      return ClaimedNumbers(missing: "needs at least two sizes in one run")
    case .noFit(.costOutOfRange):
      return ClaimedNumbers(missing: "only numbers above 0 have a growth")
    case .noFit(let error): return ClaimedNumbers(missing: "\(error)")
    case .missing(let reason): return ClaimedNumbers(missing: reason)
    }
  }
}

// MARK: - Coding

extension ClaimVerdict.Outcome {
  /// The outcome in files.
  package var identifier: String {
    switch self {
    case .reproduced: "reproduced"
    case .notReproduced: "not-reproduced"
    case .contradicted: "contradicted"
    case .notTestable: "not-testable"
    }
  }

  /// The reason of an outcome without a number.
  fileprivate var reason: String? {
    switch self {
    case .contradicted(let why), .notTestable(let why): why
    case .reproduced, .notReproduced: nil
    }
  }
}

extension ClaimVerdict.Numbers {
  /// The number that is compared with the claim's range.
  fileprivate var deciding: Double? {
    switch self {
    case .none: nil
    case .value(let value): value
    case .ratio(let dividend, let divisor): dividend / divisor
    case .growth(_, _, let exponent): exponent
    }
  }
}

extension ClaimVerdict: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, says, source, variant, size, verdict, reason, value
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(claim.id, forKey: .id)
    try values.encode(claim.says, forKey: .says)
    try values.encode(claim.source, forKey: .source)
    try values.encode(variant, forKey: .variant)
    try values.encodeIfPresent(size, forKey: .size)
    try values.encode(outcome.identifier, forKey: .verdict)
    try values.encodeIfPresent(outcome.reason, forKey: .reason)
    try values.encodeIfPresent(numbers.deciding, forKey: .value)
  }
}

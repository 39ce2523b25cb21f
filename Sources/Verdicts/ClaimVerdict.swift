import ScenarioModel
import Statistics
import Support

/// What a run says of a claim, with the numbers that say it.
public struct ClaimVerdict: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case reproduced
    case notReproduced
    /// The platform's own documentation says otherwise.
    case contradicted(why: String)
    /// This run cannot tell.
    case notTestable(why: String)
  }

  /// The numbers behind an outcome.
  public enum Numbers: Hashable, Sendable {
    case none
    /// A metric's median, in its own unit.
    case value(Double)
    /// One strategy's median divided by another's.
    case ratio(of: Double, to: Double)
    /// The smallest and the largest size, the medians there, and the power of the size that the
    /// metric grows with over all sizes.
    case growth(sizes: [Int], values: [Double], exponent: Double)
  }

  public let claim: Claim
  /// The variant that was looked at; empty where there is one only.
  public let variant: String
  /// The size that was looked at; `nil` where the verdict is about no single size.
  public let size: Int?
  public let outcome: Outcome
  public let numbers: Numbers

  public init(
    claim: Claim, variant: String, size: Int?, outcome: Outcome, numbers: Numbers = .none
  ) {
    self.claim = claim
    self.variant = variant
    self.size = size
    self.outcome = outcome
    self.numbers = numbers
  }
}

extension ClaimVerdict {
  /// Judges a claim by a scenario's results: once for each variant and size that tell something
  /// about it, or once in all where none does.
  static func verdicts(
    on claim: Claim, by results: ScenarioResults
  ) -> [ClaimVerdict] {
    let verdicts = verdictsInWorlds(on: claim, by: results)
    guard verdicts.isEmpty, let absence = results.absence(of: claim.restriction) else {
      return verdicts
    }
    return [ClaimVerdict(claim, outcome: .notTestable(why: absence))]
  }

  private static func verdictsInWorlds(
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
          claim, configuration: configuration, evidence: evidence, low: low, high: high)
      }
    case .ratio(let metric, let strategy, let other, let low, let high):
      return configurations.map { configuration in
        ClaimVerdict(
          claim, configuration: configuration,
          dividend: results.evidence(metric, strategy: strategy, in: configuration),
          divisor: results.evidence(metric, strategy: other, in: configuration), low: low,
          high: high)
      }
    case .growth(let metric, let strategy, let low, let high):
      return configurations.map(\.variant).uniqued().map { variant in
        ClaimVerdict(
          claim, variant: variant,
          growth: results.growth(of: metric, strategy: strategy, variant: variant),
          low: low, high: high)
      }
    }
  }

  /// A verdict that rests on no number of a single world.
  private init(_ claim: Claim, outcome: Outcome) {
    self.init(
      claim: claim, variant: claim.restriction.variant ?? "", size: claim.restriction.size,
      outcome: outcome)
  }

  private init(
    _ claim: Claim, configuration: Configuration, evidence: Evidence, low: Double, high: Double
  ) {
    switch evidence {
    case .number(let value):
      self.init(
        claim: claim, variant: configuration.variant, size: configuration.size,
        outcome: low <= value && value <= high ? .reproduced : .notReproduced,
        numbers: .value(value))
    case .missing(let reason):
      self.init(
        claim: claim, variant: configuration.variant, size: configuration.size,
        outcome: .notTestable(why: reason))
    }
  }

  private init(
    _ claim: Claim, configuration: Configuration, dividend: Evidence, divisor: Evidence,
    low: Double, high: Double
  ) {
    let outcome: Outcome
    var numbers = Numbers.none
    switch (dividend, divisor) {
    case (.number(let dividend), .number(let divisor)):
      numbers = .ratio(of: dividend, to: divisor)
      if divisor == 0 {
        outcome = .notTestable(why: "nothing can be divided by 0")
      } else {
        let quotient = dividend / divisor
        outcome = low <= quotient && quotient <= high ? .reproduced : .notReproduced
      }
    case (.missing(let reason), _), (_, .missing(let reason)):
      outcome = .notTestable(why: reason)
    }
    self.init(
      claim: claim, variant: configuration.variant, size: configuration.size, outcome: outcome,
      numbers: numbers)
  }

  private init(
    _ claim: Claim, variant: String, growth: GrowthEvidence, low: Double, high: Double
  ) {
    let outcome: Outcome
    var numbers = Numbers.none
    switch growth {
    case .fit(let fit):
      let ends = [0, fit.sizes.count - 1]
      numbers = .growth(
        sizes: ends.map { Int(fit.sizes[$0]) }, values: ends.map { fit.medians[$0] },
        exponent: fit.exponent)
      outcome = low <= fit.exponent && fit.exponent <= high ? .reproduced : .notReproduced
    case .unfit(.tooFewSizes): outcome = .notTestable(why: "needs at least two sizes in one run")
    case .unfit(.costOutOfRange):
      outcome = .notTestable(why: "only numbers above 0 have a growth")
    case .unfit(let error): outcome = .notTestable(why: "\(error)")
    case .missing(let reason): outcome = .notTestable(why: reason)
    }
    self.init(claim: claim, variant: variant, size: nil, outcome: outcome, numbers: numbers)
  }
}

// MARK: - Coding

extension ClaimVerdict.Outcome {
  /// The outcome in files.
  public var identifier: String {
    switch self {
    case .reproduced: "reproduced"
    case .notReproduced: "not-reproduced"
    case .contradicted: "contradicted"
    case .notTestable: "not-testable"
    }
  }
}

extension ClaimVerdict.Numbers {
  /// The number that is compared with the claim's range.
  public var deciding: Double? {
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

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(claim.id, forKey: .id)
    try values.encode(claim.says, forKey: .says)
    try values.encode(claim.source, forKey: .source)
    try values.encode(variant, forKey: .variant)
    try values.encodeIfPresent(size, forKey: .size)
    try values.encode(outcome.identifier, forKey: .verdict)
    switch outcome {
    case .contradicted(let why), .notTestable(let why): try values.encode(why, forKey: .reason)
    case .reproduced, .notReproduced: break
    }
    try values.encodeIfPresent(numbers.deciding, forKey: .value)
  }
}

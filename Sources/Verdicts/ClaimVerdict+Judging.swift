import Harness
import ScenarioModel

extension ClaimVerdict {
  /// Judges a claim by a scenario's results: once for each variant and size that tell something
  /// about it, or once in all where none does.
  static func verdicts(
    on claim: Claim, by results: RunResults.ScenarioResults
  ) -> [ClaimVerdict] {
    let verdicts = verdictsInWorlds(on: claim, by: results)
    guard verdicts.isEmpty, let absence = results.absence(of: claim.restriction) else {
      return verdicts
    }
    return [ClaimVerdict(claim, outcome: .notTestable(why: absence))]
  }

  private static func verdictsInWorlds(
    on claim: Claim, by results: RunResults.ScenarioResults
  ) -> [ClaimVerdict] {
    let worlds = results.worlds.filter { claim.restriction.includes($0) }
    switch claim.test {
    case .contradicted(let why): return [ClaimVerdict(claim, outcome: .contradicted(why: why))]
    case .notTestable(let why): return [ClaimVerdict(claim, outcome: .notTestable(why: why))]
    case .range(let metric, let strategy, let low, let high):
      return worlds.map { world in
        let evidence = results.evidence(metric, strategy: strategy, in: world)
        return ClaimVerdict(claim, world: world, evidence: evidence, low: low, high: high)
      }
    case .ratio(let metric, let strategy, let other, let low, let high):
      return worlds.map { world in
        ClaimVerdict(
          claim, world: world,
          dividend: results.evidence(metric, strategy: strategy, in: world),
          divisor: results.evidence(metric, strategy: other, in: world), low: low, high: high)
      }
    case .growth(let metric, let strategy, let low, let high):
      return worlds.map(\.variant).uniqued().map { variant in
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

  private init(_ claim: Claim, world: Configuration, evidence: Evidence, low: Double, high: Double)
  {
    switch evidence {
    case .number(let value):
      self.init(
        claim: claim, variant: world.variant, size: world.size,
        outcome: low <= value && value <= high ? .reproduced : .notReproduced,
        numbers: .value(value))
    case .missing(let reason):
      self.init(
        claim: claim, variant: world.variant, size: world.size,
        outcome: .notTestable(why: reason))
    }
  }

  private init(
    _ claim: Claim, world: Configuration, dividend: Evidence, divisor: Evidence,
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
      claim: claim, variant: world.variant, size: world.size, outcome: outcome, numbers: numbers)
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

import Platform
import ScenarioModel
import Support

/// The verdict of a run on a claim, with the numbers that it rests on.
package struct ClaimVerdict: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    case confirmed
    case refuted
    /// The number decides with the profile's values, but differently in too many draws, or if it is
    /// wrong by as much as the model's published error.
    case open
    /// The run does not decide.
    case undecided
  }

  /// The class of a verdict: the ground that it stands on, whatever the outcome.
  package enum Basis: Hashable, Sendable {
    /// The deciding metric is counted or measured.
    case work(MetricKind)
    /// The deciding metric is modelled, or the claim names parameters that its metric depends on:
    /// these, as far as the run has them.
    case parameters([ProfileParameter])
    /// The simulation or the strategy is built so.
    case construction(why: String)
    /// The platform's own documentation contradicts the claim.
    case documentation(why: String)
    /// This run cannot test the claim.
    case none(why: String)
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
  package private(set) var outcome: Outcome
  package let basis: Basis
  package let numbers: Numbers
  /// The factor by which the number may be too high or too low, if that would change the outcome.
  package let modelError: Double?
}

extension ClaimVerdict {
  /// Judges a claim by a scenario's results: once for each variant and size that test it, or once
  /// in all where none does.
  static func verdicts(
    on claim: Claim, by results: ScenarioResults
  ) -> [ClaimVerdict] {
    let basis = Basis(claim, in: results.scenario, variant: claim.restriction.variant ?? "")
    let make = {
      (variant: String, size: Int?, numbers: ClaimedNumbers, low: Double, high: Double) in
      let basis = Basis(claim, in: results.scenario, variant: variant)
      let error = claim.test.flatMap { test in
        if case .range = test { results.scenario.metric(test.metric)?.modelError } else { nil }
      }
      return ClaimVerdict(claim, basis, variant, size, numbers, low, high, within: error)
    }
    let configurations = results.configurations(of: claim.restriction)
      .filter { $0.size >= claim.minSize ?? 0 }
    var verdicts: [ClaimVerdict]
    switch claim.test {
    case nil: return [ClaimVerdict(claim, basis)]
    case .range(let metric, let strategy, let low, let high):
      verdicts = configurations.map {
        let evidence = results.evidence(metric, strategy: strategy, in: $0)
        return make($0.variant, $0.size, evidence.claimed, low, high)
      }
    case .ratio(let metric, let strategy, let other, let low, let high):
      verdicts = configurations.map {
        let dividend = results.evidence(metric, strategy: strategy, in: $0)
        let divisor = results.evidence(metric, strategy: other, in: $0)
        return make($0.variant, $0.size, dividend.divided(by: divisor), low, high)
      }
    case .growth(let metric, let strategy, let low, let high):
      if let foreign = results.foreignSizes { return [ClaimVerdict(claim, .none(why: foreign))] }
      verdicts = configurations.map(\.variant).uniqued().map {
        let growth = results.growth(of: metric, strategy: strategy, variant: $0)
        return make($0, nil, growth.claimed, low, high)
      }
    }
    if verdicts.isEmpty {
      let absence =
        results.absence(of: claim.restriction)
        ?? claim.minSize.map { "this run has no size of \($0) or more" }
      verdicts = absence.map { [ClaimVerdict(claim, .none(why: $0))] } ?? []
    }
    return verdicts
  }

  /// Returns the verdict as open where it holds in too few of the draws for an answer.
  ///
  /// - Parameter share: the share of the draws in which it holds; `nil` without draws.
  func held(in share: Double?) -> Self {
    guard let share, share < Recommendation.firmShare, outcome != .undecided else { return self }
    var verdict = self
    verdict.outcome = .open
    return verdict
  }

  /// The verdict on a claim without a number.
  private init(_ claim: Claim, _ basis: Basis) {
    let outcome: Outcome = if case .documentation = basis { .refuted } else { .undecided }
    self.init(
      claim: claim, variant: claim.restriction.variant ?? "", size: claim.restriction.size,
      outcome: outcome, basis: basis, numbers: .none, modelError: nil)
  }

  /// The verdict on a number that must lie in a range, its ends included.
  ///
  /// - Parameter error: how many times the number may be too high or too low.
  private init(
    _ claim: Claim, _ basis: Basis, _ variant: String, _ size: Int?, _ finding: ClaimedNumbers,
    _ low: Double, _ high: Double, within error: Double?
  ) {
    var outcome = Outcome.undecided
    var ground = basis
    var deciding: Double?
    if let reason = finding.missing {
      ground = .none(why: reason)
    } else if basis.isDeciding, let value = finding.numbers.deciding {
      func lies(_ value: Double) -> Bool { low <= value && value <= high }
      outcome = lies(value) ? .confirmed : .refuted
      if let error, lies(value / error) != lies(value) || lies(value * error) != lies(value) {
        (outcome, deciding) = (.open, error)
      }
    }
    self.init(
      claim: claim, variant: variant, size: size, outcome: outcome, basis: ground,
      numbers: finding.numbers, modelError: deciding)
  }
}

extension ClaimVerdict.Basis {
  /// The basis of a claim's verdicts, derived from its limit, or from the kind of its metric and the
  /// parameters that it names.
  init(_ claim: Claim, in scenario: ScenarioDescription, variant: String) {
    switch claim.limit {
    case .contradicted(let why): self = .documentation(why: why)
    case .byConstruction(let why): self = .construction(why: why)
    case .cannotBeTold(let why): self = .none(why: why)
    case .fitted(let names):
      let list = names.map(\.rawValue).joined(separator: " and ")
      self = .none(
        why: "the model derives \(list) from the same publication, so the number proves nothing")
    case nil:
      let metric = claim.test.flatMap { scenario.metric($0.metric) }
      guard let metric else {
        self = .none(why: "the run does not have the claim's metric")
        return
      }
      guard metric.kind == .modelled || !claim.parameters.isEmpty else {
        self = .work(metric.kind)
        return
      }
      let known = scenario.profile(of: variant)?.parameters ?? []
      self = .parameters(claim.parameters.compactMap { name in known.first { $0.name == name } })
    }
  }

  /// Indicates whether the number decides anything: it does not if the run cannot test the claim,
  /// or could not have found anything else.
  fileprivate var isDeciding: Bool {
    switch self {
    case .construction, .none: false
    case .work, .parameters, .documentation: true
    }
  }

  /// The basis in files.
  package var identifier: String {
    switch self {
    case .work: "shown-by-work"
    case .parameters: "follows-from-a-parameter"
    case .construction: "by-construction"
    case .documentation: "contradicted-by-documentation"
    case .none: "cannot-be-told-here"
    }
  }

  /// The reason of a verdict that rests on no metric.
  package var reason: String? {
    switch self {
    case .construction(let why), .documentation(let why), .none(let why): why
    case .work, .parameters: nil
    }
  }
}

/// All verdicts of a run on one claim, or on all claims that test one statement.
package struct ClaimSummary: Hashable, Sendable {
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    case confirmed
    case refuted
    /// Confirmed in some configurations, and refuted, open or without a number in others.
    case mixed
    /// Neither confirmed nor refuted in any, and open in some.
    case open
    case undecided
  }

  /// The claim, or the first one of a statement.
  package let claim: Claim
  /// One verdict or more, in the run's order.
  package let verdicts: [ClaimVerdict]

  package var outcome: Outcome { Outcome(verdicts) }

  /// The basis of the verdicts that decide, or of the first one.
  package var basis: ClaimVerdict.Basis {
    (verdicts.first { $0.outcome != .undecided } ?? verdicts[0]).basis
  }
}

extension ClaimSummary.Outcome {
  /// The outcome of verdicts together: one that lacks its number stands against a confirmation.
  package init(_ verdicts: [ClaimVerdict]) {
    let outcomes = Set(verdicts.map(\.outcome))
    let isPartial = outcomes.contains(.open) || verdicts.contains(where: \.lacksNumber)
    switch (outcomes.contains(.confirmed), outcomes.contains(.refuted)) {
    case (true, true): self = .mixed
    case (true, false): self = isPartial ? .mixed : .confirmed
    case (false, true): self = .refuted
    case (false, false): self = outcomes.contains(.open) ? .open : .undecided
    }
  }
}

extension ClaimVerdict {
  /// Indicates whether the verdict lacks a number that could have decided it.
  var lacksNumber: Bool { outcome == .undecided && claim.limit == nil }
}

extension ScenarioVerdict {
  /// The verdicts by claim, in the file's order.
  package var claimSummaries: [ClaimSummary] {
    claims.map(\.claim.id).uniqued().compactMap { id in
      let verdicts = claims.filter { $0.claim.id == id }
      return verdicts.first.map { ClaimSummary(claim: $0.claim, verdicts: verdicts) }
    }
  }
}

/// The numbers that a claim is judged by, or the reason why there are none to judge.
private struct ClaimedNumbers {
  var numbers = ClaimVerdict.Numbers.none
  var missing: String?
}

extension MetricValue {
  fileprivate var claimed: ClaimedNumbers {
    ClaimedNumbers(numbers: number.map { .value($0) } ?? ClaimVerdict.Numbers.none, missing: reason)
  }

  fileprivate func divided(by divisor: MetricValue) -> ClaimedNumbers {
    guard let number, let other = divisor.number else {
      return ClaimedNumbers(missing: reason ?? divisor.reason)
    }
    return ClaimedNumbers(
      numbers: .ratio(of: number, to: other),
      missing: other == 0 ? "nothing can be divided by 0" : nil)
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
      return ClaimedNumbers(missing: "growth needs at least two sizes in one run")
    case .noFit(.costOutOfRange):
      return ClaimedNumbers(missing: "growth is defined only for numbers above 0")
    case .noFit(let error): return ClaimedNumbers(missing: "\(error)")
    case .missing(let reason): return ClaimedNumbers(missing: reason)
    }
  }
}

// MARK: - Coding

extension ClaimVerdict.Numbers {
  /// The number that is compared with the claim's range.
  package var deciding: Double? {
    switch self {
    case .none: nil
    case .value(let value): value
    case .ratio(let dividend, let divisor): dividend / divisor
    case .growth(_, _, let exponent): exponent
    }
  }
}

extension ClaimVerdict: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var names: [String]?
    if case .parameters(let known) = basis, !known.isEmpty { names = known.map(\.name.rawValue) }
    try encoder.encode([
      "id": claim.id, "says": claim.says, "source": claim.source.label, "variant": variant,
      "size": size, "verdict": outcome.rawValue, "basis": basis.identifier,
      "reason": basis.reason, "value": numbers.deciding, "modelError": modelError,
      "parameters": names,
    ])
  }
}

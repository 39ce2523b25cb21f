import ScenarioModel
import Support

/// The sizes up to which a strategy keeps a limit, in one variant of a scenario.
package struct LimitReach: Hashable, Sendable {
  /// A size and the metric's value there.
  package struct Step: Hashable, Sendable {
    package let size: Int
    package let value: Double

    package init(size: Int, value: Double) {
      self.size = size
      self.value = value
    }
  }

  /// The end of the sizes that keep the limit.
  package enum End: Hashable, Sendable {
    /// Every size keeps the limit.
    case none
    /// The first size that does not keep the limit, and the larger sizes that keep it again.
    case exceeded(Step, keptAgain: [Int])
    /// A size without a value, so that nothing is known from there on.
    case unknown(size: Int, reason: String)
  }

  package let limit: Limit
  package let strategy: String
  /// The variant; empty where there is one only.
  package let variant: String
  /// The largest size that keeps the limit together with all smaller ones; `nil` if the smallest
  /// does not.
  package let largest: Step?
  package let end: End
}

extension ScenarioResults {
  /// Returns the reach of a strategy under a limit in a variant. A missing value never keeps a limit.
  package func reach(
    of strategy: String, under limit: Limit, variant: String
  ) -> LimitReach {
    var largest: LimitReach.Step?
    var exceeded: LimitReach.Step?
    var keptAgain: [Int] = []
    func reach(_ end: LimitReach.End) -> LimitReach {
      LimitReach(
        limit: limit, strategy: strategy, variant: variant, largest: largest, end: end)
    }
    for size in sizes(of: variant) {
      let configuration = Configuration(variant: variant, size: size)
      switch evidence(limit.metric, strategy: strategy, in: configuration) {
      case .notAvailable(let reason):
        guard exceeded == nil else { continue }
        return reach(.unknown(size: size, reason: reason))
      case .number(let value):
        let step = LimitReach.Step(size: size, value: value)
        if limit.comparison.holds(value, limit.bound) {
          if exceeded == nil { largest = step } else { keptAgain.append(size) }
        } else if exceeded == nil {
          exceeded = step
        }
      }
    }
    return reach(exceeded.map { .exceeded($0, keptAgain: keptAgain) } ?? .none)
  }

  /// The reaches of all strategies under the scenario's limits, in the order of a report.
  package var reaches: [LimitReach] {
    scenario.limits.flatMap { limit in
      strategies.flatMap { strategy in
        variants.map { reach(of: strategy, under: limit, variant: $0) }
      }
    }
  }
}

// MARK: - Coding

extension LimitReach: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var exceeded: (step: Step, keptAgain: [Int])?
    var unknown: (size: Int, reason: String)?
    switch end {
    case .none: break
    case .exceeded(let step, let keptAgain): exceeded = (step, keptAgain)
    case .unknown(let size, let reason): unknown = (size, reason)
    }
    let within = exceeded.flatMap { $0.keptAgain.isEmpty ? nil : $0.keptAgain }
    try encoder.encode([
      "limit": limit.expression, "source": limit.source, "strategy": strategy,
      "metric": limit.metric, "variant": variant, "bound": limit.bound,
      "largestSize": largest?.size, "firstSizeBeyond": exceeded?.step.size,
      "value": exceeded?.step.value, "sizesWithinAgain": within,
      "unknownSize": unknown?.size, "reason": unknown?.reason,
    ])
  }
}

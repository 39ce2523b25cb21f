import Foundation
import Measurement
import ScenarioModel

/// A ratio in a base and in a head.
struct RatioTest {
  let metric: Metric
  let naive: String
  let base: RatioEstimate
  let head: RatioEstimate
  let margin: Double

  private var difference: LogDifference { LogDifference(base: base.mean, head: head.mean) }
  private var bound: Double { log(1 + margin) }
  private var isLowerBetter: Bool { metric.polarity != .higherIsBetter }

  var pValueOfWorse: Double {
    isLowerBetter
      ? difference.pValue(forAtMost: bound) : difference.pValue(forAtLeast: -bound)
  }

  var pValueOfBetter: Double {
    isLowerBetter
      ? difference.pValue(forAtLeast: -bound) : difference.pValue(forAtMost: bound)
  }

  func verdict(isWorse: Bool, isBetter: Bool) -> MetricVerdict {
    if isWorse { return verdict(.regression) }
    if isBetter { return verdict(.improvement) }
    guard let reach = difference.reach(confidence: RatioJudgement.confidence) else {
      return verdict(
        .inconclusive(
          why: "fewer than three trials do not tell how sure a ratio is; take more --trials"))
    }
    let worst =
      isLowerBetter ? difference.estimate + reach : -(difference.estimate - reach)
    return verdict(
      worst <= bound
        ? .pass
        : .inconclusive(
          why: "its ratio to \(naive) varies too much from trial to trial; take more --trials"))
  }

  func verdict(_ outcome: MetricVerdict.Outcome) -> MetricVerdict {
    MetricVerdict(
      metric: Metric(
        "\(metric.name)-versus-\(naive)", .ratio, metric.kind, metric.polarity,
        "How \(metric.name) stands to that of \(naive) in the same run."),
      outcome: outcome,
      method: .samples(base: base.rounds, head: head.rounds, margin: margin),
      base: base.ratio, head: head.ratio,
      effect: difference.effect(confidence: RatioJudgement.confidence),
      smallestEffect: difference.smallestEffect(beyond: bound, level: RatioJudgement.level))
  }
}

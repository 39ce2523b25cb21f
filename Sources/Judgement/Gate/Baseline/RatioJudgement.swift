import Foundation
import PinData
import ScenarioModel
import Support

/// A judgement of all ratios of a base and a head together: of many tests at 1 % some reject by
/// chance.
///
/// The base's were measured at another time, in other circumstances, so this is coarse: a ratio is
/// worse where it is beyond the margin of 20 % by a test at 1 % over all ratios (Holm), and passes
/// where its 99 % interval ends below the margin. A faster naive strategy makes the ratios of all
/// others worse.
struct RatioJudgement {
  static let margin = 0.2
  static let confidence = 0.99
  /// The level of a test in one direction; both directions together have 1 %.
  static let level = 0.005

  private let verdicts: [Place: MetricVerdict]

  private struct Place: Hashable {
    let scenarioCase: Case
    let metric: String
  }

  /// Judges every ratio that both runs have.
  init(
    base: RunResults, head: RunResults, terms: ComparisonTerms, mismatches: [HostMismatch]
  ) {
    let cases = Dictionary(
      base.cases.map { ($0.scenarioCase, $0) }, uniquingKeysWith: { first, _ in first })
    var tests: [(place: Place, test: RatioTest)] = []
    var verdicts: [Place: MetricVerdict] = [:]
    for results in head.scenarios {
      for result in results.cases {
        guard let earlier = cases[result.scenarioCase] else { continue }
        for metric in result.metrics {
          let name = metric.metric.name
          guard case .ratio(let after) = metric.value,
            case .ratio(let before)? = earlier[metric: name]?.value
          else { continue }
          let margin = terms.tolerances(of: results.scenario.name).share(of: metric.metric)
          let test = RatioTest(
            metric: metric.metric, naive: results.scenario.naive, base: before, head: after,
            margin: margin ?? Self.margin)
          let place = Place(scenarioCase: result.scenarioCase, metric: name)
          if let mismatch = mismatches.first(where: { $0.matters(to: metric.metric) }) {
            verdicts[place] = test.verdict(.notGated(why: mismatch.explanation))
          } else {
            tests.append((place, test))
          }
        }
      }
    }
    let worse = HolmProcedure(pValues: tests.map(\.test.pValueOfWorse), level: Self.level)
    let better = HolmProcedure(pValues: tests.map(\.test.pValueOfBetter), level: Self.level)
    for (index, entry) in tests.enumerated() {
      verdicts[entry.place] = entry.test.verdict(
        isWorse: worse.isRejected[index], isBetter: better.isRejected[index])
    }
    self.verdicts = verdicts
  }

  /// Returns the verdict on a ratio; `nil` where one of the runs has none.
  func verdict(on metric: Metric, in scenarioCase: Case) -> MetricVerdict? {
    verdicts[Place(scenarioCase: scenarioCase, metric: metric.name)]
  }
}

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
          why: "fewer than three trials give a ratio no interval; take more --trials"))
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
      minimumDetectableEffect: difference.minimumDetectableEffect(
        beyond: bound, level: RatioJudgement.level))
  }
}

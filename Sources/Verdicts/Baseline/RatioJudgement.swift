import Measurement
import ScenarioModel
import Statistics

/// Judges the ratios of two sides, all together: of many tests at 1 % some reject by chance.
///
/// The base's were measured at another time, in other circumstances, so this is coarse: a ratio got
/// worse where it is beyond the margin of 20 % by a test at 1 % over all ratios (Holm), and passes
/// where its 99 % interval ends below the margin. A faster naive strategy makes the ratios of all
/// others worse.
struct RatioJudgement {
  static let margin = 0.2
  static let confidence = 0.99
  /// Of a test in one direction, so that both directions together have 1 %.
  static let level = 0.005

  private let verdicts: [Place: MetricVerdict]

  private struct Place: Hashable {
    let scenarioCase: Case
    let metric: String
  }

  /// Judges every ratio that both sides have in a case that both completed.
  init(
    base: ComparedRun, head: ComparedRun, tolerances: [Tolerance], mismatches: [HostMismatch]
  ) {
    let cases = Dictionary(
      base.cases.map { ($0.scenarioCase, $0) }, uniquingKeysWith: { first, _ in first })
    var tests: [(place: Place, test: RatioTest)] = []
    var verdicts: [Place: MetricVerdict] = [:]
    for scenario in head.scenarios {
      for result in scenario.cases {
        guard let earlier = cases[result.scenarioCase] else { continue }
        for metric in result.metrics {
          let name = metric.metric.name
          guard case .ratio(let after) = metric.value,
            case .ratio(let before)? = earlier[metric: name]?.value
          else { continue }
          let tolerance = (tolerances + scenario.tolerances).first { $0.metric == name }
          let test = RatioTest(
            metric: metric.metric, naive: scenario.naive, base: before, head: after,
            margin: tolerance?.share ?? Self.margin)
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

  /// The verdict on a ratio; `nil` where one of the sides has none.
  func verdict(on metric: Metric, in scenarioCase: Case) -> MetricVerdict? {
    verdicts[Place(scenarioCase: scenarioCase, metric: metric.name)]
  }
}

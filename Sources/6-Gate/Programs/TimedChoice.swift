import Harness
import ScenarioModel

/// The cases of a gate whose times are compared, in order, and the ones whose times are already
/// known.
package struct TimedChoice {
  /// The places of the cases to time, the most informative first.
  package let order: [Int]
  /// The cases that the change is known to touch: an exact number changed.
  package let touched: Set<Case>
  /// The times that an earlier part of the gate has decided.
  package let known: [Case: CaseComparison]

  /// - Parameters:
  ///   - exact: the comparisons of all cases without times.
  ///   - isMeasured: whether a case's times are its strategy's.
  ///   - first: the scenarios whose cases come first among equals.
  ///   - earlier: the results of the same gate that ended early, whose times are taken over.
  package init(
    _ cases: [Case], exact: [CaseComparison], isMeasured: (Case) -> Bool, first: [String],
    earlier: ComparisonResults?
  ) {
    let selected = Set(cases)
    var known: [Case: CaseComparison] = [:]
    for comparison in earlier?.cases ?? [] where selected.contains(comparison.scenarioCase) {
      known[comparison.scenarioCase] = comparison.decidedTimes
    }
    let touched = Set(exact.filter(\.hasExactChange).map(\.scenarioCase))
    // Of each strategy one case comes before a second one; the largest says most.
    var sizes: [String: Int] = [:]
    var ranks = [(Int, Int, Int, Int, Int)](repeating: (0, 0, 0, 0, 0), count: cases.count)
    for place in cases.indices.reversed() {
      let own = cases[place]
      let key = "\(own.scenario) \(own.variant) \(own.strategy)"
      ranks[place] = (
        touched.contains(own) ? 0 : 1, isMeasured(own) ? 0 : 1, sizes[key, default: 0],
        first.contains(own.scenario) ? 0 : 1, place
      )
      sizes[key, default: 0] += 1
    }
    order = cases.indices.filter { known[cases[$0]] == nil }
      .sorted { ranks[$0] < ranks[$1] }
    (self.known, self.touched) = (known, touched)
  }
}

extension CaseComparison {
  /// The verdicts on the case's times, where all are final but for the judgement of all suspicions
  /// together; `nil` where one is missing or open.
  fileprivate var decidedTimes: CaseComparison? {
    let times = metrics.filter { verdict in
      switch (verdict.outcome, verdict.method) {
      case (.notJudged, _): false
      case (_, .pairedSequential(let test)): test.suspicion.map { $0.pValue != nil } ?? true
      default: false
      }
    }
    guard status == .compared, times.count == PairPart.allCases.flatMap(\.metrics).count else {
      return nil
    }
    return CaseComparison(scenarioCase: scenarioCase, status: status, metrics: times, load: load)
  }
}

/// The forecast of a gate for the times to come.
package struct TimingForecast: Sendable {
  /// The number of cases to time.
  package let cases: Int
  /// The number of those that the change is known to touch.
  package let touched: Int
  /// The number of cases whose times an earlier part of the gate has decided.
  package let known: Int
  package let budget: GateBudget

  /// The estimated seconds where nothing is suspected.
  package var seconds: Double { Double(cases) * GateBudget.usualSeconds }
  /// The estimated number of cases that the budget reaches.
  package var reached: Int {
    Int(min(Double(cases), max(0, budget.left) / GateBudget.usualSeconds))
  }
}

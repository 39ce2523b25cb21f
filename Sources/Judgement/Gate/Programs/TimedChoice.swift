import Harness
import ScenarioModel

/// The cases of a gate whose times are compared, in order, and those whose times are known without.
struct TimedChoice {
  private let cases: [PairedCase]
  private let plan: Plan
  /// The scenarios whose cases come first.
  private let first: [String]
  /// The cases that are known to execute a function that differs.
  private var touched: Set<Case> = []
  /// The cases that need no timing, with what is known of their times.
  private(set) var known: [Case: CaseComparison] = [:]

  /// - Parameter earlier: the results of the same gate that ended early, whose times are taken over.
  init(_ cases: [PairedCase], plan: Plan, first: [String], earlier: ComparisonResults?) {
    self.cases = cases
    self.plan = plan
    self.first = first
    let selected = Set(cases.map(\.scenarioCase))
    for comparison in earlier?.cases ?? [] where selected.contains(comparison.scenarioCase) {
      guard let times = comparison.decidedTimes else { continue }
      known[comparison.scenarioCase] = times
    }
  }

  /// The places of the cases to time, the most important first: those of the first scenarios, those
  /// that the change is known to touch, those of which times are the strategies' own, and the rest.
  var order: [Int] {
    cases.indices.filter { known[cases[$0].scenarioCase] == nil }
      .map { (rank: rank(of: cases[$0].scenarioCase), place: $0) }
      .sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.place)
  }

  private func rank(of scenarioCase: Case) -> Int {
    if first.contains(scenarioCase.scenario) { return 0 }
    if touched.contains(scenarioCase) { return 1 }
    return plan.scenario(of: scenarioCase)?.family.description.isMeasured == true ? 2 : 3
  }

  /// Passes each case in which the base executes no function that differs.
  ///
  /// - Returns: warnings.
  mutating func leaveOutUntouched(
    by difference: ComparedPrograms.Difference, executed: ExecutedCases?, limits: WorkerLimits,
    budget: GateBudget, progress: (ProgramComparisonEvent) -> Void
  ) async throws -> [String] {
    let left = order.map { cases[$0] }
    guard !left.isEmpty else { return [] }
    switch difference {
    case .unknown(let why):
      return ["which cases the change touches is not known, and all are timed: \(why)"]
    case .functions(let changed, let image) where changed.count * 2 > image.functionCount:
      return [
        "more than half of the program's functions differ: all cases are timed, as by programs that "
          + "were built differently"
      ]
    case .functions(let changed, let image):
      progress(.tracing(cases: left.count))
      let executed =
        try await executed?.functions(in: left, limits: limits, budget: budget) ?? [:]
      for pairedCase in left {
        let scenarioCase = pairedCase.scenarioCase
        guard let functions = executed[scenarioCase] else { continue }
        if functions.touches(changed, in: image) {
          touched.insert(scenarioCase)
        } else {
          known[scenarioCase] = CaseComparison(
            scenarioCase: scenarioCase, status: .compared,
            metrics: PairPart.allCases.map { part in
              MetricVerdict(
                metric: part.metric, outcome: .pass,
                method: .sameFunctions(executed: functions.count), base: nil, head: nil)
            })
        }
      }
      return []
    }
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
      case (_, .sameFunctions): true
      default: false
      }
    }
    guard status == .compared, times.count == PairPart.allCases.count else { return nil }
    return CaseComparison(scenarioCase: scenarioCase, status: status, metrics: times, load: load)
  }
}

/// What a gate says of the times to come.
package struct TimingForecast: Sendable {
  /// The number of cases to time.
  package let cases: Int
  /// The number of cases whose times are known without.
  package let untimed: Int
  package let budget: GateBudget

  /// The estimated seconds where nothing is suspected.
  package var seconds: Double { Double(cases) * PairDurations.usualSeconds }
  /// The estimated number of cases that the budget reaches.
  package var reached: Int {
    Int(min(Double(cases), max(0, budget.left) / PairDurations.usualSeconds))
  }
}

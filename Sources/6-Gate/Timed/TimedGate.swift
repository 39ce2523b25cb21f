import Harness
import ScenarioModel
import Support

/// A gate of the times of two programs: compares them case by case, by short slices that alternate
/// in pairs of fresh processes.
///
/// A paired sequential test decides each case with as many pairs as it needs within its budget. A
/// suspected case is a regression only where fresh pairs, after all cases, confirm it, with an
/// error that holds for the suite as a whole.
///
/// One gate at a time on a machine: two would disturb each other.
package struct TimedGate: Sendable {
  private let options: TimedGateOptions

  package init(options: TimedGateOptions) {
    self.options = options
  }

  /// Compares cases; the results are in their order.
  ///
  /// Each touched case has its first look before any has a second one. Then the one with the widest
  /// interval has the next look, until all are decided, and suspicions are confirmed. It continues
  /// in the same way with the other cases. A look begins only if it would end within the budget,
  /// together with the fresh pairs that suspicions need. The budget that confirmations leave is for
  /// looks that were left out. A case without a look is not judged.
  ///
  /// - Parameters:
  ///   - order: the places of the cases to time, the most important first; `nil`: all, in their
  ///     order. The random orders in the pairs of a case do not depend on it.
  ///   - touched: the cases that the change is known to touch.
  ///   - budget: the time of the whole gate.
  ///   - tolerances: the tolerances of a case; the first one of a metric replaces the gate's
  ///     margin.
  /// - Throws: `HarnessError` for a fault of the tool or its environment, and for a program of
  ///   another protocol; `CancellationError` when the task is cancelled. No process is left behind.
  package func run(
    _ cases: [PairedCase], order: [Int]? = nil, touched: Set<Case> = [],
    budget: GateBudget = GateBudget(seconds: 0), tolerances: (Case) -> [Tolerance] = { _ in [] },
    progress: @Sendable (TimedGateEvent) -> Void
  ) async throws -> [TimedCaseResult] {
    var seeds = SplitMix64(seed: options.seed)
    let runs = cases.map {
      TimedCaseRun(
        $0, options: options, tolerances: tolerances($0.scenarioCase), seed: seeds.next())
    }
    let order = order ?? Array(runs.indices)
    var schedule = TimedSchedule(runs: runs, count: order.count, budget: budget)
    let first = order.filter { touched.contains(cases[$0].scenarioCase) }
    for part in [first, order.filter { !first.contains($0) }, order] {
      // Touched cases owe nothing before their first looks.
      try await schedule.look(at: part, reserve: part != first, progress)
      try await schedule.narrow(part, progress)
      try await schedule.confirm(part, progress)
    }
    try schedule.end(order, progress)
    var results = order.sorted().map { schedule.runs[$0].result }
    let settled = results.map(\.comparison).settled(alpha: options.alpha)
    for index in results.indices { results[index].comparison = settled[index] }
    for result in results where result.isSuspected || result.confirmingPairs > 0 {
      progress(.confirmed(result))
    }
    return results
  }
}

/// The looks of a timed gate at its cases, in an order that its budget decides.
private struct TimedSchedule {
  var runs: [TimedCaseRun]
  /// The number of cases to time.
  let count: Int
  let budget: GateBudget
  private var begun = 0
  private var decided = 0
  /// The durations of first looks by scenario.
  private var durations = DurationEstimate<String>()

  init(runs: [TimedCaseRun], count: Int, budget: GateBudget) {
    (self.runs, self.count, self.budget) = (runs, count, budget)
  }

  /// The estimated seconds of the fresh pairs that suspicions are owed.
  private var owed: Double {
    runs.reduce(0) { sum, run in
      sum + run.openSuspects.reduce(0) { $0 + run.seconds(confirming: $1) }
    }
  }

  /// Takes the first look at each new case of a list, in its order.
  mutating func look(
    at list: [Int], reserve: Bool, _ progress: @Sendable (TimedGateEvent) -> Void
  ) async throws {
    for index in list where runs[index].isNew {
      let scenarioCase = runs[index].pairedCase.scenarioCase
      let seconds = durations.seconds(of: scenarioCase.scenario) ?? GateBudget.usualSeconds
      guard seconds + (reserve ? owed : 0) <= budget.left else { continue }
      begun += 1
      progress(.started(scenarioCase, number: begun, of: count))
      try await look(at: index, progress)
      durations.note(runs[index].result.seconds, of: scenarioCase.scenario)
    }
  }

  /// Takes the next look at the case of a list with the widest interval, until all are decided.
  mutating func narrow(
    _ list: [Int], _ progress: @Sendable (TimedGateEvent) -> Void
  ) async throws {
    while let index = list.filter({ index in
      !runs[index].isNew && runs[index].isOpen
        && runs[index].secondsToNextLook + owed <= budget.left
    }).max(by: { runs[$0].width < runs[$1].width }) {
      try await look(at: index, progress)
    }
  }

  private mutating func look(
    at index: Int, _ progress: @Sendable (TimedGateEvent) -> Void
  ) async throws {
    try await runs[index].look()
    if !runs[index].isOpen { didDecide(index, progress) }
  }

  private mutating func didDecide(_ index: Int, _ progress: (TimedGateEvent) -> Void) {
    decided += 1
    progress(.decided(runs[index].result, number: decided, of: count))
  }

  /// Runs fresh pairs for every suspicion within the budget.
  ///
  /// One that is left unconfirmed counts among the suspicions of the suite.
  mutating func confirm(
    _ list: [Int], _ progress: @Sendable (TimedGateEvent) -> Void
  ) async throws {
    for index in list {
      for suspect in runs[index].openSuspects {
        guard runs[index].seconds(confirming: suspect) <= budget.left else {
          runs[index].leaveUnconfirmed(suspect, why: budget.reason("not confirmed"))
          continue
        }
        progress(
          .confirming(
            runs[index].pairedCase.scenarioCase, runs[index].metric(of: suspect),
            pairs: runs[index].confirmingPairs(of: suspect)))
        try await runs[index].confirm(suspect)
      }
    }
  }

  /// Decides open cases by the pairs so far, and leaves out the cases without a look.
  mutating func end(_ list: [Int], _ progress: (TimedGateEvent) -> Void) throws {
    for index in list where runs[index].isOpen {
      guard !runs[index].isNew else {
        runs[index].leaveOut(why: budget.reason("not reached"))
        continue
      }
      try runs[index].end()
      for suspect in runs[index].openSuspects {
        runs[index].leaveUnconfirmed(suspect, why: budget.reason("not confirmed"))
      }
      didDecide(index, progress)
    }
  }
}

/// The budget and the rule of a timed gate.
package struct TimedGateOptions: Hashable, Sendable {
  /// The seconds for the pairs of a case, confirmations not counted.
  package var secondsPerCase = 30.0
  /// The largest change for the worse that passes, as a share of the base.
  ///
  /// The order in which a linker puts the same code alone moves times by about 1 %.
  package var margin = 0.02
  /// The margin where the work cannot be cut into slices of a few milliseconds, so that the
  /// variation of the machine stays in the numbers.
  package var coarseMargin = 0.05
  /// The margin of a short build, which is a few loops: another order of the same code and data in
  /// a program moved one of them by 6 %.
  package var shortBuildMargin = 0.1
  /// The margin of the 95th percentile and the maximum of the frames' times: sixteen slices of a
  /// replay say less about its tail than about its mean.
  package var tailMargin = 0.2
  /// The accepted chance of any false regression in the whole suite.
  package var alpha = 0.01
  /// The seed of the random order of a pair.
  package var seed: UInt64 = 0
  /// The limits of each process of a pair.
  package var limits = WorkerLimits.standard

  package init() {}
}

/// An event of a timed gate.
package enum TimedGateEvent: Sendable {
  /// The pairs of a case begin.
  case started(Case, number: Int, of: Int)
  /// A case is decided, or suspected, or cannot be.
  case decided(TimedCaseResult, number: Int, of: Int)
  /// The fresh pairs of a suspicion begin.
  case confirming(Case, Metric, pairs: Int)
  /// All suspicions of a case are settled.
  case confirmed(TimedCaseResult)
}

/// The result of the comparison of one case's times.
package struct TimedCaseResult: Hashable, Sendable {
  /// The case's status, and a verdict on each part of it.
  ///
  /// Before the confirmations, a suspected part is inconclusive.
  package fileprivate(set) var comparison: CaseComparison
  /// The number of pairs of processes, without the confirming ones.
  package let pairs: Int
  /// Indicates whether these pairs made a part suspected of being slower.
  package let isSuspected: Bool
  /// The number of fresh pairs of processes because of that.
  package let confirmingPairs: Int
  /// The wall time of all processes, in seconds.
  package let seconds: Double
}

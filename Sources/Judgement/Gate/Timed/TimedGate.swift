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
  /// Each touched case is looked at before a suspicion is confirmed. No other case begins that would
  /// not end within the budget, together with the fresh pairs of the suspicions until then. What the
  /// confirmations leave of the budget is for the cases that were left out. A case that is not
  /// reached is not judged.
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
    var runs = cases.map {
      TimedCaseRun(
        $0, options: options, tolerances: tolerances($0.scenarioCase), seed: seeds.next())
    }
    let order = order ?? Array(runs.indices)
    var durations = PairDurations()
    var left = order
    var begun = 0
    while !left.isEmpty {
      var (owed, next) = (0.0, [Int]())
      for index in left {
        let scenarioCase = runs[index].pairedCase.scenarioCase
        let reserve = touched.contains(scenarioCase) ? 0 : owed
        guard reserve + durations.seconds(of: scenarioCase) <= budget.left else {
          next.append(index)
          continue
        }
        begun += 1
        progress(.started(scenarioCase, number: begun, of: order.count))
        try await runs[index].decide()
        let result = runs[index].result
        durations.note(result.seconds, of: scenarioCase)
        owed += runs[index].suspects.reduce(0) { $0 + runs[index].seconds(confirming: $1) }
        progress(.decided(result, number: begun, of: order.count))
      }
      try await confirm(&runs, budget: budget, progress: progress)
      // Where no case was begun, none fits what is left.
      guard next.count < left.count else { break }
      left = next
    }
    for index in left { runs[index].leaveOut(why: budget.reason("not reached")) }
    var results = order.sorted().map { runs[$0].result }
    let settled = results.map(\.comparison).settled(alpha: options.alpha)
    for index in results.indices { results[index].comparison = settled[index] }
    for result in results where result.isSuspected || result.confirmingPairs > 0 {
      progress(.confirmed(result))
    }
    return results
  }

  /// Runs fresh pairs for every suspicion within the budget.
  ///
  /// One that is left unconfirmed counts among the suspicions of the suite.
  private func confirm(
    _ runs: inout [TimedCaseRun], budget: GateBudget, progress: @Sendable (TimedGateEvent) -> Void
  ) async throws {
    for index in runs.indices {
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
  /// `true` where these pairs made a part suspected of being slower.
  package let isSuspected: Bool
  /// The number of fresh pairs of processes because of that.
  package let confirmingPairs: Int
  /// The wall time of all processes, in seconds.
  package let seconds: Double
}

extension Metric {
  /// The metric of a gate for frames; trials have the percentiles of the frames instead.
  package static let frameTime = Metric(
    "frame-time", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time of the strategy's and the simulation's work for a frame; the mean of the frames, "
      + "estimated from those that were timed.")
}

extension PairPart {
  /// The metric of the times of this part.
  package var metric: Metric {
    switch self {
    case .builds: .buildTime
    case .frames: .frameTime
    }
  }
}

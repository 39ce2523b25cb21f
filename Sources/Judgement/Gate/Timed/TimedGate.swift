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
  /// - Parameter tolerances: the tolerances of a case; the first one of a metric replaces the
  ///   gate's margin.
  /// - Throws: `HarnessError` for a fault of the tool or its environment, and for a program of
  ///   another protocol; `CancellationError` when the task is cancelled. No process is left behind.
  package func run(
    _ cases: [PairedCase], tolerances: (Case) -> [Tolerance] = { _ in [] },
    progress: @Sendable (TimedGateEvent) -> Void
  ) async throws -> [TimedCaseResult] {
    var seeds = SplitMix64(seed: options.seed)
    var runs = cases.map {
      TimedCaseRun(
        $0, options: options, tolerances: tolerances($0.scenarioCase), seed: seeds.next())
    }
    for index in runs.indices {
      progress(.started(runs[index].pairedCase.scenarioCase, number: index + 1, of: runs.count))
      try await runs[index].decide()
      progress(.decided(runs[index].result, number: index + 1, of: runs.count))
    }
    try await confirm(&runs, progress: progress)
    return runs.map(\.result)
  }

  /// Runs fresh pairs for every suspicion, and judges them together.
  private func confirm(
    _ runs: inout [TimedCaseRun], progress: @Sendable (TimedGateEvent) -> Void
  ) async throws {
    var suspicions: [(run: Int, TimedCaseRun.Suspicion, PairedTestConfirmation?)] = []
    for index in runs.indices {
      for suspicion in runs[index].suspicions {
        progress(
          .confirming(
            runs[index].pairedCase.scenarioCase, runs[index].metric(of: suspicion),
            pairs: runs[index].confirmingPairs(of: suspicion)))
        suspicions.append((index, suspicion, try await runs[index].confirm(suspicion)))
      }
    }
    let areRegressions = PairedTestConfirmation.areRegressions(
      suspicions.map(\.2), alpha: options.alpha)
    for ((run, suspicion, confirmation), isRegression) in zip(suspicions, areRegressions) {
      guard let confirmation else { continue }
      runs[run].settle(suspicion, isRegression: isRegression, by: confirmation)
    }
    for (index, run) in runs.enumerated() where suspicions.contains(where: { $0.run == index }) {
      progress(.confirmed(run.result))
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
  package let comparison: CaseComparison
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

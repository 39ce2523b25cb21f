import Harness
import Measurement
import PinData
import ScenarioModel
import Verdicts

/// Compares the times of two programs, case by case, by short slices that alternate in pairs of
/// fresh processes.
///
/// Each case is decided by a sequential test: as many pairs as it takes, up to what its budget
/// allows. What looks slower is only called a regression when fresh pairs, after all cases, say so
/// too, with an error that holds for the suite as a whole.
///
/// One gate at a time on a machine: two would disturb each other.
package struct TimedGate: Sendable {
  private let options: TimedGateOptions

  package init(options: TimedGateOptions) {
    self.options = options
  }

  /// Compares cases; the results are in their order.
  ///
  /// - Parameter tolerances: those that a case is judged by, the first of a metric counts: its
  ///   margin, instead of the gate's.
  /// - Throws: `HarnessError` for a fault of the tool or its surroundings, and for a program of
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
      progress(
        .started(runs[index].pairedCase.scenarioCase, number: index + 1, of: runs.count))
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

/// What a timed gate may spend, and what it lets pass.
package struct TimedGateOptions: Hashable, Sendable {
  /// Seconds that the pairs of a case may take until it is decided, confirmations not counted.
  package var secondsPerCase = 30.0
  /// A change for the worse up to this share of the base passes.
  ///
  /// The order in which a linker puts the same code alone moves times by about 1 %.
  package var margin = 0.02
  /// The margin where the work cannot be cut into slices of a few milliseconds, so that the
  /// machine's own ups and downs stay in the numbers.
  package var coarseMargin = 0.05
  /// The chance of any false regression in the whole suite that is accepted.
  package var alpha = 0.01
  /// The seed of the order of everything in a pair.
  package var seed: UInt64 = 0
  /// What each process of a pair may use.
  package var limits = WorkerLimits.standard

  package init() {}
}

/// What a timed gate tells while it works.
package enum TimedGateEvent: Sendable {
  /// The pairs of a case begin.
  case started(Case, number: Int, of: Int)
  /// A case is decided, or suspected, or cannot be.
  case decided(TimedCaseResult, number: Int, of: Int)
  /// Fresh pairs begin that are to confirm a suspicion.
  case confirming(Case, Metric, pairs: Int)
  /// They have ended.
  case confirmed(TimedCaseResult)
}

/// What became of the times of one case.
package struct TimedCaseResult: Hashable, Sendable {
  /// The case's status, and a verdict on each part of it.
  ///
  /// Before the confirmations, what is suspected is inconclusive.
  package let comparison: CaseComparison
  /// Pairs of processes that were run, the confirming ones not counted.
  package let pairs: Int
  /// Whether these made the head suspect of being slower.
  package let isSuspected: Bool
  /// Fresh pairs of processes that were run because of that.
  package let confirmingPairs: Int
  /// Seconds of wall time, all processes together.
  package let seconds: Double

  package init(
    comparison: CaseComparison, pairs: Int, isSuspected: Bool, confirmingPairs: Int,
    seconds: Double
  ) {
    self.comparison = comparison
    self.pairs = pairs
    self.isSuspected = isSuspected
    self.confirmingPairs = confirmingPairs
    self.seconds = seconds
  }
}

extension Metric {
  /// What a gate compares frames by; trials answer with the frames' percentiles instead.
  package static let frameTime = Metric(
    "frame-time", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time of the strategy's and the simulation's work for a frame; the mean of the frames, "
      + "estimated from those that were timed.")
}

extension PairPart {
  /// The metric that the times of this part are told as.
  package var metric: Metric {
    switch self {
    case .builds: .buildTime
    case .frames: .frameTime
    }
  }
}

import Harness
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
public struct TimedGate: Sendable {
  private let options: TimedGateOptions

  public init(options: TimedGateOptions) {
    self.options = options
  }

  /// Compares cases; the results are in their order.
  ///
  /// - Parameter tolerances: those that a case is judged by, the first of a metric counts: its
  ///   margin, instead of the gate's.
  /// - Throws: `HarnessError` for a fault of the tool or its surroundings, and for a program of
  ///   another protocol; `CancellationError` when the task is cancelled. No process is left behind.
  public func run(
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
    let judged = ConfirmedCandidates(suspicions.map(\.2), alpha: options.alpha)
    for ((run, suspicion, confirmation), outcome) in zip(suspicions, judged.outcomes) {
      guard let confirmation else { continue }
      runs[run].settle(suspicion, outcome, by: confirmation)
    }
    for (index, run) in runs.enumerated() where suspicions.contains(where: { $0.run == index }) {
      progress(.confirmed(run.result))
    }
  }
}

import Harness
import ScenarioModel
import Synchronization

/// The durations of the trials of each case, for an estimate of the time of its pairs.
final class CaseDurations: Sendable {
  private struct State {
    var start: ContinuousClock.Instant?
    var seconds: [PairArm: [Case: Double]] = [:]
  }

  private let state = Mutex(State())

  /// Records an event of a run of one of the two programs.
  func note(_ event: ProgressEvent, of arm: PairArm) {
    let now = ContinuousClock.now
    state.withLock { state in
      switch event {
      case .began: break
      case .started: state.start = now
      case .finished(let record, _, _, _):
        guard case .measurement = record.key.kind, let start = state.start else { return }
        state.seconds[arm, default: [:]][record.key.scenarioCase] = (now - start) / .seconds(1)
      }
    }
  }

  /// Returns the estimated seconds of the pairs of some cases where nothing is suspected.
  ///
  /// A pair starts, prepares and warms up both programs, as a trial of each does. Most unchanged
  /// cases are decided at one of the first three looks; none takes less than the minimum number of
  /// pairs, or much more than its budget.
  func estimate(of cases: [Case], budget: Double) -> Double {
    let seconds = state.withLock { $0.seconds }
    return cases.reduce(0) { sum, scenarioCase in
      let pair = PairArm.allCases.reduce(0) {
        $0 + (seconds[$1]?[scenarioCase] ?? Self.usualTrial)
      }
      let usual = min(budget, pair * Double(Self.usualPairs))
      return sum + max(usual, pair * Double(PairedTestRule.minPairs))
    }
  }

  private static let usualPairs = 36
  private static let usualTrial = 0.1
}

import Harness
import ScenarioModel
import Synchronization
import Verdicts

/// How long trials of each case took, for an estimate of how long its pairs will take.
final class CaseDurations: Sendable {
  private struct Key: Hashable {
    let scenarioCase: Case
    let arm: PairArm
  }

  private struct State {
    var start: ContinuousClock.Instant?
    var seconds: [Key: Double] = [:]
  }

  private let state = Mutex(State())

  /// Takes in an event of a run of one of the two programs.
  func note(_ event: ProgressEvent, of arm: PairArm) {
    let now = ContinuousClock.now
    state.withLock { state in
      switch event {
      case .began: break
      case .started: state.start = now
      case .finished(let record, _, _, _):
        guard case .measurement = record.key.kind, let start = state.start else { return }
        state.seconds[Key(scenarioCase: record.key.scenarioCase, arm: arm)] =
          (now - start) / .seconds(1)
      }
    }
  }

  /// About how many seconds the pairs of some cases will take where nothing looks worse.
  ///
  /// A pair starts, prepares and warms up both programs, as a trial of each does. Cases that did not
  /// change are mostly decided at one of the first three looks; and none takes less than the fewest
  /// pairs, or much more than its budget.
  func estimate(of cases: [Case], budget: Double) -> Double {
    let seconds = state.withLock { $0.seconds }
    return cases.reduce(0) { sum, scenarioCase in
      let pair = PairArm.allCases.reduce(0) {
        $0 + (seconds[Key(scenarioCase: scenarioCase, arm: $1)] ?? Self.usualTrial)
      }
      let usual = min(budget, pair * Double(Self.usualPairs))
      return sum + max(usual, pair * Double(PairedTestRule.minPairs))
    }
  }

  private static let usualPairs = 36
  private static let usualTrial = 0.1
}

/// The folders that the workers of a comparison share, one for each program: a base of another time
/// may keep other files.
struct SharedFolders: Sendable {
  private let folder: Workspace

  init() throws {
    Workspace.removeAbandoned()
    folder = try Workspace()
    for arm in PairArm.allCases { _ = try folder.makeFolder(arm.rawValue) }
  }

  subscript(arm: PairArm) -> String { folder.path + "/" + arm.rawValue }

  func remove() { folder.remove() }
}

import Harness
import Scenarios

/// What a comparison of two programs tells while it works.
public enum ProgramComparisonEvent: Sendable {
  /// The trials of one of the two programs.
  case trials(PairArm, ProgressEvent)
  /// The pairs of processes whose times are compared.
  case timed(TimedGateEvent)
  /// The instructions of a case are counted.
  case counting(Case, number: Int, of: Int)
}

import Harness
import Measurement
import ScenarioModel

/// What a timed gate tells while it works.
public enum TimedGateEvent: Sendable {
  /// The pairs of a case begin.
  case started(Case, number: Int, of: Int)
  /// A case is decided, or suspected, or cannot be.
  case decided(TimedCaseResult, number: Int, of: Int)
  /// Fresh pairs begin that are to confirm a suspicion.
  case confirming(Case, Metric, pairs: Int)
  /// They have ended.
  case confirmed(TimedCaseResult)
}

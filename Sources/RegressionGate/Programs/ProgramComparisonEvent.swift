import Harness
import ScenarioModel
import Verdicts

/// What a comparison of two programs tells while it works.
public enum ProgramComparisonEvent: Sendable {
  /// The trials of one of the two programs.
  case trials(PairArm, ProgressEvent)
  /// The trials of a case were compared: what they say is final.
  case compared(CaseComparison)
  /// The times of so many cases are compared next, in about so many seconds where nothing looks
  /// worse.
  case timing(cases: Int, seconds: Double)
  /// The pairs of processes whose times are compared.
  case timed(TimedGateEvent)
  /// The instructions of a case are counted.
  case counting(Case, number: Int, of: Int)
  /// Everything that is known by now, as results that are not finished.
  case known(ComparisonResults)
}

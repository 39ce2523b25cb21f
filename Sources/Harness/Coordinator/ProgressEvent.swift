import ScenarioModel

/// What a coordinator tells while it works.
public enum ProgressEvent: Sendable {
  /// The run begins; some trials may be there from an earlier part of it.
  case began(trials: Int, recorded: Int)
  /// A trial begins.
  case started(TrialKey)
  /// A trial has ended and is in the journal.
  case finished(TrialRecord, done: Int, of: Int, secondsLeft: Double)
}

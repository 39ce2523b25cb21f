/// What a calibration tells while it works.
package enum CalibrationEvent: Sendable {
  /// A timed gate has ended.
  case timed(InjectedChange, work: String, CalibrationResults.TimedGate, number: Int, of: Int)
  /// Comparisons of counted numbers, or of instructions, have ended.
  case exact(CalibrationResults.ExactGroup)
}

/// What came of counting the instructions of a case.
public enum InstructionReading: Hashable, Sendable {
  /// So many instructions, as counted by this source: ``hardwareSource`` or ``callgrindSource``.
  ///
  /// Counts of two sources are not compared: a simulated processor executes other instructions
  /// where a library chooses its code by the processor it finds.
  case counted(Int, source: String)
  /// This machine has no way to count them.
  case notAvailable(reason: String)
  /// The case did not run to its end.
  case broken(TrialStatus)

  /// The processor's own counter.
  public static let hardwareSource = "hardware counter"
  /// Valgrind's simulated processor.
  public static let callgrindSource = "callgrind"
}

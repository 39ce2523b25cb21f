/// The instructions that a case executed, as a run counted them.
public enum InstructionCount: Hashable, Sendable {
  /// A number of instructions and the source that counted them: ``hardwareSource`` or
  /// ``callgrindSource``.
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

extension Metric {
  /// The instructions of a case.
  ///
  /// It is measured, though nearly exact: addresses and the environment move it by some parts in
  /// a million.
  public static let instructions = Metric(
    "instructions", .count, .measured, .lowerIsBetter,
    "Instructions of the program itself, from building the strategy to the last frame.")
}

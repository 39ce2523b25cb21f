/// The instructions that a case executed, as a run counted them.
public enum InstructionCount: Hashable, Sendable {
  /// A number of instructions and the source that counted them: ``hardwareSource`` or
  /// ``callgrindSource``.
  ///
  /// Counts of two sources are not compared: libraries choose their code by the processor, and a
  /// simulated processor is a different one.
  case counted(Int, source: String)
  /// This machine cannot count instructions.
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
  /// It is measured, although nearly exact: addresses and the environment change it by some parts
  /// per million.
  public static let instructions = Metric(
    "instructions", .count, .measured, .lowerIsBetter,
    "Instructions of the program itself, from building the strategy to the last frame.")
}

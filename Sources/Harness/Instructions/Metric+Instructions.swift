import Measurement
import ScenarioModel

extension Metric {
  /// What ``InstructionRunner`` counts.
  ///
  /// It is measured, though nearly exact: addresses and the environment move it by some parts in
  /// a million.
  public static let instructions = Metric(
    "instructions", .count, .measured, .lowerIsBetter,
    "Instructions of the program itself, from building the strategy to the last frame.")
}

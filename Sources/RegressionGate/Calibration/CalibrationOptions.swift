import Harness
import ScenarioModel

/// How often a gate is tried.
package struct CalibrationOptions: Sendable {
  /// Timed gates over no change.
  package var nullGates = 20
  /// Timed gates over each amount of more work.
  package var gatesOfChange = 3
  /// The amounts of more work or time, in hundredths.
  package var changes = CalibrationFamily.slowerStrategies.map(\.percent)
  /// Comparisons of counted numbers over no change, and over each operation more.
  package var exactComparisons = 100
  /// Comparisons of instructions; 0: they are not tried.
  package var instructionComparisons = 0
  /// The gate that is tried.
  package var gate = TimedGateOptions()

  package init() {}
}

import Harness
import ScenarioModel

/// How often a gate is tried.
public struct CalibrationOptions: Sendable {
  /// Timed gates over no change.
  public var nullGates = 20
  /// Timed gates over each amount of more work.
  public var gatesOfChange = 3
  /// The amounts of more work or time, in hundredths.
  public var changes = CalibrationFamily.slowerStrategies.map(\.percent)
  /// Comparisons of counted numbers over no change, and over each operation more.
  public var exactComparisons = 100
  /// Comparisons of instructions; 0: they are not tried.
  public var instructionComparisons = 0
  /// The gate that is tried.
  public var gate = TimedGateOptions()

  public init() {}
}

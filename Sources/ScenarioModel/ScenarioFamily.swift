import Measurement
import YAMLReading

/// A kind of situation: the world that its scenarios describe, its strategies, and its metrics.
///
/// To add a family, conform a type in a folder of its own and add it to ``FamilyRegistry``.
public protocol ScenarioFamily: Sendable {
  /// The name in scenario files.
  var name: String { get }
  /// The strategies, naive ones first.
  var strategies: [StrategyDescription] { get }
  /// What a trial answers besides the time and memory that the harness takes.
  var metrics: [Metric] { get }
  /// The few metrics that speak for the family where there is no room for all, the best first: at
  /// most three measured ones, three counted and two modelled. They may be of every trial.
  var headlines: [Metric] { get }
  /// The columns of the table that a run ends with in a terminal, the best first: up to eight,
  /// of which those that have no room at the end are left out.
  var terminalColumns: [Metric] { get }
  /// What a scenario's sizes count, in the plural: `pins`, `seconds of use`.
  var sizeMeaning: String { get }
  /// What one frame of a replay is, to end a sentence of the report: `one frame of the screen`.
  ///
  /// The harness times every step of a replay as a frame, whatever the family's world is.
  var frameMeaning: String { get }
  /// Which strategies differ by one setting only; `nil` where none are made to.
  var ablation: Ablation? { get }
  /// What a strategy must do for its costs to count; `nil` where every strategy does the same.
  var completeness: Completeness? { get }
  /// The keys of a scenario file that the family reads itself.
  var keys: [String] { get }
  /// Reads the family's part of a scenario file.
  func workload(_ mapping: YAMLMapping, file: String) throws(InputError) -> any Workload
}

extension ScenarioFamily {
  public var ablation: Ablation? { nil }
  public var completeness: Completeness? { nil }
}

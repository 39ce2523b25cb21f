import Harness
import Measurement
import ScenarioModel
import Verdicts

/// What `gate.json` holds: everything that a comparison found out, for other programs.
///
/// Values are in the metrics' own units: times in nanoseconds, memory in bytes, shares between 0
/// and 1. Changes, margins and tolerances are shares of the base: 0.05 is 5 % more. What is not
/// known is absent. The JSON Schema is `Documentation/gate.schema.json`.
public struct ComparisonDocument: Hashable, Sendable, Codable {
  /// Raised whenever a reader of an earlier version would misunderstand the document.
  public static let currentSchema = 3

  public let schema: Int
  public let kind: ComparisonResults.Kind
  /// The beginning of every command that repeats a part of the comparison.
  public let command: String
  public let base: SideEntry
  public let head: SideEntry
  /// Why the two cannot be compared at all.
  public let refusal: String?
  /// What was not compared, where the comparison was stopped before its end.
  public let open: String?
  /// How the tool or its surroundings failed.
  public let failure: String?
  /// The seed of the order of everything in the pairs of processes.
  public let orderSeed: UInt64?
  public let warnings: [String]
  public let verdict: VerdictEntry
  public let cases: [CaseEntry]

  public struct SideEntry: Hashable, Sendable, Codable {
    public let name: String
    public let provenance: Provenance?
  }

  public struct VerdictEntry: Hashable, Sendable, Codable {
    /// `passed`, `regression`, `broken`, `not-comparable`, `error`, `inconclusive` or `unfinished`.
    public let status: String
    /// The exit code of the command.
    public let exitCode: Int32
    /// The verdict in one sentence.
    public let summary: String
    /// How many metrics came out how.
    public let tally: Tally
  }

  public struct Tally: Hashable, Sendable, Codable {
    public let passed: Int
    public let regressions: Int
    public let improvements: Int
    public let inconclusive: Int
    public let new: Int
    public let missing: Int
    public let notGated: Int
  }

  public struct CaseEntry: Hashable, Sendable, Codable {
    public let scenario: String
    /// Empty where the scenario has one world only.
    public let variant: String
    public let size: Int
    public let strategy: String
    /// `compared`, `new`, `removed`, `broken`, `base-broken`, `not-deterministic`,
    /// `base-not-deterministic`, `nothing-measured` or `not-comparable`.
    public let status: String
    public let reason: String?
    /// The command that compares this case again; absent where only the base has it.
    public let command: String?
    public let metrics: [MetricEntry]
    /// How busy the machine was while the times were compared; absent where they were not.
    public let load: MachineLoad?
  }

  public struct MetricEntry: Hashable, Sendable, Codable {
    public let name: String
    public let unit: MetricUnit
    public let kind: MetricKind
    public let polarity: Polarity
    /// `passed`, `regression`, `improvement`, `inconclusive`, `new`, `missing` or `not-gated`.
    public let outcome: String
    public let reason: String?
    public let method: MethodEntry
    public let base: Double?
    public let head: Double?
    public let effect: EffectEntry?
    /// The smallest change for the worse that this comparison would have seen 95 times in 100.
    public let minimumDetectableEffect: Double?
  }

  public struct EffectEntry: Hashable, Sendable, Codable {
    public let change: Double
    /// The ends of the interval; equal to the change where the method is exact.
    public let low: Double
    public let high: Double
  }

  /// How a verdict was reached; numbers that the method has not are absent.
  public struct MethodEntry: Hashable, Sendable, Codable {
    /// `exact`, `lock-step`, `samples` or `instructions`.
    public let name: String
    public var tolerance: Double?
    /// In the metric's own unit.
    public var toleratedAmount: Double?
    public var margin: Double?
    public var pairs: Int?
    public var confirmingPairs: Int?
    public var confidence: Double?
    public var frames: Int?
    public var framesOfCase: Int?
    /// The share of the slices' wall time in which the programs waited for a processor.
    public var waiting: Double?
    public var baseSamples: Int?
    public var headSamples: Int?
    public var source: String?
  }
}

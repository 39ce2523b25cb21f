import Harness
import Measurement
import ScenarioModel

/// What `results.json` holds: everything that a run found out, for other programs.
///
/// Times are in nanoseconds, memory in bytes, shares between 0 and 1, as the metrics' units say. A
/// number that could not be taken is absent, and its reason stands in `not-available`.
public struct ResultsDocument: Hashable, Sendable, Codable {
  /// Raised whenever a reader of an earlier version would misunderstand the document.
  public static let currentSchema = 1

  public let schema: Int
  /// Where and with what the run was made. Of a run that was put together from the runs of shards
  /// on different machines a text tells them all, and a number is the least of them.
  public let provenance: Provenance
  /// The part of the work that the run did; absent where it did all.
  public let shard: Shard?
  /// The runs of all shards, where the run was put together from them; else absent.
  public let parts: [RunPart]?
  public let selection: RunSelection
  /// What was asked of the command line.
  public let command: String
  /// Whether the run passed, by the exit code of the command.
  public let verdict: RunVerdictEntry
  /// The profiles behind the modelled numbers.
  public let profiles: [Profile]
  public let scenarios: [ScenarioEntry]

  public struct RunVerdictEntry: Hashable, Sendable, Codable {
    public let exitCode: Int32
    public let thresholdsPassed: Int
    public let thresholdsFailed: Int
    public let thresholdsNotDecided: Int
    /// Absent in files of earlier builds, which knew no such thresholds.
    public let thresholdsInconclusive: Int?
    public let casesMeasured: Int
    public let casesNotMeasured: Int
  }

  public struct Profile: Hashable, Sendable, Codable {
    public let name: String
    public let title: String
    public let warning: String
    /// The parameters that the run's scenarios rest on, not all of the profile's.
    public let parameters: [Parameter]
  }

  public struct Parameter: Hashable, Sendable, Codable {
    public let name: String
    public let value: Double
    public let unit: String
    public let confidence: String
    public let source: String
  }

  public struct Fact: Hashable, Sendable, Codable {
    public let name: String
    public let value: String
  }

  public struct Seed: Hashable, Sendable, Codable {
    public let name: String
    public let seed: UInt64
  }

  public struct ScenarioEntry: Hashable, Sendable, Codable {
    public let name: String
    public let title: String
    public let family: String
    public let source: String
    public let file: String
    public let naive: String
    public let profile: String?
    public let strategies: [StrategyDescription]
    public let facts: [Fact]
    public let seeds: [Seed]
    /// Tells whether two runs gave the strategies the same work; absent in files of earlier builds.
    public let fingerprint: EnvironmentFingerprint?
    /// What a comparison tolerates; absent where the scenario's file says nothing of it.
    public let tolerances: [Tolerance]?
    public let metrics: [Metric]
    public let thresholds: [ThresholdEntry]
    public let claims: [ClaimEntry]
    public let cases: [CaseEntry]
  }

  public struct ThresholdEntry: Hashable, Sendable, Codable {
    public let expression: String
    public let strategy: String
    public let metric: String
    /// Variant and size of the case; of a threshold that was not asked for those that it is
    /// restricted to. A growth has no size.
    public let variant: String?
    public let size: Int?
    /// In the metric's unit; both absent for a growth, which has a unit of its own.
    public let value: Double?
    public let bound: Double?
    /// What a threshold on a growth found; absent for others, and where there is none.
    public let growth: Growth?
    /// `passed`, `failed`, `inconclusive`, `not-decided` or `not-selected`.
    public let verdict: String
    public let reason: String?
  }

  /// The power of the size that a metric grows with.
  public struct Growth: Hashable, Sendable, Codable {
    public let exponent: Double
    /// The 95 % interval, equal to the exponent where the metric is the same in every trial; absent
    /// where there are too few values to tell.
    public let low: Double?
    public let high: Double?
    public let bound: Double
    /// Ascending.
    public let sizes: [Double]
    /// The median at each size, in the metric's unit.
    public let medians: [Double]
    /// How far values are from the line, as a standard deviation of natural logarithms.
    public let residualSpread: Double
    public let steepest: GrowthStep
  }

  /// The growth between two neighbouring sizes.
  public struct GrowthStep: Hashable, Sendable, Codable {
    public let from: Double
    public let to: Double
    public let exponent: Double
  }

  public struct ClaimEntry: Hashable, Sendable, Codable {
    public let id: String
    public let says: String
    public let source: String
    public let variant: String
    public let size: Int?
    /// `reproduced`, `not-reproduced`, `contradicted` or `not-testable`.
    public let verdict: String
    public let explanation: String
    /// The metric's median, the ratio or the exponent that decided.
    public let value: Double?
  }

  public struct CaseEntry: Hashable, Sendable, Codable {
    public let variant: String
    public let size: Int
    public let strategy: String
    /// One word: `ok`, `crashed`, `timed-out`, ...
    public let status: String
    /// What happened, where the case is not `ok`.
    public let reason: String?
    public let metrics: [MetricEntry]
    public let pictures: [Inspection.Picture]
    /// How the strategy fared in each setting of its world; absent where there are no settings.
    public let outcomes: [SettingOutcome]?
    /// How busy the machine was: the middle over the measured trials; absent where that is not
    /// known, and in files of earlier builds.
    public let load: MachineLoad?
  }

  public struct MetricEntry: Hashable, Sendable, Codable {
    public let name: String
    public let unit: MetricUnit
    public let kind: MetricKind
    public let polarity: Polarity
    public let median: Double?
    /// The 95 % interval of the median, or all samples where there are fewer than six; equal to the
    /// median where the metric is the same in every trial.
    public let low: Double?
    public let high: Double?
    public let min: Double?
    public let max: Double?
    public let versusNaive: Double?
    public let notAvailable: String?
    public let samples: [Sample]
  }

  public struct Sample: Hashable, Sendable, Codable {
    /// 0 is the inspection.
    public let trial: Int
    public let value: Double?
    public let notAvailable: String?

    /// Why a number that is infinite or none is absent: JSON has no word for those.
    static let notFinite = "not a finite number"
  }
}

import Harness
import RegressionGate
import ScenarioModel
import Statistics
import Verdicts

/// What a calibration found out, for programs.
public struct CalibrationDocument: Hashable, Codable {
  /// Raised with every change that a reader must know of.
  public static let currentSchema = 1

  /// Gates or comparisons over one change.
  public struct Group: Hashable, Codable {
    /// `timed`, `counted` or `instructions`.
    public let tier: String
    /// What the head does more, in words: `nothing`, `5 % of work`.
    public let change: String
    public let work: String
    public let comparisons: Int
    public let regressions: Int
    /// The exact interval of the share of regressions, with 95 % confidence.
    public let regressionShareLow: Double
    public let regressionShareHigh: Double
    /// Every timed gate, in the order in which they ran; empty in other tiers.
    public let gates: [Gate]
  }

  /// One timed gate.
  public struct Gate: Hashable, Codable {
    public let outcome: String
    public let wasSuspected: Bool
    public let pairs: Int
    public let seconds: Double
    /// The change that it read as a share, and its interval; absent where it could not be told.
    public let change: Double?
    public let changeLow: Double?
    public let changeHigh: Double?
    public let minimumDetectableEffect: Double?
  }

  public let schema: Int
  public let provenance: Provenance
  public let load: String
  public let margin: Double
  public let alpha: Double
  public let budgetSeconds: Double
  /// The smallest margin that the budget has pairs enough for; absent without a null gate.
  public let smallestUsableMargin: Double?
  public let seconds: Double
  public let groups: [Group]
  public let instructionsUnavailable: String?

  public init(_ results: CalibrationResults) {
    schema = Self.currentSchema
    provenance = results.provenance
    load = results.load
    margin = results.margin
    alpha = results.alpha
    budgetSeconds = results.budget
    smallestUsableMargin = results.smallestUsableMargin
    seconds = results.seconds
    groups = results.timed.map { Group($0) } + results.exact.map { Group($0) }
    instructionsUnavailable = results.instructionsUnavailable
  }

  /// The document as JSON, with sorted keys.
  public func text() throws(ReportingError) -> String {
    try SortedJSON.text(of: self, named: "the calibration")
  }
}

extension CalibrationDocument.Group {
  fileprivate init(_ group: CalibrationResults.TimedGroup) {
    self.init(
      tier: "timed", change: group.change, work: group.work, comparisons: group.gates.count,
      regressions: group.count(of: .regression),
      gates: group.gates.map { CalibrationDocument.Gate($0) })
  }

  fileprivate init(_ group: CalibrationResults.ExactGroup) {
    self.init(
      tier: group.tier.rawValue, change: group.change, work: group.work,
      comparisons: group.comparisons, regressions: group.regressions, gates: [])
  }

  private init(
    tier: String, change: InjectedChange, work: String, comparisons: Int, regressions: Int,
    gates: [CalibrationDocument.Gate]
  ) {
    self.tier = tier
    self.change = "\(change)"
    self.work = work
    self.comparisons = comparisons
    self.regressions = regressions
    self.gates = gates
    // Of no comparison, everything is possible.
    let interval =
      comparisons > 0 ? BinomialInterval(successes: regressions, of: comparisons) : nil
    regressionShareLow = interval?.low ?? 0
    regressionShareHigh = interval?.high ?? 1
  }
}

extension CalibrationDocument.Gate {
  fileprivate init(_ gate: CalibrationResults.TimedGate) {
    outcome = gate.outcome.rawValue
    wasSuspected = gate.wasSuspected
    pairs = gate.pairs
    seconds = gate.seconds
    change = gate.effect?.change
    changeLow = gate.effect?.low
    changeHigh = gate.effect?.high
    minimumDetectableEffect = gate.minimumDetectableEffect
  }
}

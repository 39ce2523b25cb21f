import Harness
import Measurement
import ScenarioModel
import Statistics
import Verdicts

/// What a gate made of comparisons whose truth is known.
public struct CalibrationResults: Sendable {
  /// One timed gate from its first pair to its last word.
  public struct TimedGate: Hashable, Sendable {
    public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
      case pass
      case improvement
      case regression
      case inconclusive
      /// Too few valid pairs.
      case unusable
    }

    public let outcome: Outcome
    /// Whether its first pairs made the head suspect.
    public let wasSuspected: Bool
    /// Pairs of processes, the confirming ones included.
    public let pairs: Int
    public let seconds: Double
    /// The change that it read, as a share; `nil` where it could not be told.
    public let effect: MetricVerdict.Effect?
    /// The smallest change that it would have seen; `nil` where that could not be told.
    public let minimumDetectableEffect: Double?

    public init(
      outcome: Outcome, wasSuspected: Bool, pairs: Int, seconds: Double,
      effect: MetricVerdict.Effect?, minimumDetectableEffect: Double?
    ) {
      self.outcome = outcome
      self.wasSuspected = wasSuspected
      self.pairs = pairs
      self.seconds = seconds
      self.effect = effect
      self.minimumDetectableEffect = minimumDetectableEffect
    }
  }

  /// The timed gates over one change.
  public struct TimedGroup: Hashable, Sendable {
    public let change: InjectedChange
    /// What was replayed: the known work, or a case of a scenario.
    public let work: String
    public let gates: [TimedGate]

    public init(change: InjectedChange, work: String, gates: [TimedGate]) {
      self.change = change
      self.work = work
      self.gates = gates
    }

    public func count(of outcome: TimedGate.Outcome) -> Int {
      gates.count { $0.outcome == outcome }
    }
  }

  /// The comparisons of counted numbers over one change.
  public struct ExactGroup: Hashable, Sendable {
    /// How the numbers were had.
    public enum Tier: String, Hashable, Sendable, Codable {
      case counted
      case instructions
    }

    public let tier: Tier
    public let change: InjectedChange
    public let work: String
    public let comparisons: Int
    /// In how many a regression was called.
    public let regressions: Int

    public init(
      tier: Tier, change: InjectedChange, work: String, comparisons: Int, regressions: Int
    ) {
      self.tier = tier
      self.change = change
      self.work = work
      self.comparisons = comparisons
      self.regressions = regressions
    }
  }

  public let provenance: Provenance
  /// How the machine was when it began, in a few words: its load.
  public let load: String
  /// A change for the worse up to this share passes.
  public let margin: Double
  /// The chance of a wrong word that a gate accepts.
  public let alpha: Double
  /// Seconds that a gate's first part may take.
  public let budget: Double
  public let timed: [TimedGroup]
  public let exact: [ExactGroup]
  /// Why instructions were not tried; `nil` where they were, or nobody asked.
  public let instructionsUnavailable: String?
  public let seconds: Double

  public init(
    provenance: Provenance, load: String, margin: Double, alpha: Double, budget: Double,
    timed: [TimedGroup], exact: [ExactGroup], instructionsUnavailable: String?, seconds: Double
  ) {
    self.provenance = provenance
    self.load = load
    self.margin = margin
    self.alpha = alpha
    self.budget = budget
    self.timed = timed
    self.exact = exact
    self.instructionsUnavailable = instructionsUnavailable
    self.seconds = seconds
  }
}

extension CalibrationResults {
  /// Gates over no change, and how many of them were red.
  public var falseAlarms: (gates: Int, red: Int) {
    let groups = timed.filter { $0.change == .nothing }
    return (
      groups.reduce(0) { $0 + $1.gates.count }, groups.reduce(0) { $0 + $1.count(of: .regression) }
    )
  }

  /// The smallest change that the null gates would have seen, by the middle one of them; `nil`
  /// where none could tell.
  public var minimumDetectableEffect: Double? {
    let effects = timed.filter { $0.change == .nothing }.flatMap(\.gates)
      .compactMap(\.minimumDetectableEffect)
    return try? SampleSummary(effects).median
  }

  /// Whether anything was called a regression that is none.
  public var hasFalseAlarms: Bool {
    falseAlarms.red > 0 || exact.contains { $0.change == .nothing && $0.regressions > 0 }
  }

  /// Whether a gate had too few valid pairs to say anything.
  public var hasUnusableGates: Bool {
    timed.contains { $0.count(of: .unusable) > 0 }
  }
}

/// What a comparison says in all: what decides the exit code of the command.
public struct ComparisonVerdict: Hashable, Sendable {
  /// How many metrics came out how.
  public struct Tally: Hashable, Sendable {
    public fileprivate(set) var passed = 0
    public fileprivate(set) var regressions = 0
    public fileprivate(set) var improvements = 0
    public fileprivate(set) var inconclusive = 0
    public fileprivate(set) var new = 0
    public fileprivate(set) var missing = 0
    public fileprivate(set) var notGated = 0

    /// The metrics that were judged.
    public var gated: Int { passed + regressions + improvements + inconclusive + missing }
  }

  public let tally: Tally
  /// The worst that applies; what is inconclusive fails only where the user asked for that.
  public let exitCode: ExitStatus

  /// Judges a comparison. Pure.
  public init(_ results: ComparisonResults) {
    var tally = Tally()
    var statuses: [ExitStatus] = []
    for comparison in results.cases {
      if let status = comparison.status.exitStatus { statuses.append(status) }
      for metric in comparison.metrics {
        tally.count(metric.outcome)
        if let status = metric.outcome.exitStatus { statuses.append(status) }
      }
    }
    if results.refusal != nil { statuses.append(.notComparable) }
    // What the base could not be asked for adds to what was compared, and is no comparison itself.
    if !statuses.isEmpty, results.cases.contains(where: \.status.isFaultOfBase) {
      statuses.append(.inconclusive)
    }
    self.tally = tally
    switch results.completion {
    case .finished:
      // Where nothing was compared, there is nothing to vouch for.
      exitCode = ExitStatus.worst(of: statuses) ?? .notComparable
    case .unfinished:
      exitCode = .interrupted
    case .failed:
      exitCode = ExitStatus.worst(of: statuses + [.toolError]) ?? .toolError
    }
  }
}

extension ComparisonVerdict.Tally {
  fileprivate mutating func count(_ outcome: MetricVerdict.Outcome) {
    switch outcome {
    case .pass: passed += 1
    case .regression: regressions += 1
    case .improvement: improvements += 1
    case .inconclusive: inconclusive += 1
    case .new: new += 1
    case .missing: missing += 1
    case .notGated: notGated += 1
    }
  }
}

extension CaseComparison.Status {
  /// Whether the head did not answer as it must, whatever the base did.
  public var isFaultOfHead: Bool {
    switch self {
    case .broken, .notDeterministic, .nothingMeasured: true
    case .compared, .new, .removed, .baseBroken, .baseNotDeterministic, .notComparable: false
    }
  }

  /// Whether the two did not do the same work.
  public var isUnmatched: Bool { if case .notComparable = self { true } else { false } }

  /// Whether the head answered, and only the base did not.
  fileprivate var isFaultOfBase: Bool {
    switch self {
    case .baseBroken, .baseNotDeterministic: true
    case .compared, .new, .removed, .broken, .notDeterministic, .nothingMeasured, .notComparable:
      false
    }
  }

  /// What the status contributes to the exit code by itself; `nil` for what its metrics decide, or
  /// what was not gated.
  fileprivate var exitStatus: ExitStatus? {
    switch self {
    case .compared, .new, .baseBroken, .baseNotDeterministic: nil
    case .broken: .caseBroken
    case .notDeterministic, .nothingMeasured: .toolError
    case .removed, .notComparable: .notComparable
    }
  }
}

extension MetricVerdict.Outcome {
  /// What the outcome contributes to the exit code; `nil` for what was not gated.
  fileprivate var exitStatus: ExitStatus? {
    switch self {
    case .pass, .improvement: .pass
    case .regression: .failed
    case .inconclusive: .inconclusive
    case .missing: .notComparable
    case .new, .notGated: nil
    }
  }
}

/// What the exit code of a command says of a run or of a comparison.
public enum ExitStatus: Int32, Hashable, Sendable, Codable, CaseIterable {
  /// Everything that was asked for was measured, and holds.
  case pass = 0
  /// The tool cannot vouch for the numbers: a metric that must be the same in every trial was
  /// not, or nothing was measured.
  case toolError = 1
  /// A threshold does not hold or could not be decided, or a metric got worse.
  case failed = 2
  /// A case crashed, timed out, ran out of memory or failed.
  case caseBroken = 3
  /// What it was to be compared with is missing, or is of another kind.
  case notComparable = 5
  /// Something could not be decided either way, and the user asked for a failure then.
  case inconclusive = 7
  /// It was stopped before its end.
  case interrupted = 130

  /// The one that counts where several apply; `nil` where none does.
  ///
  /// A broken case hides what else is wrong with it, so it counts most; what is known to be bad
  /// counts before what is not known.
  public static func worst(of statuses: some Sequence<ExitStatus>) -> ExitStatus? {
    statuses.max { $0.severity < $1.severity }
  }

  /// The status of a comparison in files.
  public var comparisonIdentifier: String {
    switch self {
    case .pass: "passed"
    case .toolError: "error"
    case .failed: "regression"
    case .caseBroken: "broken"
    case .notComparable: "not-comparable"
    case .inconclusive: "inconclusive"
    case .interrupted: "unfinished"
    }
  }

  private var severity: Int {
    switch self {
    case .pass: 0
    case .inconclusive: 1
    case .toolError: 2
    case .notComparable: 3
    case .failed: 4
    case .caseBroken: 5
    case .interrupted: 6
    }
  }
}

/// An exit code of the tool, and the result of a run or a comparison that it stands for.
package enum ToolExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// Everything that was selected was measured and holds.
  case pass = 0
  /// The tool failed or its input is not valid, a number that must be the same in every trial was
  /// not, or nothing was measured.
  case toolError = 1
  /// A threshold does not hold or could not be decided, or a metric got worse.
  case failed = 2
  /// A case crashed, timed out, ran out of memory or failed.
  case caseBroken = 3
  /// The base of a comparison is missing, or cannot be compared with the head.
  case notComparable = 5
  /// A metric or a threshold could not be decided, or the head asks for less than the base, and the
  /// user wants that to fail.
  case inconclusive = 7
  /// The command was stopped before its end.
  case interrupted = 130

  /// Returns the code that counts where several apply; `nil` for none.
  ///
  /// A broken case counts most, because it hides other faults; known faults count before unknown
  /// results.
  package static func worst(of codes: some Sequence<ToolExitCode>) -> ToolExitCode? {
    let found = Set(codes)
    return bySeverity.last { found.contains($0) }
  }

  private static let bySeverity: [ToolExitCode] = [
    .pass, .inconclusive, .toolError, .notComparable, .failed, .caseBroken, .interrupted,
  ]

  /// Returns the code that the command ends with.
  ///
  /// - Parameter failsOnInconclusive: `false` where an undecided result passes, with a warning in
  ///   the report.
  package func reported(failsOnInconclusive: Bool) -> ToolExitCode {
    self == .inconclusive && !failsOnInconclusive ? .pass : self
  }

  /// The status of a comparison in files.
  package var comparisonIdentifier: String {
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
}

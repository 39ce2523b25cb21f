import Verdicts

/// What the tool's exit codes say.
public enum ToolExitCode: Int32, Sendable {
  case pass = 0
  /// The tool or its input is at fault.
  case toolError = 1
  /// A threshold failed, or a metric got worse.
  case failed = 2
  /// A case crashed, timed out, ran out of memory or failed.
  case caseBroken = 3
  /// What it was to be compared with is missing, or is of another kind.
  case notComparable = 5
  /// Something could not be decided, and the user asked for a failure then.
  case inconclusive = 7
  case interrupted = 130
}

extension ToolExitCode {
  /// - Parameter failsOnInconclusive: whether the user takes what could not be decided for a
  ///   failure; it passes otherwise, with a warning in the report.
  init(_ status: ExitStatus, failsOnInconclusive: Bool) {
    switch status {
    case .pass: self = .pass
    case .toolError: self = .toolError
    case .failed: self = .failed
    case .caseBroken: self = .caseBroken
    case .notComparable: self = .notComparable
    case .inconclusive: self = failsOnInconclusive ? .inconclusive : .pass
    case .interrupted: self = .interrupted
    }
  }
}

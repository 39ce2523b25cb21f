import Verdicts

/// What the tool's exit codes say.
public enum ToolExitCode: Int32, Sendable {
  case pass = 0
  /// The tool or its input is at fault.
  case toolError = 1
  /// A threshold failed.
  case thresholdFailed = 2
  /// A case crashed, timed out, ran out of memory or failed.
  case caseBroken = 3
  case interrupted = 130
}

extension ToolExitCode {
  init(_ code: RunVerdict.ExitCode) {
    switch code {
    case .pass: self = .pass
    case .toolError: self = .toolError
    case .thresholdFailed: self = .thresholdFailed
    case .caseBroken: self = .caseBroken
    }
  }
}

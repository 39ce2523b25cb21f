import Harness

/// What a run says in all: what decides the exit code of the command.
public struct RunVerdict: Hashable, Sendable {
  /// What the exit code of a command says of a run, from the best to the worst: where several
  /// apply, the worst counts.
  public enum ExitCode: Int32, Hashable, Sendable, Codable, CaseIterable {
    /// Every case was measured, and every threshold that was asked for holds.
    case pass = 0
    /// The tool cannot vouch for the numbers: a metric that must be the same in every trial was
    /// not, or nothing was measured.
    case toolError = 1
    /// A threshold does not hold, or could not be decided.
    case thresholdFailed = 2
    /// A case crashed, timed out, ran out of memory or failed.
    case caseBroken = 3
  }

  public let scenarios: [ScenarioVerdict]
  public let exitCode: ExitCode

  public init(scenarios: [ScenarioVerdict]) {
    self.scenarios = scenarios
    let codes = scenarios.flatMap(\.exitCodes)
    // Nothing measured is never a pass.
    exitCode = codes.max { $0.rawValue < $1.rawValue } ?? .toolError
  }

  /// Judges a run. Pure.
  public init(_ results: RunResults) {
    self.init(scenarios: results.scenarios.map { ScenarioVerdict($0) })
  }

  public var cases: [CaseVerdict] { scenarios.flatMap(\.cases) }
  public var thresholds: [ThresholdVerdict] { scenarios.flatMap(\.thresholds) }
  public var claims: [ClaimVerdict] { scenarios.flatMap(\.claims) }
}

extension ScenarioVerdict {
  /// What each case and each threshold contributes to the run's exit code.
  ///
  /// A scenario without cases contributes an error: its thresholds cannot have been kept.
  fileprivate var exitCodes: [RunVerdict.ExitCode] {
    guard !cases.isEmpty else { return [.toolError] }
    return cases.map(\.exitCode) + thresholds.map { exitCode(of: $0) }
  }

  private func exitCode(of verdict: ThresholdVerdict) -> RunVerdict.ExitCode {
    switch verdict.outcome {
    case .passed: return .pass
    case .failed: return .thresholdFailed
    case .notDecided:
      // The fault of the threshold's own case says more than the threshold that it left open.
      let own = cases.first { $0.scenarioCase == verdict.scenarioCase }
      return own.map { $0.outcome == .measured } ?? true ? .thresholdFailed : .pass
    }
  }
}

extension CaseVerdict {
  fileprivate var exitCode: RunVerdict.ExitCode {
    switch outcome {
    case .measured: .pass
    case .notDeterministic, .nothingMeasured: .toolError
    case .broken: .caseBroken
    }
  }
}

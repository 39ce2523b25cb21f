import Harness

/// What a run says in all: what decides the exit code of the command.
public struct RunVerdict: Hashable, Sendable {
  public let scenarios: [ScenarioVerdict]
  /// The worst that applies; what is inconclusive fails only where the user asked for that.
  public let exitCode: ExitStatus

  public init(scenarios: [ScenarioVerdict]) {
    self.scenarios = scenarios
    // Nothing measured is never a pass.
    exitCode = ExitStatus.worst(of: scenarios.flatMap(\.exitCodes)) ?? .toolError
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
  fileprivate var exitCodes: [ExitStatus] {
    guard !cases.isEmpty else { return [.toolError] }
    return cases.map(\.exitCode) + thresholds.map { exitCode(of: $0) }
  }

  private func exitCode(of verdict: ThresholdVerdict) -> ExitStatus {
    switch verdict.outcome {
    case .passed: return .pass
    case .failed: return .failed
    case .inconclusive: return .inconclusive
    case .notDecided:
      // The fault of the threshold's own cases says more than the threshold that it left open.
      let own = cases.filter { verdict.cases.contains($0.scenarioCase) }
      return own.allSatisfy { $0.outcome == .measured } ? .failed : .pass
    }
  }
}

extension CaseVerdict {
  fileprivate var exitCode: ExitStatus {
    switch outcome {
    case .measured: .pass
    case .notDeterministic, .nothingMeasured: .toolError
    case .broken: .caseBroken
    }
  }
}

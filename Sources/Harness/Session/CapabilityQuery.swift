import ScenarioModel

/// Asks a program what it can replay of a scenario: a build of another time may know less, or more.
public struct CapabilityQuery: Sendable {
  /// A program's answer.
  public enum Answer: Hashable, Sendable {
    /// The program can read the scenario.
    case capable(ProgramCapabilities)
    /// It cannot read the scenario's environment: another family, another key.
    case unreadable(reason: String)
    /// It ended without an answer.
    case silent(TrialStatus)
  }

  private let program: WorkerProgram
  private let limits: WorkerLimits

  /// Creates a query of a program.
  public init(program: WorkerProgram, limits: WorkerLimits) {
    self.program = program
    self.limits = limits
  }

  /// Asks about one scenario, in a process of its own.
  ///
  /// Throws ``HarnessError`` where the program cannot be started or speaks another protocol.
  public func answer(about scenario: Scenario) async throws -> Answer {
    let outcome = try await WorkerSession.run(program, limits: limits) { session in
      try await session.describe(ScenarioText(scenario))
    }
    switch outcome {
    case .completed(let capabilities): return .capable(capabilities)
    case .broken(.failed(let reason)): return .unreadable(reason: reason)
    case .broken(let status): return .silent(status)
    }
  }
}

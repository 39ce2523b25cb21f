import ScenarioModel

/// A query for the capabilities of a program, because another version may not have all parts of a
/// scenario.
public enum CapabilityQuery {
  /// A program's answer.
  public enum Answer: Hashable, Sendable {
    /// The program can read the scenario.
    case capable(ProgramCapabilities)
    /// The program cannot read the scenario's environment: it does not have the family or a key.
    case unreadable(reason: String)
    /// The program ended without a reply.
    case silent(TrialStatus)
  }

  /// Returns the capabilities of a program for one scenario, from a separate process.
  ///
  /// Throws ``HarnessError`` if the program cannot be started or speaks another protocol.
  public static func answer(
    of program: WorkerProgram, about scenario: Scenario, limits: WorkerLimits
  ) async throws -> Answer {
    let outcome = try await WorkerSession.run(program, limits: limits) { session in
      try await session.describe(ScenarioText(scenario))
    }
    switch outcome {
    case .completed(let capabilities, _): return .capable(capabilities)
    case .broken(.failed(let reason)): return .unreadable(reason: reason)
    case .broken(let status): return .silent(status)
    }
  }
}

import ScenarioModel

/// Asks a program what it knows of a scenario: a build of another time may know less, or more.
public struct ProgramSurvey: Sendable {
  /// What a program says.
  public enum Answer: Hashable, Sendable {
    case described(DescriptionReply)
    /// It cannot read the scenario's world: another family, another key.
    case unreadable(reason: String)
    /// It ended without an answer.
    case silent(TrialStatus)
  }

  private let program: WorkerProgram
  private let limits: WorkerLimits

  public init(program: WorkerProgram, limits: WorkerLimits) {
    self.program = program
    self.limits = limits
  }

  /// Asks about one scenario, in a process of its own.
  ///
  /// Throws ``HarnessError`` where the program cannot be started or speaks another protocol.
  public func answer(about scenario: Scenario) async throws -> Answer {
    let outcome = try await WorkerProcess.run(program, limits: limits) { process -> Answer in
      try await process.greet()
      try await process.send(
        .describe(DescribeRequest(file: scenario.file, text: scenario.text)))
      switch try await process.answer() {
      case .description(let description): return .described(description)
      case .failed(let reply): return .unreadable(reason: reply.reason)
      case let other: throw HarnessError.otherProtocol(found: try other.line())
      }
    }
    try Task.checkCancellation()
    return outcome.answer ?? .silent(TrialStatus(outcome.ending, limits: limits))
  }
}

import Foundation
import ScenarioModel
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A conversation with a worker process, used by runs, pairs, instruction counts and surveys.
///
///     let outcome = try await WorkerSession.run(program, limits: limits) { session in
///       _ = try await session.prepare(preparation)
///       return try await session.measure()
///     }
///
/// Valid inside the body of ``run(_:limits:body:)`` only. It cannot be copied, so that nothing is
/// written to a process that another copy knows to have exited: that would raise `SIGPIPE`.
struct WorkerSession: ~Copyable {
  /// The result of a conversation.
  enum Outcome<Answer: Sendable>: Sendable {
    case completed(Answer)
    case broken(TrialStatus)
  }

  /// The end of a conversation before its answer.
  enum Failure: Error {
    /// The process exited.
    case exited
    /// The strategy or its environment threw an error.
    case failed(reason: String)
  }

  private typealias Run = Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

  private let execution: Run
  private var lines: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator
  private var hasExited = false

  /// Bytes of a reply: an inspection with its transcripts has far fewer.
  private static let maxReplyLength = 1 << 24

  private init(_ execution: Run) {
    self.execution = execution
    lines = execution.standardOutput.strings(bufferingPolicy: .maxLineLength(Self.maxReplyLength))
      .makeAsyncIterator()
  }
}

// MARK: - Requests

extension WorkerSession {
  /// Asks for the parts of a scenario that the program can replay.
  nonisolated(nonsending) mutating func describe(
    _ scenario: ScenarioText
  ) async throws -> ProgramCapabilities {
    let reply = try await reply(to: .describe(scenario: scenario))
    guard case .described(let capabilities) = reply else { throw Self.unexpected(reply) }
    return capabilities
  }

  /// Has a case prepared and built.
  nonisolated(nonsending) mutating func prepare(
    _ preparation: CasePreparation
  ) async throws -> PreparedCase {
    let reply = try await reply(to: .prepare(case: preparation))
    guard case .prepared(let prepared) = reply else { throw Self.unexpected(reply) }
    return prepared
  }

  /// Has the prepared case replayed with every meter.
  nonisolated(nonsending) mutating func measure() async throws -> TrialMeasurement {
    let reply = try await reply(to: .measure)
    guard case .measured(let measurement) = reply else { throw Self.unexpected(reply) }
    return measurement
  }

  /// Has some builds or frames of the prepared case done, with the clocks alone.
  ///
  /// - Parameter skipped: frames that are not timed before them.
  nonisolated(nonsending) mutating func time(
    _ part: PairPart, _ count: Int, after skipped: Int = 0
  ) async throws -> TimedSteps {
    let reply = try await reply(
      to: part == .builds ? .build(count: count) : .step(count: count, skipping: skipped))
    guard case .stepped(let steps) = reply else { throw Self.unexpected(reply) }
    return steps
  }

  /// Has the instructions of the prepared case counted by the process itself; `nil` instructions
  /// come with the reason.
  nonisolated(nonsending) mutating func countInstructions() async throws -> (Int?, String?) {
    let reply = try await reply(to: .count)
    guard case .counted(let instructions, let reason) = reply else { throw Self.unexpected(reply) }
    return (instructions, reason)
  }

  /// Has a case replayed once with everything observed.
  nonisolated(nonsending) mutating func inspect(
    _ preparation: CasePreparation, pictures: String
  ) async throws -> Inspection {
    let reply = try await reply(to: .inspect(case: preparation, pictures: pictures))
    guard case .inspected(let inspection) = reply else { throw Self.unexpected(reply) }
    return inspection
  }

  /// Ends the process, and waits until it no longer writes.
  ///
  /// It is ended after the conversation anyway; this is for callers to whom the order matters.
  nonisolated(nonsending) mutating func end() async {
    guard await close() else { return }
    while let line = try? await lines.next(isolation: nil), !line.isEmpty {}
  }

  /// Pins the process to a processor; it has not started any thread of its own yet.
  func pin(toProcessor processor: Int?) {
    guard let processor else { return }
    ProcessorAffinity.keep(execution.processIdentifier.value, on: processor)
  }

  private nonisolated(nonsending) mutating func reply(
    to request: WorkerRequest
  ) async throws -> WorkerReply {
    try await send(request)
    switch try await nextReply() {
    case .failed(let reason): throw Failure.failed(reason: reason)
    case .environmentFailure(let reason): throw HarnessError.environmentFailure(reason: reason)
    case let reply: return reply
    }
  }

  private nonisolated(nonsending) mutating func send(_ request: WorkerRequest) async throws {
    do {
      _ = try await execution.standardInputWriter.write(try request.line() + "\n")
    } catch is SubprocessError {
      hasExited = true
      throw Failure.exited
    }
  }

  private nonisolated(nonsending) mutating func nextReply() async throws -> WorkerReply {
    let next: String?
    do {
      next = try await lines.next(isolation: nil)
    } catch let error as SubprocessError {
      throw HarnessError.otherProtocol(found: "a reply that cannot be read: \(error)")
    }
    guard let line = next else {
      hasExited = true
      throw Failure.exited
    }
    let text = line.hasSuffix("\n") ? String(line.dropLast()) : line
    do {
      return try WorkerReply(line: text)
    } catch {
      throw HarnessError.otherProtocol(found: String(text.prefix(200)))
    }
  }

  /// Waits for the greeting that each conversation begins with.
  private nonisolated(nonsending) mutating func greet() async throws {
    switch try await nextReply() {
    case .hello(WorkerProtocol.version): return
    case .environmentFailure(let reason): throw HarnessError.environmentFailure(reason: reason)
    case let other: throw Self.unexpected(other)
    }
  }

  /// Tells the process to exit where it is still there, and returns whether it was.
  @discardableResult
  private nonisolated(nonsending) mutating func close() async -> Bool {
    let wasThere = !hasExited
    // Where it exits meanwhile, its termination says why.
    if wasThere { try? await send(.exit) }
    hasExited = true
    try? await execution.standardInputWriter.finish()
    return wasThere
  }

  private static func unexpected(_ reply: WorkerReply) -> HarnessError {
    .otherProtocol(found: String(((try? reply.line()) ?? "\(reply)").prefix(200)))
  }
}

// MARK: - The process

extension WorkerSession {
  /// Starts a worker, waits for its greeting, lets the body talk to it, and ends it.
  ///
  /// The body may run another session: each process is supervised by itself.
  ///
  /// - Returns: the body's result, or the status of a case that failed or whose process exited.
  /// - Throws: ``HarnessError`` where the program cannot be started, speaks another protocol or
  ///   blames the machine; the body's own errors; `CancellationError` when the task is cancelled.
  nonisolated(nonsending) static func run<Answer: Sendable>(
    _ program: WorkerProgram, limits: WorkerLimits,
    body: nonisolated(nonsending) (inout WorkerSession) async throws -> Answer
  ) async throws -> Outcome<Answer> {
    let (result, termination) = try await supervised(program, limits: limits, body: body)
    try Task.checkCancellation()
    switch result {
    case .success(let answer): return .completed(answer)
    case .failure(.failed(let reason)): return .broken(.failed(reason: reason))
    case .failure(.exited): return .broken(TrialStatus(termination, limits: limits))
    }
  }

  /// As ``run(_:limits:body:)``, with the failure and the process's termination apart.
  nonisolated(nonsending) static func supervised<Answer: Sendable>(
    _ program: WorkerProgram, limits: WorkerLimits,
    body: nonisolated(nonsending) (inout WorkerSession) async throws -> Answer
  ) async throws -> (Result<Answer, Failure>, WorkerTermination) {
    // A process group of its own: the terminal's signals are for the coordinator, and a strategy's
    // child processes can be ended with it.
    var options = PlatformOptions()
    options.processGroupID = 0
    let configuration = Subprocess.Configuration(
      executable: .path(FilePath(program.executable)),
      arguments: Arguments(program.arguments + ["--memory-limit", "\(limits.memory)"]),
      environment: program.environment, platformOptions: options)
    let outcome:
      ExecutionResult<
        (Result<Answer, Failure>, WorkerLimits.Kind?, String), SequenceOutput, SequenceOutput
      >
    do {
      outcome = try await Subprocess.run(
        configuration, input: .inputWriter, output: .sequence, error: .sequence
      ) { execution in
        try await supervise(execution, limits: limits, body: body)
      }
    } catch let error as SubprocessError {
      throw HarnessError.workerCannotStart(program: program.executable, reason: "\(error)")
    }
    let (result, brokenLimit, standardError) = outcome.closureResult
    return (
      result,
      WorkerTermination(
        brokenLimit: brokenLimit, status: outcome.terminationStatus, standardError: standardError)
    )
  }

  private enum Part: Sendable {
    case brokenLimit(WorkerLimits.Kind?)
    case standardError(String)
  }

  /// Runs the conversation while other tasks watch the time, the memory and the error stream.
  private nonisolated(nonsending) static func supervise<Answer: Sendable>(
    _ execution: Run, limits: WorkerLimits,
    body: nonisolated(nonsending) (inout WorkerSession) async throws -> Answer
  ) async throws -> (Result<Answer, Failure>, WorkerLimits.Kind?, String) {
    try await withThrowingTaskGroup(of: Part.self) { group in
      group.addTask { .standardError(await tail(of: execution)) }
      group.addTask {
        let watch = WorkerWatch(process: execution.processIdentifier.value, limits: limits) {
          // It may have ended by itself in between; then there is nothing to end.
          try? execution.send(signal: .kill)
        }
        let broken = await watch.run()
        // The process has ended. What it started and left behind ends with it, or would keep the
        // streams open.
        try? execution.send(signal: .kill, toProcessGroup: true)
        return .brokenLimit(broken)
      }
      let result = try await converse(execution, body: body)
      var brokenLimit: WorkerLimits.Kind?
      var standardError = ""
      for try await part in group {
        switch part {
        case .brokenLimit(let broken): brokenLimit = broken
        case .standardError(let tail):
          standardError = tail
          // The error stream has ended, so the process has: nothing is left to watch.
          group.cancelAll()
        }
      }
      return (result, brokenLimit, standardError)
    }
  }

  private nonisolated(nonsending) static func converse<Answer: Sendable>(
    _ execution: Run, body: nonisolated(nonsending) (inout WorkerSession) async throws -> Answer
  ) async throws -> Result<Answer, Failure> {
    var session = WorkerSession(execution)
    let result: Result<Answer, Failure>
    do {
      try await session.greet()
      result = .success(try await body(&session))
    } catch let failure as Failure {
      result = .failure(failure)
    }
    await session.close()
    return result
  }

  /// Reads the error stream to its end, which comes with the end of the process, and keeps the last
  /// of it: a strategy may write as much as it likes.
  private static func tail(of execution: Run) async -> String {
    var tail: [UInt8] = []
    do {
      for try await buffer in execution.standardError {
        buffer.withUnsafeBytes { tail.append(contentsOf: $0) }
        if tail.count > 2 * tailLength { tail.removeFirst(tail.count - tailLength) }
      }
    } catch {
      // Cancelled, or the stream broke: what was read until then is what there is.
    }
    let lines = String(decoding: tail.suffix(tailLength), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces).prefix(500) }
      .filter { !$0.isEmpty }
    // The runtime's message of a trap is worth more than the frames that it may list after it.
    let messages = lines.prefix { !$0.hasPrefix("Current stack trace") }
    return messages.suffix(5).joined(separator: " | ")
  }

  private static let tailLength = 16_384
}

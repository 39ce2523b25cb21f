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
/// A session is valid within the body of ``run(_:limits:body:)`` only. It cannot be copied, so that
/// nothing is written to a process that another copy knows to have exited.
struct WorkerSession: ~Copyable {
  /// The result of a conversation.
  enum Outcome<Value: Sendable>: Sendable {
    /// The body's result, and the last lines that the process wrote to its standard streams.
    case completed(Value, printed: String)
    case broken(TrialStatus)
  }

  /// The end of a conversation without a result.
  enum Failure: Error {
    /// The process exited.
    case exited
    /// The strategy or its environment threw an error.
    case failed(reason: String)
  }

  typealias Run = Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

  /// The limits of the process, whose time a caller with several jobs restarts for each of them.
  let watch: WorkerWatch
  private let execution: Run
  /// The output of the process on its error stream, divided at its marks.
  private var printed: AsyncStream<String>.Iterator
  private var output: SubprocessOutputSequence.AsyncIterator
  /// The bytes read so far of the next replies.
  private var unread: [UInt8] = []
  private var isGreeted = false
  private var hasExited = false

  /// The maximum of bytes in a reply; an inspection with its transcripts has far fewer.
  private static let maxReplyLength = 1 << 24

  private init(_ execution: Run, watch: WorkerWatch, printed: AsyncStream<String>) {
    self.execution = execution
    self.watch = watch
    self.printed = printed.makeAsyncIterator()
    output = execution.standardOutput.makeAsyncIterator()
  }
}

// MARK: - Requests

extension WorkerSession {
  /// Requests the capabilities of the program for a scenario.
  nonisolated(nonsending) mutating func describe(
    _ scenario: ScenarioText
  ) async throws -> ProgramCapabilities {
    let reply = try await reply(to: .describe(scenario: scenario))
    guard case .described(let capabilities) = reply else { throw Self.unexpected(reply) }
    return capabilities
  }

  /// Requests that a case is prepared and built.
  nonisolated(nonsending) mutating func prepare(
    _ preparation: CasePreparation
  ) async throws -> PreparedCase {
    try await beginPreparing(preparation)
    return try await prepared()
  }

  /// Requests that a case is prepared and built, without waiting for it, nor for the process's
  /// start. ``prepared()`` waits for both.
  nonisolated(nonsending) mutating func beginPreparing(_ preparation: CasePreparation) async throws
  {
    try await send(.prepare(case: preparation))
  }

  /// Waits until the requested case is prepared.
  nonisolated(nonsending) mutating func prepared() async throws -> PreparedCase {
    let reply = try await reply()
    guard case .prepared(let prepared) = reply else { throw Self.unexpected(reply) }
    return prepared
  }

  /// Requests a replay of the prepared case with all meters.
  nonisolated(nonsending) mutating func measure() async throws -> TrialMeasurement {
    let reply = try await reply(to: .measure)
    guard case .measured(let measurement) = reply else { throw Self.unexpected(reply) }
    return measurement
  }

  /// Requests some builds or frames of the prepared case, with the clocks only.
  ///
  /// - Parameter skipped: the number of frames before them that are not timed.
  nonisolated(nonsending) mutating func time(
    _ part: PairPart, _ count: Int, after skipped: Int = 0
  ) async throws -> TimedSteps {
    let reply = try await reply(
      to: part == .builds ? .build(count: count) : .step(count: count, skipping: skipped))
    guard case .stepped(let steps) = reply else { throw Self.unexpected(reply) }
    return steps
  }

  /// Requests that the process counts the instructions of the prepared case itself. A reason comes
  /// with `nil` instructions.
  nonisolated(nonsending) mutating func countInstructions() async throws -> (Int?, String?) {
    let reply = try await reply(to: .count)
    guard case .counted(let instructions, let reason) = reply else { throw Self.unexpected(reply) }
    return (instructions, reason)
  }

  /// Requests a replay of the prepared case, and returns the values of some metrics after each frame.
  nonisolated(nonsending) mutating func follow(_ metrics: [String]) async throws -> [[Double?]] {
    let reply = try await reply(to: .follow(metrics: metrics))
    guard case .followed(let values) = reply, values.allSatisfy({ $0.count == metrics.count })
    else { throw Self.unexpected(reply) }
    return values
  }

  /// Requests an observed replay of a case, and returns it with the last lines that were printed
  /// during it; `nil` if there are none.
  nonisolated(nonsending) mutating func inspect(
    _ preparation: CasePreparation, pictures: String
  ) async throws -> (Inspection, printed: String?) {
    let reply = try await reply(to: .inspect(case: preparation, pictures: pictures))
    guard case .inspected(let inspection, let isMarked) = reply else {
      throw Self.unexpected(reply)
    }
    guard isMarked == true else { return (inspection, nil) }
    // The part before the first mark is of earlier work.
    _ = await printed.next(isolation: nil)
    let text = await printed.next(isolation: nil)
    return (inspection, text.flatMap { $0.isEmpty ? nil : $0 })
  }

  /// Requests the values of a case at some points of the profile's parameters.
  nonisolated(nonsending) mutating func evaluate(
    _ preparation: CasePreparation, at points: [ParameterPoint]
  ) async throws -> [Evaluation] {
    let reply = try await reply(to: .evaluate(case: preparation, points: points))
    guard case .evaluated(let evaluations) = reply, evaluations.count == points.count else {
      throw Self.unexpected(reply)
    }
    return evaluations
  }

  /// Pins the process to a processor, with the threads that it has.
  func pin(toProcessor processor: Int?) {
    guard let processor else { return }
    ProcessorAffinity.keep(execution.processIdentifier.value, on: processor)
  }

  private nonisolated(nonsending) mutating func reply(
    to request: WorkerRequest
  ) async throws -> WorkerReply {
    try await send(request)
    return try await reply()
  }

  /// Waits for the reply to the latest request.
  private nonisolated(nonsending) mutating func reply() async throws -> WorkerReply {
    if !isGreeted { try await greet() }
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
      // What comes instead of a greeting says more.
      if isGreeted { throw Failure.exited }
    }
  }

  private nonisolated(nonsending) mutating func nextReply() async throws -> WorkerReply {
    let next: String?
    do {
      next = try await nextLine()
    } catch let error as SubprocessError {
      throw HarnessError.otherProtocol(found: "a reply that cannot be read: \(error)")
    }
    guard let text = next else {
      hasExited = true
      throw Failure.exited
    }
    do {
      return try WorkerReply(line: text)
    } catch {
      throw HarnessError.otherProtocol(found: String(text.prefix(200)))
    }
  }

  /// Waits for the next line, without its end; `nil` at the end of the output. The package's own
  /// sequence of lines takes several times as long, as it waits for each byte.
  private nonisolated(nonsending) mutating func nextLine() async throws -> String? {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      searched = unread.count
      guard searched <= Self.maxReplyLength else {
        throw HarnessError.otherProtocol(
          found: "a reply that cannot be read: it is longer than \(Self.maxReplyLength) bytes")
      }
      guard let buffer = try await output.next(isolation: nil) else {
        defer { unread = [] }
        return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
      }
      buffer.withUnsafeBytes { unread.append(contentsOf: $0) }
    }
  }

  /// Waits for the greeting that each conversation begins with.
  private nonisolated(nonsending) mutating func greet() async throws {
    isGreeted = true
    switch try await nextReply() {
    case .hello(WorkerProtocol.version): return
    case .environmentFailure(let reason): throw HarnessError.environmentFailure(reason: reason)
    case let other: throw Self.unexpected(other)
    }
  }

  /// Requests the process to exit, without waiting for its end. Each session ends with it.
  nonisolated(nonsending) mutating func close() async {
    // If it exits meanwhile, its termination has the reason.
    if !hasExited { try? await send(.exit) }
    hasExited = true
    try? await execution.standardInputWriter.finish()
  }

  /// Requests the process to exit, and waits for its end. A process that has lost its coordinator
  /// is ended at once, and cannot write its final output.
  nonisolated(nonsending) mutating func waitForExit() async {
    // If it has exited already, its termination has the reason.
    try? await send(.exit)
    hasExited = true
    while (try? await nextLine()) != nil {}
  }

  private static func unexpected(_ reply: WorkerReply) -> HarnessError {
    .otherProtocol(found: String(((try? reply.line()) ?? "\(reply)").prefix(200)))
  }
}

// MARK: - The process

extension WorkerProgram {
  /// The program's file, to start it.
  var file: Executable { .path(FilePath(executable)) }
}

extension WorkerSession {
  /// Starts a worker, runs the body, and ends the worker.
  ///
  /// The body may run another session: each process is supervised separately.
  ///
  /// - Returns: the body's result, or the status of a case that failed or whose process exited.
  /// - Throws: ``HarnessError`` if the program cannot be started, speaks another protocol or
  ///   reports a fault of the machine; the body's own errors; `CancellationError` when the task is
  ///   cancelled.
  nonisolated(nonsending) static func run<Value: Sendable>(
    _ program: WorkerProgram, limits: WorkerLimits,
    body: nonisolated(nonsending) (inout WorkerSession) async throws -> Value
  ) async throws -> Outcome<Value> {
    let (result, termination) = try await supervised(program, limits: limits, body: body)
    try Task.checkCancellation()
    switch result {
    case .success(let value):
      return .completed(value, printed: termination.standardError)
    case .failure(.failed(let reason)): return .broken(.failed(reason: reason))
    case .failure(.exited): return .broken(TrialStatus(termination, limits: limits))
    }
  }

  /// Like ``run(_:limits:body:)``, but returns the failure separately from the process's
  /// termination.
  nonisolated(nonsending) static func supervised<Value: Sendable>(
    _ program: WorkerProgram, limits: WorkerLimits,
    body: nonisolated(nonsending) (inout WorkerSession) async throws -> Value
  ) async throws -> (Result<Value, Failure>, WorkerTermination) {
    // A separate process group: the terminal's signals go to the coordinator only, and the child
    // processes of a strategy can be ended with the worker.
    var options = PlatformOptions()
    options.processGroupID = 0
    let configuration = Subprocess.Configuration(
      executable: program.file,
      arguments: Arguments(program.arguments + ["--memory-limit", "\(limits.memory)"]),
      environment: program.environment, platformOptions: options)
    let outcome:
      ExecutionResult<
        (Result<Value, Failure>, WorkerLimits.Kind?, String), SequenceOutput, SequenceOutput
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
  private nonisolated(nonsending) static func supervise<Value: Sendable>(
    _ execution: Run, limits: WorkerLimits,
    body: nonisolated(nonsending) (inout WorkerSession) async throws -> Value
  ) async throws -> (Result<Value, Failure>, WorkerLimits.Kind?, String) {
    try await withThrowingTaskGroup(of: Part.self) { group in
      let watch = WorkerWatch(execution, limits: limits)
      let (printed, parts) = AsyncStream.makeStream(of: String.self)
      group.addTask { .standardError(await tail(of: execution, parts: parts)) }
      group.addTask { .brokenLimit(await watch.run()) }
      let result = try await converse(
        WorkerSession(execution, watch: watch, printed: printed), body: body)
      var brokenLimit: WorkerLimits.Kind?
      var standardError = ""
      for try await part in group {
        switch part {
        case .brokenLimit(let broken): brokenLimit = broken
        case .standardError(let tail):
          standardError = tail
          // The error stream has ended, and so has the process.
          group.cancelAll()
        }
      }
      return (result, brokenLimit, standardError)
    }
  }

  private nonisolated(nonsending) static func converse<Value: Sendable>(
    _ session: consuming WorkerSession,
    body: nonisolated(nonsending) (inout WorkerSession) async throws -> Value
  ) async throws -> Result<Value, Failure> {
    let result: Result<Value, Failure>
    do {
      result = .success(try await body(&session))
    } catch let failure as Failure {
      result = .failure(failure)
    }
    await session.close()
    return result
  }

  /// Reads the error stream to its end, which is the end of the process, and keeps only its last
  /// part, because a strategy may write any amount.
  ///
  /// - Parameter parts: receives what stands before each mark of the worker.
  /// - Returns: what stands after the last mark.
  private static func tail(
    of execution: Run, parts: AsyncStream<String>.Continuation
  ) async -> String {
    defer { parts.finish() }
    var tail: [UInt8] = []
    do {
      for try await buffer in execution.standardError {
        buffer.withUnsafeBytes { tail.append(contentsOf: $0) }
        while let mark = tail.firstRange(of: WorkerProtocol.mark) {
          parts.yield(shortened(tail[..<mark.lowerBound]))
          tail.removeSubrange(..<mark.upperBound)
        }
        if tail.count > 2 * tailLength { tail.removeFirst(tail.count - tailLength) }
      }
    } catch {
      // Cancelled, or the stream broke: the text until then is kept.
    }
    return shortened(tail[...])
  }

  /// The last lines of what a process wrote, in one.
  private static func shortened(_ bytes: ArraySlice<UInt8>) -> String {
    let lines = String(decoding: bytes.suffix(tailLength), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces).prefix(500) }
      .filter { !$0.isEmpty }
    // The message of a trap is more useful than the stack trace that may follow it.
    let messages = lines.prefix { !$0.hasPrefix("Current stack trace") }
    return messages.suffix(5).joined(separator: " | ")
  }

  private static let tailLength = 16_384
}

import Foundation
import ScenarioModel
import Subprocess
import Synchronization

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A limit that a worker process broke, for which it was ended.
enum BrokenLimit: Sendable {
  case time
  case memory
}

/// A worker process that answers requests.
///
/// Valid inside the body of ``run(_:limits:body:)`` only.
struct WorkerProcess {
  /// How a worker process ended.
  struct Ending: Sendable {
    /// The limit that it broke, if one did.
    let brokenLimit: BrokenLimit?
    let status: TerminationStatus
    /// The last lines of its standard error stream.
    let lastWords: String
  }

  /// The process went away before it answered.
  struct Gone: Error {}

  typealias Run = Execution<CustomWriteInput, SequenceOutput, SequenceOutput>

  private let execution: Run
  private var lines: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator
  private let presence = Presence()

  /// Bytes of an answer: an inspection with its transcripts has far fewer.
  private static let longestAnswer = 1 << 24

  private init(_ execution: Run) {
    self.execution = execution
    lines = execution.standardOutput.strings(bufferingPolicy: .maxLineLength(Self.longestAnswer))
      .makeAsyncIterator()
  }

  /// Whether anybody is left to talk to. Copies of a conversation share it, so that nothing is
  /// written to a process that another copy knows to be gone: that raises `SIGPIPE`.
  private final class Presence: Sendable {
    private let isOver = Atomic(false)

    /// Whether it was over already.
    func end() -> Bool { isOver.exchange(true, ordering: .relaxed) }
  }

  /// Keeps the process on a processor; it has not started any thread of its own yet.
  func keep(on processor: Int?) {
    guard let processor else { return }
    ProcessorAffinity.keep(execution.processIdentifier.value, on: processor)
  }

  /// Sends a request without waiting for its answer.
  nonisolated(nonsending) func send(_ request: WorkerRequest) async throws {
    do {
      _ = try await execution.standardInputWriter.write(try request.line() + "\n")
    } catch is SubprocessError {
      throw gone()
    }
  }

  /// The next answer.
  nonisolated(nonsending) mutating func answer() async throws -> WorkerReply {
    let next: String?
    do {
      next = try await lines.next(isolation: nil)
    } catch let error as SubprocessError {
      throw HarnessError.otherProtocol(found: "an answer that cannot be read: \(error)")
    }
    guard let line = next else { throw gone() }
    let words = line.hasSuffix("\n") ? String(line.dropLast()) : line
    do {
      return try WorkerReply(line: words)
    } catch {
      throw HarnessError.otherProtocol(found: String(words.prefix(200)))
    }
  }

  /// Waits for the greeting, with which each conversation begins; throws where the program speaks
  /// another version of the protocol.
  nonisolated(nonsending) mutating func greet() async throws {
    switch try await answer() {
    case .hello(WorkerProtocol.version): return
    case .unfit(let reply): throw HarnessError.unfitMachine(reason: reply.reason)
    case let other:
      throw HarnessError.otherProtocol(found: String(try other.line().prefix(200)))
    }
  }

  /// Tells the process to exit, and waits until it no longer talks.
  ///
  /// It is told so after the conversation anyway; this is for those who care for the moment.
  nonisolated(nonsending) mutating func end() async {
    guard await close() else { return }
    while let line = try? await lines.next(isolation: nil), !line.isEmpty {}
  }

  private func gone() -> Gone {
    _ = presence.end()
    return Gone()
  }

  /// Tells the process to exit where it is still there, and answers whether it was.
  @discardableResult
  private nonisolated(nonsending) func close() async -> Bool {
    let wasOver = presence.end()
    // Where it goes meanwhile, how it ended says why.
    if !wasOver { try? await send(.exit) }
    try? await execution.standardInputWriter.finish()
    return !wasOver
  }

  /// Starts a worker, lets the body talk to it, and ends it.
  ///
  /// The body may run another worker: two conversations then go on at a time, and each process is
  /// watched over on its own.
  ///
  /// - Returns: what the body returned, or `nil` where the process went away before; and how the
  ///   process ended.
  nonisolated(nonsending) static func run<Answer: Sendable>(
    _ program: WorkerProgram, limits: WorkerLimits,
    body: nonisolated(nonsending) (inout WorkerProcess) async throws -> Answer
  ) async throws -> (answer: Answer?, ending: Ending) {
    // A group of its own: what the terminal sends is for the coordinator, and whatever a strategy
    // starts can be ended with it.
    var options = PlatformOptions()
    options.processGroupID = 0
    let configuration = Configuration(
      executable: .path(FilePath(program.executable)),
      arguments: Arguments(program.arguments + ["--memory-limit", "\(limits.memory)"]),
      environment: program.environment, platformOptions: options)
    let outcome: ExecutionResult<(Answer?, BrokenLimit?, String), SequenceOutput, SequenceOutput>
    do {
      outcome = try await Subprocess.run(
        configuration, input: .inputWriter, output: .sequence, error: .sequence
      ) { execution in
        try await supervise(execution, limits: limits, body: body)
      }
    } catch let error as SubprocessError {
      throw HarnessError.workerCannotStart(program: program.executable, reason: "\(error)")
    }
    let (answer, brokenLimit, lastWords) = outcome.closureResult
    return (
      answer,
      Ending(
        brokenLimit: brokenLimit, status: outcome.terminationStatus, lastWords: lastWords)
    )
  }

  /// What the tasks beside the conversation answer with.
  private enum Part: Sendable {
    case brokenLimit(BrokenLimit?)
    case lastWords(String)
  }

  /// Runs the conversation beside the watches over time, memory and the error stream.
  private nonisolated(nonsending) static func supervise<Answer: Sendable>(
    _ execution: Run, limits: WorkerLimits,
    body: nonisolated(nonsending) (inout WorkerProcess) async throws -> Answer
  ) async throws -> (Answer?, BrokenLimit?, String) {
    try await withThrowingTaskGroup(of: Part.self) { group in
      group.addTask { .lastWords(await lastWords(of: execution)) }
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
      let answer = try await converse(execution, body: body)
      var brokenLimit: BrokenLimit?
      var words = ""
      for try await part in group {
        switch part {
        case .brokenLimit(let broken): brokenLimit = broken
        case .lastWords(let last):
          words = last
          // The error stream has ended, so the process has: nothing is left to watch.
          group.cancelAll()
        }
      }
      return (answer, brokenLimit, words)
    }
  }

  private nonisolated(nonsending) static func converse<Answer: Sendable>(
    _ execution: Run, body: nonisolated(nonsending) (inout WorkerProcess) async throws -> Answer
  ) async throws -> Answer? {
    var process = WorkerProcess(execution)
    var answer: Answer?
    do {
      answer = try await body(&process)
    } catch is Gone {
      // How the process ended says why.
    }
    await process.close()
    return answer
  }

  /// Reads the error stream to its end, which comes with the end of the process, and keeps the last
  /// of it: a strategy may write as much as it likes.
  private static func lastWords(of execution: Run) async -> String {
    var tail: [UInt8] = []
    do {
      for try await buffer in execution.standardError {
        buffer.withUnsafeBytes { tail.append(contentsOf: $0) }
        if tail.count > 2 * lastWordsLength { tail.removeFirst(tail.count - lastWordsLength) }
      }
    } catch {
      // Cancelled, or the stream broke: what was heard until then is what there is.
    }
    let lines = String(decoding: tail.suffix(lastWordsLength), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces).prefix(500) }
      .filter { !$0.isEmpty }
    // What the runtime says of a trap is worth more than the frames that it may list after it.
    let words = lines.prefix { !$0.hasPrefix("Current stack trace") }
    return words.suffix(5).joined(separator: " | ")
  }

  private static let lastWordsLength = 16_384
}

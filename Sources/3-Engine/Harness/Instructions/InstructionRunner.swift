import Foundation
import ScenarioModel

/// A counter of the instructions that building and replaying a case takes, each time in a new
/// worker.
///
/// It uses the processor's own counter. If there is none, the worker runs under callgrind, about 50
/// times slower. Preparing the data and the warm-up are not counted.
public struct InstructionRunner: Sendable {
  private let program: WorkerProgram
  private let limits: WorkerLimits
  private let searchPath: SearchPath
  private let usesHardware: Bool

  /// - Parameters:
  ///   - program: the program of the workers.
  ///   - limits: the limits of a worker without callgrind; with it, the time limit is a hundred
  ///     times as long, and callgrind's own memory is added.
  ///   - searchPath: the folders for valgrind and strip, separated by colons; `nil` for this
  ///     process's `PATH`.
  ///   - usesHardware: `false` to use callgrind only, whose counts can be compared with machines
  ///     without a counter.
  public init(
    program: WorkerProgram, limits: WorkerLimits, searchPath: String? = nil,
    usesHardware: Bool = true
  ) {
    self.program = program
    self.limits = limits
    self.searchPath = searchPath.map(SearchPath.init(text:)) ?? .ofThisProcess
    self.usesHardware = usesHardware
  }

  /// Counts a case's instructions once.
  ///
  /// The worker gets a new folder instead of the request's own; the shared one stays. A failure of
  /// the case is returned as a status. The function throws for a fault of the tool or its
  /// environment only: a worker that cannot be started or speaks another protocol, a folder that
  /// cannot be written, and cancellation.
  public func count(_ prepare: CasePreparation) async throws -> InstructionCount {
    var faults: [String] = []
    if usesHardware {
      let reading = try await countByHardware(prepare)
      guard case .notAvailable(let reason) = reading else { return reading }
      faults.append(reason)
    }
    let workspace = try Workspace()
    defer { workspace.remove() }
    let reading = try await countByCallgrind(prepare, in: workspace)
    guard case .notAvailable(let reason) = reading else { return reading }
    return .notAvailable(reason: (faults + [reason]).joined(separator: "; "))
  }

  private func countByHardware(_ prepare: CasePreparation) async throws -> InstructionCount {
    do throws(InstructionCounterUnavailable) {
      try InstructionCounter.checkAvailability()
    } catch {
      return .notAvailable(reason: error.description)
    }
    let workspace = try Workspace()
    defer { workspace.remove() }
    switch try await converse(prepare, in: workspace, with: program, limits: limits) {
    case .broken(let status): return .broken(status)
    case .completed(let count, _):
      guard let instructions = count.instructions else {
        return .notAvailable(reason: count.reason ?? "the worker gave no reason")
      }
      return .counted(instructions, source: InstructionCount.hardwareSource)
    }
  }

  /// Counts the instructions under callgrind, and leaves its output in `callgrind.out` in the
  /// workspace.
  ///
  /// - Parameter seconds: the time limit, if it is shorter than the scaled one.
  func countByCallgrind(
    _ prepare: CasePreparation, in workspace: Workspace, options: [String] = [],
    seconds: Double = .infinity
  ) async throws -> InstructionCount {
    guard let valgrind = searchPath.program("valgrind") else {
      return .notAvailable(reason: "valgrind is not installed")
    }
    let copy: String
    do {
      copy = try await StrippedProgram.path(of: program.executable, searchPath: searchPath)
    } catch {
      return .notAvailable(reason: error.reason)
    }
    let callgrind = Callgrind(
      valgrind: valgrind, outputFile: workspace.path + "/callgrind.out",
      logFile: workspace.path + "/valgrind.log")
    var limits = Callgrind.scaled(limits)
    limits.seconds = min(limits.seconds, seconds)
    let outcome = try await converse(
      prepare, in: workspace,
      with: callgrind.around(program, executable: copy, options: options), limits: limits)
    if case .broken(let status) = outcome { return .broken(status) }
    guard let output = try? String(contentsOfFile: callgrind.outputFile, encoding: .utf8) else {
      return .notAvailable(reason: "callgrind wrote no counts")
    }
    guard let instructions = Callgrind.instructions(in: output) else {
      return .notAvailable(
        reason: "callgrind saw no call of \(CountedPart.functionName); is the program stripped of "
          + "its symbols?")
    }
    return .counted(instructions, source: InstructionCount.callgrindSource)
  }

  /// Lets a worker replay a case, and do all that it does at its end: only then has a profiler written
  /// its output.
  func converse(
    _ preparation: CasePreparation, in workspace: Workspace, with program: WorkerProgram,
    limits: WorkerLimits
  ) async throws -> WorkerSession.Outcome<(instructions: Int?, reason: String?)> {
    let own = CasePreparation(
      scenario: preparation.scenario, scenarioCase: preparation.scenarioCase,
      seed: preparation.seed,
      folders: TrialFolders(own: workspace.path, shared: preparation.folders.shared))
    return try await WorkerSession.run(program, limits: limits) { session in
      _ = try await session.prepare(own)
      let count = try await session.countInstructions()
      await session.waitForExit()
      return count
    }
  }
}

/// A replay whose instructions are counted: building the strategy and each frame, as far as they
/// are timed. Recording of frames is left out, and no clock or meter runs in between.
struct CountedReplay {
  let replay: any Replay

  /// Replays the whole case once, from its build on.
  ///
  /// If this process cannot count by itself, it replays nevertheless, for a profiler that runs it.
  func run() throws -> WorkerReply {
    // If this fails, there is no jemalloc, and nothing depends on its clock.
    try? AllocationDecay.stop()
    let counter: InstructionCounter
    do throws(InstructionCounterUnavailable) {
      counter = try InstructionCounter()
    } catch {
      try run { try CountedPart.run($0) }
      return .counted(instructions: nil, reason: error.description)
    }
    do {
      try run { work in
        try counter.start()
        try CountedPart.run(work)
        try counter.stop()
      }
      let instructions = try counter.read()
      guard instructions > 0 else { throw InstructionCounterUnavailable.countsNothing }
      return .counted(instructions: instructions, reason: nil)
    } catch let error as InstructionCounterUnavailable {
      return .counted(instructions: nil, reason: error.description)
    }
  }

  private func run(_ counted: (() throws -> Void) throws -> Void) throws {
    replay.reset()
    try counted { try replay.build() }
    for frame in 0..<replay.frameCount {
      try counted { try replay.showFrame(frame) }
      replay.frameDidEnd(frame)
    }
  }
}

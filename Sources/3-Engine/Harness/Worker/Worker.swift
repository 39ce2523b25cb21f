import Foundation
import ScenarioModel
import Support

/// The process that does the work of one trial, or evaluates and inspects many cases, with one
/// request per line.
///
/// A worker measures on its main thread. It ends on request, or when its coordinator has ended.
public struct Worker {
  private let families: FamilyRegistry
  private let source: @Sendable () -> String
  private var output: WorkerOutput
  private var trial: MeasuredReplay?
  /// The trial's replay without the meters.
  private var unmetered: (any Replay)?
  /// The replay is kept to the end: freeing its contents, such as a database with its queue, may
  /// start threads, which would allocate during a measurement.
  private var warmUp: (any Replay)?
  /// The evaluator of the latest scenario and seed.
  private var evaluator: ScenarioEvaluator?

  /// - Parameter source: the file of the program's entry point, as the compiler saw it.
  public init(
    families: FamilyRegistry, source: @autoclosure @escaping @Sendable () -> String
  ) throws {
    self.families = families
    self.source = source
    output = try WorkerOutput()
  }

  /// Replies to requests until `exit` or the end of the input.
  public mutating func run() throws {
    WorkerLifetime.endWithCoordinator()
    try output.send(.hello(version: WorkerProtocol.version))
    while let line = readLine() {
      let request = try WorkerRequest(line: line)
      if case .exit = request { return }
      do {
        try output.send(try reply(to: request))
      } catch let error as EnvironmentError {
        try output.send(.environmentFailure(reason: error.description))
      } catch {
        try output.send(.failed(reason: "\(error)"))
      }
    }
  }

  private mutating func reply(to request: WorkerRequest) throws -> WorkerReply {
    switch request {
    case .prepare(let preparation): return .prepared(case: try prepare(preparation))
    case .measure:
      return try withTrial { trial in
        try trial.replayAll()
        return .measured(
          trial: TrialMeasurement(values: trial.results(), waiting: trial.waiting))
      }
    case .step(let count, let skipped):
      return .stepped(steps: try withTrial { try $0.step(count, after: skipped) })
    case .build(let count): return .stepped(steps: try withTrial { try $0.rebuild(count) })
    case .count: return try counted()
    case .follow(let metrics): return try followed(metrics)
    case .describe(let scenario):
      let environment = try EnvironmentFile(
        yaml: scenario.text, file: scenario.file, families: families)
      return .described(
        program: ProgramCapabilities(
          strategies: environment.family.strategies.map(\.name),
          variants: environment.workload.variants,
          metrics: environment.family.description.allMetrics, keys: environment.family.keyNames,
          profile: EnvironmentFingerprint.profile(of: environment.workload),
          parameters: environment.workload.profile?.keeping(environment.workload.profileGroups)
            .valuesByName,
          provenance: .current(commit: "not known to a worker"), source: source()))
    case .evaluate(let preparation, let points):
      let evaluator = try evaluator(of: preparation)
      return .evaluated(
        evaluations: try points.map {
          try evaluator.evaluation(
            of: preparation.scenarioCase, at: $0, folders: preparation.folders)
        })
    case .inspect(let preparation, let pictures):
      try WorkerOutput.mark()
      let inspection = try evaluator(of: preparation).inspection(
        of: preparation.scenarioCase, isWhole: preparation.isInspectedOnly == true,
        pictures: preparation.isInspectedForValues == true ? nil : pictures,
        folders: preparation.folders)
      try WorkerOutput.mark()
      return .inspected(inspection: inspection, isMarked: true)
    case .exit:
      throw WorkerError.nothingPrepared
    }
  }

  /// The evaluator of a scenario and a seed, with the values that earlier requests have made.
  private mutating func evaluator(of preparation: CasePreparation) throws -> ScenarioEvaluator {
    if evaluator?.text != preparation.scenario || evaluator?.seed != preparation.seed {
      evaluator = nil
    }
    let evaluator =
      try self.evaluator
      ?? ScenarioEvaluator(preparation.scenario, seed: preparation.seed, families: families)
    self.evaluator = evaluator
    return evaluator
  }

  private mutating func prepare(_ preparation: CasePreparation) throws -> PreparedCase {
    let file = try EnvironmentFile(
      yaml: preparation.scenario.text, file: preparation.scenario.file, families: families)
    let workload = preparation.seed.map { file.workload.reseeded($0) } ?? file.workload
    let warmUp = try workload.prepareWarmUp(
      preparation.scenarioCase, folders: try Self.folders("warm-up", in: preparation.folders))
    // With the meters, too: the runtime allocates when it uses a type for the first time.
    var rehearsal = MeasuredReplay(warmUp)
    try rehearsal.build()
    try rehearsal.replayAll()
    _ = rehearsal.results()
    self.warmUp = warmUp
    let prepared = try workload.prepare(
      preparation.scenarioCase, folders: try Self.folders("trial", in: preparation.folders))
    let replay =
      preparation.slowdown.map { SlowedReplay(prepared, by: $0) as any Replay } ?? prepared
    var trial = MeasuredReplay(replay)
    try trial.build()
    self.trial = trial
    unmetered = replay
    return PreparedCase(
      frameCount: trial.frameCount, framesAreIndependent: trial.framesAreIndependent)
  }

  private mutating func withTrial<Result>(
    _ body: (inout MeasuredReplay) throws -> Result
  ) throws -> Result {
    guard var trial else { throw WorkerError.nothingPrepared }
    // Moved out while it changes, so that its buffers are not copied.
    self.trial = nil
    defer { self.trial = trial }
    return try body(&trial)
  }

  /// Replays the whole case from its build; the earlier numbers of the meters become invalid.
  private mutating func counted() throws -> WorkerReply {
    guard let unmetered else { throw WorkerError.nothingPrepared }
    trial = nil
    return try CountedReplay(replay: unmetered).run()
  }

  /// Replays the whole case from its build; the earlier numbers of the meters become invalid.
  private mutating func followed(_ metrics: [String]) throws -> WorkerReply {
    guard let unmetered else { throw WorkerError.nothingPrepared }
    trial = nil
    unmetered.reset()
    var values: [[Double?]] = []
    try unmetered.run { _ in
      let results = unmetered.results()
      values.append(
        metrics.map { name in
          results.first { $0.name == name }?.value.number.flatMap { $0.isFinite ? $0 : nil }
        })
    }
    return .followed(values: values)
  }

  /// Creates a folder within the trial's own if there is none, and returns it with the shared one.
  static func folders(_ name: String, in folders: TrialFolders) throws -> TrialFolders {
    let path = folders.own + "/" + name
    // Never the parent folder: if it is missing, the coordinator has ended, and files there would
    // never be removed.
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw EnvironmentError(path: path, reason: String(cString: strerror(errno)))
    }
    return TrialFolders(own: path, shared: folders.shared)
  }
}

/// A request that a worker cannot carry out in its present state.
struct WorkerError: Error, Hashable, CustomStringConvertible {
  let description: String

  /// No case was prepared.
  static let nothingPrepared = WorkerError(
    description: "expected 'prepare' first, so that there is something to report")
}

/// The worker's stream to its coordinator: the standard output that it was started with.
///
/// File descriptor 1 is redirected to the standard error stream, so that a strategy that prints
/// does not break the protocol.
struct WorkerOutput {
  /// Open to the very end: a profiler writes after the last line of the program, and the coordinator
  /// waits for the end of the stream.
  private let descriptor: Int32

  init() throws {
    // Closed in child processes of a strategy, so that the stream ends with this process.
    descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  func send(_ reply: WorkerReply) throws {
    try DescriptorOutput.write(try reply.line() + "\n", to: descriptor)
  }

  /// Marks the end of the output so far.
  static func mark() throws {
    fflush(nil)
    try DescriptorOutput.write(WorkerProtocol.mark[...], to: STDERR_FILENO)
  }
}

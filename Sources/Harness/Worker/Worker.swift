import Foundation
import Measurement
import ScenarioModel

/// The process that does the work of one trial: it is told what to do line by line.
///
/// A worker measures on its main thread. It ends when it is told to, or when its coordinator is
/// gone.
public struct Worker {
  private let families: FamilyRegistry
  private let source: String
  private var output: WorkerOutput
  private var trial: MeasuredReplay?
  /// The trial's replay without the meters around it.
  private var unmetered: (any Replay)?
  /// Kept to the end: what it holds (a database, its queue) may start threads when it is freed,
  /// and those would allocate while something is measured.
  private var warmUp: (any Replay)?

  /// - Parameter source: the file of the program's entry point, as the compiler saw it.
  public init(families: FamilyRegistry, source: String) throws {
    self.families = families
    self.source = source
    output = try WorkerOutput()
  }

  /// Answers requests until `exit` or the end of the input.
  public mutating func run() throws {
    WorkerLifetime.endWithCoordinator()
    try output.send(.hello(version: WorkerProtocol.version))
    while let line = readLine() {
      let request = try WorkerRequest(line: line)
      if case .exit = request { return }
      do {
        try output.send(try answer(request))
      } catch let error as EnvironmentError {
        try output.send(.unfit(FailedReply(reason: error.description)))
      } catch {
        try output.send(.failed(FailedReply(reason: "\(error)")))
      }
    }
  }

  private mutating func answer(_ request: WorkerRequest) throws -> WorkerReply {
    switch request {
    case .prepare(let request):
      let workload = try self.workload(request)
      let warmUp = try workload.prepareWarmUp(
        request.scenarioCase, folders: try Self.folders("warm-up", in: request.folders))
      try Self.warmUp(warmUp)
      self.warmUp = warmUp
      let prepared = try workload.prepare(
        request.scenarioCase, folders: try Self.folders("trial", in: request.folders))
      let replay = request.slowdown.map { SlowedReplay(prepared, by: $0) as any Replay } ?? prepared
      var trial = MeasuredReplay(replay)
      try trial.build()
      self.trial = trial
      unmetered = replay
      return .ready(
        ReadyReply(
          frameCount: trial.frameCount, framesAreIndependent: trial.framesAreIndependent))
    case .replay(let frames): return .slice(try slice(frames) { try $0.replay(frames) })
    case .step(let count, let skipped):
      return .steps(try steps { try $0.step(count, after: skipped) })
    case .build(let count): return .steps(try steps { try $0.rebuild(count) })
    case .count: return .counted(try counted())
    case .describe(let request):
      let world = try EnvironmentFile(yaml: request.text, file: request.file, families: families)
      return .description(
        DescriptionReply(
          strategies: world.family.strategies.map(\.name), variants: world.workload.variants,
          metrics: Metric.ofEveryTrial + world.family.metrics, keys: world.family.keys,
          profile: EnvironmentFingerprint.profile(of: world.workload),
          provenance: .current(commit: "not known to a worker"), source: source))
    case .report:
      guard let trial else { throw WorkerError.nothingPrepared }
      return .result(ResultReply(values: trial.results(), waiting: trial.waiting))
    case .inspect(let request):
      let workload = try self.workload(request.prepare)
      return .inspection(
        try workload.inspect(
          request.prepare.scenarioCase,
          folders: try Self.folders("inspection", in: request.prepare.folders),
          pictures: request.pictures))
    case .exit:
      throw WorkerError.nothingPrepared
    }
  }

  private mutating func slice(
    _ frames: Range<Int>, _ body: (inout MeasuredReplay) throws -> SliceReply
  ) throws -> SliceReply {
    guard var trial else { throw WorkerError.nothingPrepared }
    guard frames.upperBound <= trial.frameCount else {
      throw WorkerError.noSuchFrames(frames, prepared: trial.frameCount)
    }
    // Moved out while it changes, so that its buffers are not copied.
    self.trial = nil
    defer { self.trial = trial }
    return try body(&trial)
  }

  private mutating func steps(
    _ body: (inout MeasuredReplay) throws -> StepsReply
  ) throws -> StepsReply {
    guard var trial else { throw WorkerError.nothingPrepared }
    self.trial = nil
    defer { self.trial = trial }
    return try body(&trial)
  }

  /// Replays the whole case anew; what the meters knew of it is void.
  private mutating func counted() throws -> CountedReply {
    guard let unmetered else { throw WorkerError.nothingPrepared }
    trial = nil
    return try CountedReplay(replay: unmetered).run()
  }

  private func workload(_ request: PrepareRequest) throws -> any Workload {
    let world = try EnvironmentFile(yaml: request.text, file: request.file, families: families)
    guard let seed = request.seed else { return world.workload }
    return world.workload.reseeded(seed)
  }

  private static func warmUp(_ replay: any Replay) throws {
    try replay.build()
    for frame in 0..<replay.frameCount {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    _ = replay.results()
  }

  /// A new folder inside of the trial's own, beside the shared one.
  private static func folders(_ name: String, in folders: TrialFolders) throws -> TrialFolders {
    let path = folders.own + "/" + name
    do {
      // Never the folder that it lies in: where that is gone, so is the coordinator, and what was
      // written there would stay for ever.
      if !FileManager.default.fileExists(atPath: path) {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
      }
    } catch {
      throw EnvironmentError(path: path, reason: error.localizedDescription)
    }
    return TrialFolders(own: path, shared: folders.shared)
  }
}

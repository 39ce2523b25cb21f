import Foundation
import Scenarios

/// The protocol between the coordinator and a worker: lines of a verb and its payload.
///
/// The coordinator sends `prepare JSON`, `replay FIRST END`, `time FIRST END`, `report`,
/// `inspect JSON`, `exit`. The worker answers each but the last with one line: `hello VERSION`
/// (once, when it has started), `ready JSON`, `slice FIRST END WALL CPU ALLOCATIONS BYTES`,
/// `result JSON`, `inspection JSON`, `failed JSON`, or, where the machine and not the strategy is
/// at fault, `unfit JSON`. Times are in nanoseconds; a count that was
/// not taken is `-`. A plain trial is one replay of all frames; a gate alternates short timed
/// slices of two workers, with the allocator's counters left alone. Frames may be replayed again,
/// in any order: the latest replay of a frame counts.
public enum WorkerProtocol {
  /// Raised whenever an old worker would misunderstand a new coordinator, or the other way round.
  public static let version = 3
}

/// What a worker needs to prepare a case.
public struct PrepareRequest: Hashable, Sendable, Codable {
  /// The scenario's file name and its text as the coordinator read it.
  public let file: String
  public let text: String
  /// The case to prepare.
  public let scenarioCase: Case
  /// The seed of every generator; `nil`: the scenario's own.
  public let seed: UInt64?
  /// Where the worker may write.
  public let folders: TrialFolders

  public init(
    file: String, text: String, scenarioCase: Case, seed: UInt64?, folders: TrialFolders
  ) {
    self.file = file
    self.text = text
    self.scenarioCase = scenarioCase
    self.seed = seed
    self.folders = folders
  }
}

/// What a worker needs to inspect a case.
public struct InspectRequest: Hashable, Sendable, Codable {
  /// What to replay.
  public let prepare: PrepareRequest
  /// An existing folder for pictures.
  public let pictures: String

  public init(prepare: PrepareRequest, pictures: String) {
    self.prepare = prepare
    self.pictures = pictures
  }
}

/// A worker has prepared and built its case.
public struct ReadyReply: Hashable, Sendable, Codable {
  /// How many frames the case has.
  public let frameCount: Int
}

/// One replay of frames: its wall time is the sum of the frames', its CPU time the whole slice's.
public struct SliceReply: Hashable, Sendable {
  /// The frames that were replayed.
  public let frames: Range<Int>
  /// The sum of the frames' wall times.
  public let wallNanoseconds: Int64
  /// The CPU time of the whole slice.
  public let processorNanoseconds: Int64
  /// What the frames allocated; `nil` where the meter was off or cannot tell.
  public internal(set) var allocations: Int?
  public internal(set) var bytesAllocated: Int?
}

/// What a trial answers with.
public struct ResultReply: Hashable, Sendable, Codable {
  /// Every metric of the trial.
  public let values: [NamedValue]
}

/// A strategy or its world refused to work.
public struct FailedReply: Hashable, Sendable, Codable {
  /// In the words of the error that was thrown.
  public let reason: String
}

/// What a coordinator asks of a worker.
enum WorkerRequest {
  case prepare(PrepareRequest)
  case replay(Range<Int>)
  case time(Range<Int>)
  case report
  case inspect(InspectRequest)
  case exit
}

/// What a worker answers.
enum WorkerReply {
  case hello(version: Int)
  case ready(ReadyReply)
  case slice(SliceReply)
  case result(ResultReply)
  case inspection(Inspection)
  case failed(FailedReply)
  case unfit(FailedReply)
}

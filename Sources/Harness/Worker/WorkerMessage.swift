import Foundation
import Measurement
import ScenarioModel

/// The protocol between the coordinator and a worker: lines of a verb and its payload.
///
/// The coordinator sends `describe JSON`, `prepare JSON`, `replay FIRST END`, `step SKIPPED COUNT`,
/// `build COUNT`, `count`, `report`, `inspect JSON`, `exit`. The worker answers each but the last
/// with one line: `hello VERSION` (once, when it has started), `description JSON`, `ready JSON`,
/// `slice FIRST END WALL CPU ALLOCATIONS BYTES`,
/// `steps FRAMES BUILDS WALL WAIT BUILDWALL BUILDWAIT`,
/// `counted JSON`, `result JSON`, `inspection JSON`, `failed JSON`, or, where the machine and not
/// the strategy is at fault, `unfit JSON`. Times are in nanoseconds; a count that was not taken is
/// `-`. An answer beyond ``WorkerBounds`` is not of the protocol.
///
/// A plain trial is one replay of all frames. A gate alternates short timed slices of two workers:
/// builds, and steps that go on from where the slice before ended, after some frames that are not
/// timed, and begin anew, with a build, after the last frame. The allocator's counters are left
/// alone meanwhile, so a worker that was stepped has no counts to report.
public enum WorkerProtocol {
  /// Raised whenever an old worker would misunderstand a new coordinator, or the other way round.
  public static let version = 5
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
  /// By which share each frame is to take longer than it does, where a gate is tried on a known
  /// change; `nil` for everything else.
  public let slowdown: Double?

  public init(
    file: String, text: String, scenarioCase: Case, seed: UInt64?, folders: TrialFolders,
    slowdown: Double? = nil
  ) {
    self.slowdown = slowdown
    self.file = file
    self.text = text
    self.scenarioCase = scenarioCase
    self.seed = seed
    self.folders = folders
  }
}

/// A scenario that a worker is asked about.
public struct DescribeRequest: Hashable, Sendable, Codable {
  /// The scenario's file name and its text as the coordinator read it.
  public let file: String
  public let text: String

  public init(file: String, text: String) {
    self.file = file
    self.text = text
  }
}

/// What a worker knows of a scenario's world: a build of another time may know less or more.
public struct DescriptionReply: Hashable, Sendable, Codable {
  /// The strategies of the scenario's family.
  public let strategies: [String]
  /// The variants of the scenario's world.
  public let variants: [String]
  /// Everything that a trial answers with.
  public let metrics: [Metric]
  /// The keys of a scenario file that the family reads: one that it does not know would be another
  /// world.
  public let keys: [String]
  /// The fingerprint of the platform profile behind the modelled numbers; `nil` where there is
  /// none.
  public let profile: String?
  /// With what the program was built, and on what it runs; `nil` where it is too old to say.
  public let provenance: Provenance?
  /// The file of the program's entry point, as the compiler saw it; `nil` where it does not say.
  public let source: String?

  public init(
    strategies: [String], variants: [String], metrics: [Metric], keys: [String], profile: String?,
    provenance: Provenance?, source: String?
  ) {
    self.source = source
    self.strategies = strategies
    self.keys = keys
    self.profile = profile
    self.variants = variants
    self.metrics = metrics
    self.provenance = provenance
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
  /// Whether any of them can be shown without those before it.
  public let framesAreIndependent: Bool
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

/// Some frames and builds of a case, with the clocks alone around them.
public struct StepsReply: Hashable, Sendable {
  /// How many frames were replayed.
  public let frames: Int
  /// How often the strategy was made.
  public let builds: Int
  /// The sum of the frames' wall times.
  public let wallNanoseconds: Int64
  /// How much of it the thread waited for a processor; `nil` where the system does not tell.
  public let waitNanoseconds: Int64?
  /// The sum of the builds' wall times.
  public let buildNanoseconds: Int64
  /// How much of it the thread waited for a processor; `nil` where the system does not tell.
  public let buildWaitNanoseconds: Int64?

  /// What a part took by itself: its wall time without the waiting for a processor, at least 1 ns.
  func time(of part: PairPart) -> Int64 { max(1, wall(of: part) - (wait(of: part) ?? 0)) }

  /// How long a part waited for a processor; at most its wall time.
  func wait(of part: PairPart) -> Int64? {
    (part == .builds ? buildWaitNanoseconds : waitNanoseconds).map { min($0, wall(of: part)) }
  }

  private func wall(of part: PairPart) -> Int64 {
    part == .builds ? buildNanoseconds : wallNanoseconds
  }
}

/// The instructions that building and replaying a whole case took.
public struct CountedReply: Hashable, Sendable, Codable {
  /// `nil` where this process could not count them itself.
  public let instructions: Int?
  /// Why there is no count.
  public let reason: String?

  public init(instructions: Int?, reason: String?) {
    self.instructions = instructions
    self.reason = reason
  }
}

/// What a trial answers with.
public struct ResultReply: Hashable, Sendable, Codable {
  /// Every metric of the trial.
  public let values: [NamedValue]
  /// The share of the trial's time in which its thread waited for a processor; `nil` where the
  /// system does not tell.
  public let waiting: Double?
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
  case step(Int, after: Int)
  case build(Int)
  case count
  case describe(DescribeRequest)
  case report
  case inspect(InspectRequest)
  case exit
}

/// What a worker answers.
package enum WorkerReply {
  case hello(version: Int)
  case ready(ReadyReply)
  case slice(SliceReply)
  case steps(StepsReply)
  case counted(CountedReply)
  case description(DescriptionReply)
  case result(ResultReply)
  case inspection(Inspection)
  case failed(FailedReply)
  case unfit(FailedReply)
}

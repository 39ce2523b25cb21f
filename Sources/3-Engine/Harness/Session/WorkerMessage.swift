import Foundation
import Platform
import ScenarioModel
import Support

/// The protocol between the coordinator and a worker: a line of JSON for each message.
///
/// A worker begins with ``WorkerReply/hello(version:)``. Then it sends one reply to each request
/// but the last; ``WorkerReply/failed(reason:)`` and ``WorkerReply/environmentFailure(reason:)``
/// are possible replies to all requests. Times are in nanoseconds.
///
/// A plain trial is `prepare` and `measure`. A gate alternates short timed slices of two workers:
/// builds, and steps that continue after the previous slice and start again with a build after the
/// last frame. The allocator's counters are not read meanwhile.
public enum WorkerProtocol {
  /// The version of the protocol. It is raised when workers and coordinators of two versions would
  /// misunderstand each other.
  public static let version = 6

  /// The mark that a worker writes to its error stream before and after an inspection. A process
  /// does many inspections; the marks separate what each one printed.
  static let mark = Array("\u{1}inspection\u{1}\n".utf8)
}

/// A request of the coordinator.
package enum WorkerRequest: Codable {
  case describe(scenario: ScenarioText)
  case prepare(case: CasePreparation)
  /// Replay all frames with all meters, and report.
  case measure
  /// Replay the next frames with the clocks only, after frames that are not timed.
  case step(count: Int, skipping: Int)
  /// Build the strategy a number of times with the clocks only.
  case build(count: Int)
  /// Count the instructions of a whole replay.
  case count
  /// Replay without meters, and read some metrics of the frames so far after each frame.
  case follow(metrics: [String])
  /// Replay with everything observed; pictures and recordings go to an existing folder.
  case inspect(case: CasePreparation, pictures: String)
  /// Replay without timing, at some points of the profile's parameters.
  case evaluate(case: CasePreparation, points: [ParameterPoint])
  case exit
}

/// A worker's reply.
package enum WorkerReply: Codable {
  case hello(version: Int)
  case described(program: ProgramCapabilities)
  case prepared(case: PreparedCase)
  case measured(trial: TrialMeasurement)
  case stepped(steps: TimedSteps)
  /// The instructions, or the reason why this process could not count them.
  case counted(instructions: Int?, reason: String?)
  /// The metrics after each frame; `nil` for one that is not available.
  case followed(values: [[Double?]])
  /// An inspection; marked if ``WorkerProtocol/mark`` stands before and after what it printed.
  case inspected(inspection: Inspection, isMarked: Bool?)
  case evaluated(evaluations: [Evaluation])
  /// The strategy or its environment threw an error.
  case failed(reason: String)
  /// The machine is at fault, not the strategy.
  case environmentFailure(reason: String)
}

// MARK: - Payloads

/// A scenario that the coordinator read.
public struct ScenarioText: Hashable, Sendable, Codable {
  /// The path of the scenario's file.
  public let file: String
  /// The text of the file.
  public let text: String

  /// Creates the text of a scenario.
  public init(_ scenario: Scenario) {
    self.init(file: scenario.file, text: scenario.text)
  }

  /// Creates the text of a file.
  public init(file: String, text: String) {
    self.file = file
    self.text = text
  }
}

/// Everything that a worker needs to prepare a case.
public struct CasePreparation: Hashable, Sendable, Codable {
  /// The scenario.
  public let scenario: ScenarioText
  /// The case.
  public let scenarioCase: Case
  /// The seed of all generators; `nil` for the scenario's own.
  public let seed: UInt64?
  /// The folders that the worker may write to.
  public var folders: TrialFolders
  /// The fraction by which each frame is prolonged, for the calibration of a gate; otherwise `nil`.
  public let slowdown: Double?
  /// Indicates whether no trial measures the case, so that its inspection returns all values;
  /// otherwise `nil`, and the family decides.
  public var isInspectedOnly: Bool?
  /// Indicates whether only the values of its inspection are wanted, and nothing is drawn or
  /// recorded; otherwise `nil`. A program of an earlier version draws nevertheless.
  package var isInspectedForValues: Bool?

  /// Creates a preparation.
  public init(
    scenario: ScenarioText, scenarioCase: Case, seed: UInt64?, folders: TrialFolders,
    slowdown: Double? = nil, isInspectedOnly: Bool? = nil
  ) {
    self.scenario = scenario
    self.scenarioCase = scenarioCase
    self.seed = seed
    self.folders = folders
    self.slowdown = slowdown
    self.isInspectedOnly = isInspectedOnly
  }
}

/// The parts of a scenario that a program can replay and measure, which depend on its version.
public struct ProgramCapabilities: Hashable, Sendable, Codable {
  /// The strategies of the scenario's family.
  public let strategies: [String]
  /// The variants of the scenario's environment.
  public let variants: [String]
  /// All metrics of a trial.
  public let metrics: [Metric]
  /// The keys of a scenario file that the family reads. A key that it does not read would change
  /// the environment.
  public let keys: [String]
  /// The fingerprint of the platform profile of the modelled numbers; `nil` if there is none.
  public let profile: String?
  /// The values of its parameters that the modelled numbers depend on, by their names; `nil` of an
  /// earlier version.
  public let parameters: [String: Double]?
  /// The circumstances of the program.
  public let provenance: Provenance?
  /// The file of the program's entry point, as the compiler saw it.
  public let source: String?
}

/// A case that a worker has prepared and built.
public struct PreparedCase: Hashable, Sendable, Codable {
  /// The number of frames of the replay.
  public let frameCount: Int
  /// Indicates whether each frame can be shown without those before it.
  public let framesAreIndependent: Bool
}

/// The numbers of a measured trial.
public struct TrialMeasurement: Hashable, Sendable, Codable {
  /// All metrics of the trial.
  public let values: [NamedValue]
  /// The fraction of the trial's time in which its thread waited for a processor; `nil` if the
  /// system does not report it.
  public let waiting: Double?
}

/// The times of some frames and builds of a case.
public struct TimedSteps: Hashable, Sendable, Codable {
  /// The number of frames that were replayed.
  public let frames: Int
  /// The number of times that the strategy was made.
  public let builds: Int
  /// The sum of the frames' wall times.
  public let frameTime: Int64
  /// The part of it that the thread waited for a processor; `nil` if the system does not say.
  public let frameWait: Int64?
  /// The sum of the builds' wall times.
  public let buildTime: Int64
  /// The part of it that the thread waited for a processor; `nil` if the system does not say.
  public let buildWait: Int64?

  /// The time of a part by itself: its wall time without the waiting for a processor, at least 1
  /// ns.
  func time(of part: PairPart) -> Int64 { max(1, wall(of: part) - (wait(of: part) ?? 0)) }

  /// The time that a part waited for a processor; at most its wall time.
  func wait(of part: PairPart) -> Int64? {
    (part == .builds ? buildWait : frameWait).map { min($0, wall(of: part)) }
  }

  private func wall(of part: PairPart) -> Int64 { part == .builds ? buildTime : frameTime }
}

/// A part of a case that is timed.
public enum PairPart: String, Hashable, Sendable, Codable, CaseIterable {
  /// Building the strategy.
  case builds
  /// The replay's frames.
  case frames
}

/// The values of a case at a point, and the parameters that they depend on.
public struct Evaluation: Hashable, Sendable, Codable {
  /// The case's counted and modelled metrics.
  public let values: [NamedValue]
  /// The parameters that the replay read: with others it might do other operations.
  public let replayParameters: Set<ProfileParameter.Name>
  /// The parameters that only the costs of the recorded operations were read from.
  public let costParameters: Set<ProfileParameter.Name>
}

// MARK: - Lines

extension WorkerRequest {
  package init(line: String) throws {
    guard let request = try? JSONDecoder.results.decode(WorkerRequest.self, from: Data(line.utf8)),
      request.isWithinBounds
    else { throw ProtocolError(line: line, expected: "a request of a coordinator") }
    self = request
  }

  private var isWithinBounds: Bool {
    switch self {
    case .step(let count, let skipped):
      WorkerBounds.frames.contains(count) && WorkerBounds.frames.contains(skipped)
    case .build(let count): WorkerBounds.frames.contains(count)
    default: true
    }
  }

  func line() throws -> String {
    String(decoding: try JSONEncoder.results.encode(self), as: UTF8.self)
  }
}

extension WorkerReply {
  package init(line: String) throws {
    let reply: WorkerReply
    do {
      reply = try JSONDecoder.results.decode(WorkerReply.self, from: Data(line.utf8))
    } catch {
      throw ProtocolError(line: line, expected: "a reply of a worker")
    }
    guard reply.isWithinBounds else {
      throw ProtocolError(line: line, expected: "numbers and names within the protocol's bounds")
    }
    self = reply.shortened
  }

  package func line() throws -> String {
    String(decoding: try JSONEncoder.results.encode(self), as: UTF8.self)
  }
}

/// A line that is not of the worker's protocol.
public struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line.
  public let line: String
  /// The expected message.
  public let expected: String

  public var description: String {
    "expected \(expected) from the other process, found '\(line.prefix(200))'; "
      + "are both of the same version?"
  }
}

/// The bounds of numbers and texts of another program, which may be of another time, or not one of
/// ours, and reply with anything.
///
/// Code that computes with a reply may rely on them.
enum WorkerBounds {
  /// 46 hours at 60 frames a second. A plan of each frame fits into memory.
  static let frames = 0...10_000_000
  /// A year, which is the longest that a trial may take.
  static let nanoseconds: ClosedRange<Int64> = 0...31_536_000_000_000_000
  /// The counts that a `Double` represents exactly, so that sums and ratios of counts are right.
  static let counts = 0...(1 << 53)
  /// The magnitude of a metric's value; its square and a sum of many squares are numbers too.
  static let maxValue = 1e100
  /// The characters of a reason that a journal and a report keep.
  static let maxReasonLength = 4_000
}

extension WorkerReply {
  fileprivate var isWithinBounds: Bool {
    switch self {
    case .prepared(let prepared): WorkerBounds.frames.contains(prepared.frameCount)
    case .measured(let measurement):
      measurement.values.allSatisfy(\.isWithinBounds)
        && measurement.waiting.map { (0...1).contains($0) } ?? true
    case .stepped(let steps):
      WorkerBounds.frames.contains(steps.frames) && WorkerBounds.frames.contains(steps.builds)
        && [steps.frameTime, steps.frameWait, steps.buildTime, steps.buildWait]
          .allSatisfy { $0.map { WorkerBounds.nanoseconds.contains($0) } ?? true }
    case .counted(let instructions, _):
      instructions.map { WorkerBounds.counts.contains($0) } ?? true
    case .followed(let values):
      values.joined().allSatisfy { $0.map { abs($0) <= WorkerBounds.maxValue } ?? true }
    case .inspected(let inspection, _):
      inspection.values.allSatisfy(\.isWithinBounds)
        && inspection.files.allSatisfy { RunFolder.isPlainName($0) }
    case .evaluated(let evaluations):
      evaluations.allSatisfy { $0.values.allSatisfy(\.isWithinBounds) }
    case .hello, .described, .failed, .environmentFailure: true
    }
  }

  /// The reply with no more of a reason than is worth keeping.
  private var shortened: WorkerReply {
    switch self {
    case .failed(let reason): .failed(reason: Self.shortened(reason))
    case .environmentFailure(let reason): .environmentFailure(reason: Self.shortened(reason))
    default: self
    }
  }

  private static func shortened(_ reason: String) -> String {
    PlainText.shortened(reason, to: WorkerBounds.maxReasonLength)
  }
}

extension NamedValue {
  fileprivate var isWithinBounds: Bool {
    value.number.map { !$0.isFinite || abs($0) <= WorkerBounds.maxValue } ?? true
  }
}

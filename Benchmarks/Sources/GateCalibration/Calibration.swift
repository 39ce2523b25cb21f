import Families
import Foundation
import Gate
import Harness
import ScenarioModel
import Support

/// A calibration of a gate by comparisons whose truth is known: a program with a copy of itself,
/// and with itself plus a known amount of work.
///
/// Everything runs through the code of the gate.
struct Calibration: Sendable {
  let options: CalibrationOptions
  /// The cases of the null gates; `nil`: the synthetic workload.
  let plan: Plan?
  let provenance: Provenance
  /// The state of the machine, in a few words.
  let load: String

  /// Runs every kind of comparison; one process or one pair of processes at a time.
  func run(
    progress: @escaping @Sendable (CalibrationEvent) -> Void
  ) async throws -> CalibrationResults {
    let start = ContinuousClock.now
    let work = try SyntheticWorkload(families: .standard)
    let copy = try ProgramCopy()
    defer { copy.remove() }
    let shared = try SharedFolders()
    defer { shared.remove() }
    let exact = ExactCalibration(work: work, copy: copy, options: options, provenance: provenance)
    var groups = try await exact.counted(progress: progress)
    let instructions = try await exact.instructions(shared: shared, progress: progress)
    groups += instructions.groups
    let timed = TimedCalibration(
      work: work, plan: plan, copy: copy, shared: shared, options: options)
    let gates = try await timed.run(progress: progress)
    return CalibrationResults(
      provenance: provenance, load: load, gate: options.gate, groups: gates + groups,
      instructionsUnavailable: instructions.unavailable,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }
}

/// An event of a calibration.
enum CalibrationEvent: Sendable {
  /// A timed gate has ended.
  case timed(InjectedChange, work: String, CalibrationResults.TimedGate, number: Int, of: Int)
  /// Comparisons of counted numbers, or of instructions, have ended.
  case exact(CalibrationResults.Group)
}

/// The change that a calibration makes on purpose from the base to the head.
enum InjectedChange: Hashable, Sendable, CustomStringConvertible, Encodable {
  /// No change: a regression is a false alarm.
  case nothing
  /// A percentage of additional work.
  case work(percent: Int)
  /// Frames that take longer by a percentage.
  case time(percent: Int)
  /// More of a counted operation than the gate lets pass, in a few words: `one unit`.
  case operation(String)

  /// The additional work of the head.
  var description: String {
    switch self {
    case .nothing: "nothing"
    case .work(let percent): "\(percent) % of work"
    case .time(let percent): "\(percent) % of time"
    case .operation(let name): name
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A copy of this program, which stands for the build of an unchanged base.
struct ProgramCopy: Sendable {
  private let folder: Workspace
  let program: WorkerProgram

  init() throws {
    folder = try Workspace()
    let path = folder.path + "/" + WorkerProgram.ownName
    do {
      try FileManager.default.copyItem(atPath: WorkerProgram.ownPath, toPath: path)
    } catch {
      throw HarnessError.cannotWrite(path: path, reason: FileFault.reason(error))
    }
    program = .worker(at: path)
  }

  func remove() { folder.remove() }
}

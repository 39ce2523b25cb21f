import Foundation
import Harness
import ScenarioModel
import Support

/// A calibration of a gate by comparisons whose truth is known: a program with a copy of itself,
/// and with itself plus a known amount of work.
///
/// Everything runs through the code of the gate.
package struct Calibration: Sendable {
  private let options: CalibrationOptions
  private let families: FamilyRegistry
  private let plan: Plan?
  private let provenance: Provenance
  private let load: String

  /// - Parameters:
  ///   - plan: the cases of the null gates; `nil`: the synthetic workload.
  ///   - load: the state of the machine, in a few words.
  package init(
    options: CalibrationOptions, families: FamilyRegistry, plan: Plan?, provenance: Provenance,
    load: String
  ) {
    self.options = options
    self.families = families
    self.plan = plan
    self.provenance = provenance
    self.load = load
  }

  /// Runs every kind of comparison; one process or one pair of processes at a time.
  package func run(
    progress: @escaping @Sendable (CalibrationEvent) -> Void
  ) async throws -> CalibrationResults {
    let start = ContinuousClock.now
    let work = try SyntheticWorkload(families: families)
    let copy = try ProgramCopy()
    defer { copy.remove() }
    let shared = try SharedFolders()
    defer { shared.remove() }
    let exact = ExactCalibration(
      work: work, copy: copy, options: options, provenance: provenance)
    var groups = try await exact.counted(progress: progress)
    let instructions = try await exact.instructions(shared: shared, progress: progress)
    groups += instructions.groups
    let timed = TimedCalibration(
      work: work, plan: plan, copy: copy, shared: shared, options: options)
    let gates = try await timed.run(progress: progress)
    return CalibrationResults(
      provenance: provenance, load: load, margin: options.gate.margin, alpha: options.gate.alpha,
      budget: options.gate.secondsPerCase, timed: gates, exact: groups,
      instructionsUnavailable: instructions.unavailable,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }
}

/// The numbers of comparisons of a calibration, and the gate that it calibrates.
package struct CalibrationOptions: Sendable {
  /// Timed gates over no change.
  package var nullGates = 20
  /// Timed gates over each amount of more work.
  package var gatesOfChange = 3
  /// The amounts of more work or time, as percentages.
  package var changes = CalibrationFamily.slowerStrategies.map(\.percent)
  /// Comparisons of counted numbers over no change, and over each operation more.
  package var exactComparisons = 100
  /// Comparisons of instructions over no change, and over 1 % more work; 0: none.
  package var instructionComparisons = 0
  /// The calibrated gate.
  package var gate = TimedGateOptions()

  package init() {}
}

/// An event of a calibration.
package enum CalibrationEvent: Sendable {
  /// A timed gate has ended.
  case timed(InjectedChange, work: String, CalibrationResults.TimedGate, number: Int, of: Int)
  /// Comparisons of counted numbers, or of instructions, have ended.
  case exact(CalibrationResults.ExactGroup)
}

/// The change that a calibration makes on purpose from the base to the head.
package enum InjectedChange: Hashable, Sendable {
  /// No change: a regression is a false alarm.
  case nothing
  /// A percentage of the work more.
  case work(percent: Int)
  /// Frames that take a percentage of their time longer.
  case time(percent: Int)
  /// One counted operation more, in a few words: `one allocation`.
  case operation(String)
}

extension InjectedChange: CustomStringConvertible {
  /// The additional work of the head.
  package var description: String {
    switch self {
    case .nothing: "nothing"
    case .work(let percent): "\(percent) % of work"
    case .time(let percent): "\(percent) % of time"
    case .operation(let name): name
    }
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

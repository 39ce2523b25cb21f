import Harness
import Measurement
import PinData
import ScenarioModel
import Verdicts

/// Tries a gate on comparisons whose truth is known: a program against a copy of itself, and
/// against itself with a known amount of more work.
///
/// Everything runs through the very code that a gate runs.
package struct Calibration: Sendable {
  private let options: CalibrationOptions
  private let families: FamilyRegistry
  /// What null comparisons replay besides the known work.
  private let plan: Plan?
  private let provenance: Provenance
  private let load: String

  /// - Parameters:
  ///   - plan: the cases that null comparisons replay; `nil`: the known work.
  ///   - load: how the machine is, in a few words.
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

  /// Tries every tier; one process or one pair of processes at a time.
  package func run(
    progress: @escaping @Sendable (CalibrationEvent) -> Void
  ) async throws -> CalibrationResults {
    let start = ContinuousClock.now
    let work = try KnownWork(families: families)
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

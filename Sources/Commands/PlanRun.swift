import Foundation
import Harness
import ScenarioModel
import Support

/// A plan that is run before somebody's eyes: with progress, and with an end where the user
/// interrupts it.
struct PlanRun: Sendable {
  let plan: Plan
  let limits: WorkerLimits
  /// The run's folder.
  let folder: String
  let isQuiet: Bool

  private var coordinator: Coordinator {
    Coordinator(plan: plan, program: .itself(), limits: limits, folder: folder)
  }

  /// Throws where the run's journal, or the files that its scenarios name, changed meanwhile.
  func checkUndisturbed() throws { try coordinator.checkUndisturbed() }

  /// Runs what the folder does not hold yet, and sums it up.
  ///
  /// - Parameter words: what to tell a user who interrupted it.
  func results(
    _ beginning: Coordinator.Beginning, whenInterrupted words: String
  ) async throws -> RunResults {
    let coordinator = self.coordinator
    let display = ProgressDisplay(isQuiet: isQuiet)
    let records = try await Interruption.cancelling {
      try await coordinator.run(beginning, progress: display.show)
    } orElse: {
      display.end()
      StandardError.write(words + "\n")
    }
    display.end()
    return RunResults(
      plan: plan, records: records,
      provenance: .current(commit: await GitCommit.current()),
      command: ShellWord.command(Array(CommandLine.arguments.dropFirst())))
  }
}

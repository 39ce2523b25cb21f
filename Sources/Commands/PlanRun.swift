import Foundation
import Harness
import Reporting
import ScenarioModel
import Support
import Verdicts

/// A run of a plan that shows its progress and that the user can interrupt.
struct PlanRun: Sendable {
  let plan: Plan
  let limits: WorkerLimits
  /// The run's folder.
  let folder: String
  let isQuiet: Bool

  private var coordinator: Coordinator {
    Coordinator(plan: plan, program: .itself(), limits: limits, folder: folder)
  }

  /// Checks that nothing changed the run's journal, or the files that its scenarios name,
  /// meanwhile.
  func checkUndisturbed() throws { try coordinator.checkUndisturbed() }

  /// Runs the trials that the folder does not hold yet, and summarizes all.
  ///
  /// - Parameter message: the message for a user who interrupts the run.
  func results(
    _ mode: Coordinator.Mode, whenInterrupted message: String
  ) async throws -> RunResults {
    let coordinator = self.coordinator
    let display = ProgressDisplay(isQuiet: isQuiet)
    let records = try await Interruption.cancelling {
      try await coordinator.run(mode, progress: display.show)
    } orElse: {
      display.end()
      StandardError.write(message + "\n")
    }
    display.end()
    return RunResults(
      plan: plan, records: records,
      provenance: .current(commit: await GitCommit.current()),
      command: ShellWord.command(Array(CommandLine.arguments.dropFirst())))
  }
}

/// The progress of a run: a live line on a terminal, plain lines elsewhere.
struct ProgressDisplay: Sendable {
  private let isQuiet: Bool
  private let isLive: Bool

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    isLive = StandardError.isTerminal
  }

  func show(_ event: ProgressEvent) {
    guard !isQuiet else { return }
    switch event {
    case .began(let trials, let recorded):
      let known = recorded > 0 ? ", \(recorded) of them already recorded" : ""
      StandardError.write("\(trials) trials\(known)\n")
      if trials == recorded {
        StandardError.write("the run is complete; nothing is left to measure\n")
      }
    case .started(let key):
      if isLive { StandardError.rewrite("\(key)") }
    case .finished(let record, let done, let total, let secondsLeft):
      let line = PlainText.line("[\(done)/\(total)] \(record.key): \(record.status)")
      if isLive {
        if !record.status.isCompleted {
          StandardError.rewrite("")
          StandardError.write(line + "\n")
        }
        StandardError.rewrite("[\(done)/\(total)] \(Self.clock(secondsLeft)) left  \(record.key)")
      } else {
        StandardError.write("\(line) (\(Self.clock(secondsLeft)) left)\n")
      }
    }
  }

  /// Clears the terminal's line.
  func end() {
    if isLive, !isQuiet { StandardError.rewrite("") }
  }

  private static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension PlanRun {
  /// Measures a plan for a comparison, in a folder that gets its report, or in a temporary one.
  static func measure(
    _ plan: Plan, limits: WorkerLimits, folder: String?, isQuiet: Bool
  ) async throws -> RunResults {
    let temporary = folder == nil ? try Workspace() : nil
    defer { temporary?.remove() }
    let path = folder ?? temporary?.path ?? ""
    let results = try await PlanRun(plan: plan, limits: limits, folder: path, isQuiet: isQuiet)
      .results(.fresh, whenInterrupted: "interrupted; nothing was compared")
    if let folder {
      try RunReport.write(
        results, verdict: RunVerdict(results), ledger: ScenarioLibrary().ledger(), to: folder)
    }
    return results
  }
}

import ScenarioModel

/// A run in a folder that was begun and has not ended.
package enum UnfinishedRun: Hashable, Sendable {
  /// A run of the same plan with the same program, with some trials recorded: it can be continued.
  case samePlan(recorded: Int)
  /// A run of another plan or another program, or one whose journal cannot be read.
  case otherPlan

  /// Looks for a run in a folder; `nil` without a recorded trial, or if the run has ended. Changes
  /// nothing.
  package init?(in folder: String, of plan: Plan, program: WorkerProgram = .itself()) {
    guard Journal.hasRecords(in: folder), !RunFolder.isFinished(folder) else { return nil }
    let expected = PlanFingerprint(
      plan, work: RunFingerprint(plan), executable: program.executable)
    guard let found = try? JournalContents(ofFileAt: RunFolder.journal(in: folder)),
      found.header.plan == expected, let records = try? found.records()
    else {
      self = .otherPlan
      return
    }
    self = .samePlan(recorded: records.count)
  }
}

import Foundation
import ScenarioModel

/// A run as its journal has it: all results can be computed from it again.
public struct JournaledRun: Sendable {
  private let folder: String
  let header: JournalHeader
  /// One record for each trial, in the order in which they ended.
  let records: [TrialRecord]

  /// Reads the journal in a run's folder. Changes nothing.
  public init(folder: String) throws(FinishedRunError) {
    let path = RunFolder.journal(in: folder)
    do throws(JournalContents.Fault) {
      let contents = try JournalContents(ofFileAt: path)
      header = contents.header
      records = try contents.records()
    } catch {
      switch error {
      case .missing: throw .missing(folder)
      case .unreadable(let reason): throw .damaged(path: path, reason: reason)
      case .otherVersion(let found):
        throw .otherVersion(path: path, expected: JournalHeader.version, found: found)
      case .damaged(let line, let reason):
        throw FinishedRunError(
          "\(path):\(line):1: error: this line of the journal cannot be read (\(reason)); repeat "
            + "the run")
      }
    }
    self.folder = folder
  }

  /// The scenarios of the run, whose files are read again.
  public var scenarios: [ScenarioReference] { header.scenarios }

  /// Computes the results of the run.
  ///
  /// - Parameter scenarios: the scenarios that ``scenarios`` names, in the same order.
  /// - Throws: ``FinishedRunError`` if the files of the scenarios changed since the run, or if
  ///   trials are missing; ``PlanError`` for scenarios that cannot be planned.
  public func results(of scenarios: [Scenario]) throws -> RunResults {
    let references = scenarios.map { ScenarioReference($0) }
    let changed = ScenarioReference.differences(references, header.scenarios)
    guard changed.isEmpty else {
      throw FinishedRunError(
        "\(changed.map(\.file).joined(separator: ", ")): expected the files that the run in "
          + "\(folder) read, found different ones; check out the run's commit, or repeat the run")
    }
    let plan = try Plan(
      scenarios: scenarios, selection: header.selection, shard: header.shard)
    guard Set(records.map(\.key)).isSuperset(of: plan.trials) else {
      throw FinishedRunError.unfinished(folder)
    }
    return RunResults(plan: plan, records: records, origin: header.origin)
  }
}

import Foundation
import ScenarioModel

/// A run as its journal has it: all results can be computed from it again.
public struct JournaledRun: Sendable {
  private let folder: String
  private let header: JournalHeader
  private let records: [TrialRecord]

  /// Reads the journal in a run's folder. Changes nothing.
  public init(folder: String) throws(FinishedRunError) {
    let path = RunFolder.journal(in: folder)
    guard FileManager.default.fileExists(atPath: path) else {
      throw RunFolder.isPublished(folder) ? .published(folder: folder) : .missing(folder: folder)
    }
    do throws(JournalContents.Fault) {
      let contents = try JournalContents(ofFileAt: path)
      header = contents.header
      records = try contents.records()
    } catch {
      switch error {
      case .missing: throw .missing(folder: folder)
      case .unreadable(let reason): throw .damaged(path: path, reason: reason)
      case .otherVersion(let found):
        throw .otherVersion(path: path, expected: JournalHeader.version, found: found)
      case .damaged(let line, let reason):
        throw .damaged(path: path, reason: "line \(line): \(reason)")
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
      throw FinishedRunError.changedFiles(folder: folder, files: changed.map(\.file))
    }
    let plan = try Plan(
      scenarios: scenarios, selection: header.selection, shard: header.shard)
    guard Set(records.map(\.key)).isSuperset(of: plan.trials) else {
      throw FinishedRunError.unfinished(folder: folder)
    }
    return RunResults(plan: plan, records: records, origin: header.origin)
  }
}

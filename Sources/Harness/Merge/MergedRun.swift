import Foundation
import ScenarioModel
import Support

/// A run that was put together from the runs of all shards: as if one machine had done all.
public struct MergedRun: Sendable {
  public let plan: Plan
  /// The records of all trials, in the plan's order.
  public let records: [TrialRecord]
  private let first: ShardRun
  private let others: [ShardRun]

  init(plan: Plan, records: [TrialRecord], first: ShardRun, others: [ShardRun]) {
    self.plan = plan
    self.records = records
    self.first = first
    self.others = others
  }

  /// In the order of the shards.
  private var runs: [ShardRun] { [first] + others }

  /// Sums up the records.
  ///
  /// - Parameter command: what was asked of the command line.
  public func results(command: String) -> RunResults {
    let parts = runs.map(\.part)
    return RunResults(
      plan: plan, records: records,
      provenance: Provenance(of: first.part, and: others.map(\.part)), command: command,
      parts: parts)
  }

  /// Writes the journal and the pictures into a folder as those of a run; its report is missing
  /// then.
  ///
  /// Makes the folder where there is none. A finished run in it is replaced; that of a shard is not.
  ///
  /// - Throws: ``MergeError``, ``HarnessError``.
  public func write(to folder: String) throws {
    let place = Self.place(folder)
    for run in runs where Self.place(run.folder) == place {
      throw MergeError.intoAShard(folder: folder)
    }
    let pictures = try self.pictures
    let header = JournalHeader.merged(plan, work: first.work, scenarios: first.scenarios)
    let journal = try Journal.begin(in: folder, header: header)
    for picture in pictures {
      let target = folder + "/" + picture.name
      do {
        try AtomicFile.copy(picture.path, to: target)
      } catch {
        throw HarnessError.cannotWrite(path: target, reason: error.reason)
      }
    }
    // After the pictures: a folder with records and without results is an unfinished run.
    try journal.append(records)
  }

  /// The pictures that the records name, where they are now.
  private var pictures: [(name: String, path: String)] {
    get throws(MergeError) {
      var pictures: [(name: String, path: String)] = []
      for run in runs {
        for record in run.records {
          for picture in record.pictures {
            let name = picture.file
            guard picture.hasPlainName else {
              throw .damagedRecord(
                folder: run.folder, record.key,
                reason: "expected a picture's name, found '\(name)'")
            }
            let path = run.folder + "/" + name
            guard FileManager.default.isReadableFile(atPath: path) else {
              throw .damagedRecord(
                folder: run.folder, record.key, reason: "its picture \(name) is not there")
            }
            pictures.append((name, path))
          }
        }
      }
      return pictures
    }
  }

  private static func place(_ folder: String) -> String {
    URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
  }
}

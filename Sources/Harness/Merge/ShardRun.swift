import Foundation
import ScenarioModel
import Support

/// The finished run of a shard, read from its folder.
public struct ShardRun: Hashable, Sendable {
  /// A shard and where its run is, as errors name it.
  public struct Name: Hashable, Sendable, CustomStringConvertible {
    public let shard: Shard
    public let folder: String

    public var description: String { "shard \(shard) (\(folder))" }
  }

  public let name: Name
  /// The fingerprint of the whole work that the shard is a part of.
  public let work: RunFingerprint
  public let selection: RunSelection
  /// The scenarios of the whole work.
  public let scenarios: [ScenarioReference]
  public let provenance: Provenance
  /// One of each trial, in the order in which they ended.
  public let records: [TrialRecord]

  public var shard: Shard { name.shard }
  public var folder: String { name.folder }
  /// What the results of the merged run tell of it.
  var part: RunPart { RunPart(shard: shard, provenance: provenance) }

  /// What is read of `results.json`.
  private struct Results: Decodable {
    let provenance: Provenance
  }

  /// Reads a run's journal, and from its results where it was made. Touches nothing.
  public init(folder: String) throws(MergeError) {
    let journal = folder + "/" + Journal.fileName
    guard FileManager.default.fileExists(atPath: journal) else {
      throw .notARun(folder: folder)
    }
    let data = try Self.contents(of: journal)
    let header: JournalHeader
    do throws(JournalContents.Fault) {
      let contents = try JournalContents(data)
      header = contents.header
      records = try contents.records()
    } catch {
      switch error {
      case .empty: throw .notARun(folder: folder)
      case .otherVersion(let found): throw .otherVersion(folder: folder, found: found)
      case .damaged(let line, let reason):
        throw .damagedJournal(path: journal, line: line, reason: reason)
      }
    }
    guard let shard = header.shard else { throw .notAShard(folder: folder) }
    let results = folder + "/" + RunFolder.resultsFile
    // The results are written last.
    guard FileManager.default.fileExists(atPath: results) else {
      throw .unfinished(folder: folder, shard: shard)
    }
    do {
      provenance = try JSONDecoder().decode(
        Results.self, from: try Self.contents(of: results)
      ).provenance
    } catch let error as MergeError {
      throw error
    } catch {
      throw .cannotRead(path: results, reason: "\(error)")
    }
    name = Name(shard: shard, folder: folder)
    work = header.work
    selection = header.selection
    scenarios = header.scenarios
  }

  private static func contents(of path: String) throws(MergeError) -> Data {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path)
    } catch {
      throw .cannotRead(path: path, reason: error.description)
    }
  }
}

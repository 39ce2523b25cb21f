import ScenarioModel

/// The finished run of a shard, read from its folder.
public struct ShardRun: Hashable, Sendable {
  /// A shard and the folder of its run, for messages.
  public struct Name: Hashable, Sendable, CustomStringConvertible {
    /// The shard.
    public let shard: Shard
    /// The folder of the shard's run.
    public let folder: String

    package init(shard: Shard, folder: String) {
      self.shard = shard
      self.folder = folder
    }

    public var description: String { "shard \(shard) (\(folder))" }
  }

  /// The shard and its folder.
  public let name: Name
  /// The fingerprint of the whole run that the shard is a part of.
  public let work: RunFingerprint
  /// The changes that the run made to its scenarios.
  public let selection: RunSelection
  /// The scenarios of the whole run.
  public let scenarios: [ScenarioReference]
  /// The machine, the allocator and the program of the run.
  public let provenance: Provenance
  /// One record for each trial, in the order in which they ended.
  public let records: [TrialRecord]

  /// The shard.
  public var shard: Shard { name.shard }
  /// The folder of the run.
  public var folder: String { name.folder }
  /// The summary in the results of the merged run.
  var part: RunPart { RunPart(shard: shard, provenance: provenance) }

  /// Reads a run's journal. Changes nothing.
  public init(folder: String) throws(FinishedRunError) {
    let journal = try JournaledRun(folder: folder)
    let header = journal.header
    guard let shard = header.shard else {
      throw FinishedRunError(
        "expected the run of a shard (run --shard 1/3), found a run that was not split in \(folder)"
      )
    }
    guard RunFolder.isFinished(folder) else {
      throw FinishedRunError(
        "the run of shard \(shard) in \(folder) is not finished: continue it with --resume on its "
          + "machine, or run it again")
    }
    records = journal.records
    provenance = header.origin.provenance
    name = Name(shard: shard, folder: folder)
    work = header.work
    selection = header.selection
    scenarios = header.scenarios
  }
}

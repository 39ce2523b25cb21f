import ScenarioModel

/// The finished run of a shard, read from its folder.
public struct ShardRun: Hashable, Sendable {
  /// A shard and the folder of its run, for messages.
  public struct Name: Hashable, Sendable, CustomStringConvertible {
    /// The shard.
    public let shard: Shard
    /// The folder of the shard's run.
    public let folder: String

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
  public init(folder: String) throws(MergeError) {
    let journal = RunFolder.journal(in: folder)
    let header: JournalHeader
    do throws(JournalContents.Fault) {
      let contents = try JournalContents(ofFileAt: journal)
      header = contents.header
      records = try contents.records()
    } catch {
      switch error {
      case .missing: throw .notARun(folder: folder)
      case .unreadable(let reason): throw .cannotRead(path: journal, reason: reason)
      case .otherVersion(let found): throw .otherVersion(folder: folder, found: found)
      case .damaged(let line, let reason):
        throw .damagedJournal(path: journal, line: line, reason: reason)
      }
    }
    guard let shard = header.shard else { throw .notAShard(folder: folder) }
    guard RunFolder.isFinished(folder) else { throw .unfinished(folder: folder, shard: shard) }
    provenance = header.origin.provenance
    name = Name(shard: shard, folder: folder)
    work = header.work
    selection = header.selection
    scenarios = header.scenarios
  }
}

/// A reason why runs cannot be merged.
public enum MergeError: Error, Hashable, Sendable {
  /// The folder contains no journal.
  case notARun(folder: String)
  /// The journal has a format of another version.
  case otherVersion(folder: String, found: Int)
  /// A file of the run cannot be read.
  case cannotRead(path: String, reason: String)
  /// A line of the journal cannot be decoded.
  case damagedJournal(path: String, line: Int, reason: String)
  /// The run is not of a shard.
  case notAShard(folder: String)
  /// The shard's run has not ended.
  case unfinished(folder: String, shard: Shard)
  /// No run was given.
  case nothingToMerge
  /// Two runs are of different numbers of shards.
  case otherCount(ShardRun.Name, ShardRun.Name)
  /// Several runs are of one shard.
  case duplicate(Shard, folders: [String])
  /// Shards have no run.
  case missing([Shard])
  /// Two runs have different selections.
  case otherSelection(ShardRun.Name, String, ShardRun.Name, String)
  /// Two runs are parts of different work.
  case otherWork(ShardRun.Name, ShardRun.Name, scenarios: [String])
  /// Two runs differ in a property of the machine or the program that counted numbers depend on.
  case otherProvenance(of: String, ShardRun.Name, String, ShardRun.Name, String)
  /// Files differ from those that the runs read.
  case changedWork(files: [String])
  /// The journal of a shard lacks trials.
  case missingTrials(ShardRun.Name, count: Int, first: TrialKey)
  /// The record of a trial cannot be used.
  case damagedRecord(folder: String, TrialKey, reason: String)
  /// The output folder is that of a shard.
  case intoAShard(folder: String)
}

extension MergeError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notARun(let folder):
      "expected the folder of a run, found no journal in \(folder)"
    case .otherVersion(let folder, let found):
      "expected a journal of version \(JournalHeader.version), found version \(found) in "
        + "\(folder): merge with the build that wrote it"
    case .cannotRead(let path, let reason):
      "cannot read \(path): \(reason)"
    case .damagedJournal(let path, let line, let reason):
      "\(path):\(line):1: error: this line of the journal cannot be read (\(reason)); run the "
        + "shard again"
    case .notAShard(let folder):
      "expected the run of a shard (run --shard 1/3), found one that was not split in \(folder)"
    case .unfinished(let folder, let shard):
      "the run of shard \(shard) in \(folder) is not finished: continue it with --resume on its "
        + "machine, or run it again"
    case .nothingToMerge:
      "expected the runs of shards, found none"
    case .otherCount(let first, let other):
      "expected shards of one split, found \(first) and \(other)"
    case .duplicate(let shard, let folders):
      "expected each shard once, found \(shard) in \(folders.joined(separator: " and "))"
    case .missing(let shards):
      "expected all shards, found none of \(shards.map(\.description).joined(separator: ", ")): "
        + "give the folders of their runs too"
    case .otherSelection(let first, let options, let other, let otherOptions):
      "expected runs with the same options, found \(options) in \(first) and \(otherOptions) in "
        + "\(other)"
    case .otherWork(let first, let other, let scenarios):
      "expected parts of the same work, found other scenarios, other texts of them or other data "
        + "files in \(first) and \(other)"
        + (scenarios.isEmpty ? "" : ": \(scenarios.joined(separator: ", "))")
    case .otherProvenance(let what, let first, let value, let other, let otherValue):
      "expected the same \(what) in all shards, as counted numbers depend on it, found "
        + "'\(value)' in \(first) and '\(otherValue)' in \(other)"
    case .changedWork(let files):
      "\(files.joined(separator: ", ")): these scenarios, or data files that they name, are not "
        + "those of the runs: merge in a checkout of the commit of the runs"
    case .missingTrials(let name, let count, let first):
      "the journal of \(name) lacks \(count) of its trials, such as '\(first)': run the shard again"
    case .damagedRecord(let folder, let key, let reason):
      "the record of '\(key)' in \(folder) cannot be used: \(reason); run the shard again"
    case .intoAShard(let folder):
      "\(folder) holds one of the runs to merge; choose another folder with --out"
    }
  }
}

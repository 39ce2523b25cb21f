import Foundation
import ScenarioModel
import Support

/// The record of a run on disk: a line for each trial, written as soon as the trial has ended.
///
/// The first line names the plan. A line that was cut off by a crash or a full disk is dropped
/// when the journal is opened again, and its trial runs once more.
struct Journal {
  /// The part of a record that `pictures(in:)` reads, which is the same in all versions.
  private struct RecordedPictures: Decodable {
    let pictures: [Inspection.Picture]
    let recording: String?
  }

  let path: String
  private let file: LockedFile
  /// The trials that an earlier part of the run recorded, each once.
  let earlier: [TrialRecord]

  /// Begins the journal of a new run.
  ///
  /// Creates the folder if necessary.
  ///
  /// - Parameter replaces: true to remove the files of a finished run; otherwise it is refused.
  static func begin(
    in folder: String, header: JournalHeader, replacing replaces: Bool
  ) throws -> Journal {
    try RunFolder.check(folder)
    let path = RunFolder.journal(in: folder)
    if !RunFolder.exists(path) { try RunFolder.makeFolder(folder + "/" + RunFolder.dataFolder) }
    let file = try open(path, in: folder)
    // Checked under the lock, so that no other process can begin a run in between.
    try RunFolder.prepare(folder, replacing: replaces)
    try truncate(file, to: 0, path: path)
    let journal = Journal(path: path, file: file, earlier: [])
    try journal.append([header])
    return journal
  }

  /// Opens the journal of an interrupted run.
  static func resume(in folder: String, header: JournalHeader) throws -> Journal {
    let path = RunFolder.journal(in: folder)
    guard RunFolder.exists(path) else { throw HarnessError.nothingToResume(folder: folder) }
    let file = try open(path, in: folder)
    let data = try contents(of: file, path: path)
    let found: JournalContents
    let records: [TrialRecord]
    do throws(JournalContents.Fault) {
      found = try JournalContents(data)
      // The records of another plan may have another format.
      records = found.header.plan == header.plan ? try found.records() : []
    } catch {
      switch error {
      case .missing: throw HarnessError.nothingToResume(folder: folder)
      case .unreadable(let reason): throw HarnessError.cannotRead(path: path, reason: reason)
      case .otherVersion: throw HarnessError.otherPlan(folder: folder)
      case .damaged(let line, let reason):
        throw HarnessError.refused(
          "\(path):\(line):1: error: this line of the journal cannot be read (\(reason)); "
            + "delete it to measure its trial again")
      }
    }
    guard found.header.plan == header.plan else { throw HarnessError.otherPlan(folder: folder) }
    try truncate(file, to: found.wholeLength, path: path)
    return Journal(path: path, file: file, earlier: records)
  }

  private static func open(_ path: String, in folder: String) throws -> LockedFile {
    do {
      return try LockedFile(path: path)
    } catch .isLocked {
      throw HarnessError.refused(
        "another process is writing a run into \(folder); wait for it, or choose another folder "
          + "with --out")
    } catch .cannotOpen(let reason) {
      throw HarnessError.cannotWrite(path: path, reason: reason)
    }
  }

  private static func truncate(_ file: LockedFile, to length: Int, path: String) throws {
    do {
      try file.handle.truncate(atOffset: UInt64(length))
      try file.handle.seekToEnd()
    } catch {
      throw HarnessError.cannotWrite(path: path, reason: "\(error)")
    }
  }

  /// Returns whether a folder's journal holds the record of a trial, complete or cut off.
  static func hasRecords(in folder: String) -> Bool {
    let data = data(in: folder)
    let headerEnd = data.firstIndex(of: UInt8(ascii: "\n"))
    return headerEnd.map { $0 + 1 < data.endIndex } ?? false
  }

  /// Returns whether a folder's journal is one of a run, complete or cut off.
  static func isBegun(in folder: String) -> Bool {
    let data = data(in: folder)
    let beginning = Data("{\"journal\":".utf8)
    return !data.isEmpty && data.prefix(beginning.count) == beginning.prefix(data.count)
  }

  /// Returns whether this is the path of an empty journal: its run could not write its plan.
  static func isEmpty(_ path: String) -> Bool { (try? RegularFile.read(path))?.isEmpty ?? false }

  /// Returns the names of the pictures and recordings that a folder's journal records; none for records that
  /// cannot be read.
  static func pictures(in folder: String) -> [String] {
    let records = data(in: folder).split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(RecordedPictures.self, from: $0)
    }
    return records.flatMap { $0.pictures.map(\.file) + [$0.recording].compactMap(\.self) }
      .filter { RunFolder.isPlainName($0) }.uniqued()
  }

  /// The bytes of a folder's journal; none where it cannot be read.
  private static func data(in folder: String) -> Data {
    (try? RegularFile.read(RunFolder.journal(in: folder))) ?? Data()
  }

  /// Checks that a folder's journal holds all trials of a plan, and that the files that its
  /// scenarios name have not changed since the run began.
  static func check(in folder: String, after plan: Plan) throws {
    let path = RunFolder.journal(in: folder)
    let header: JournalHeader
    let recorded: Set<TrialKey>
    do {
      let contents = try JournalContents(RegularFile.read(path))
      header = contents.header
      recorded = Set(try contents.records().map(\.key))
    } catch let error as RegularFile.Failure {
      throw HarnessError.lostJournal(path: path, reason: error.description)
    } catch {
      throw HarnessError.lostJournal(path: path, reason: "it cannot be read")
    }
    guard recorded.isSuperset(of: plan.trials) else {
      throw HarnessError.lostJournal(path: path, reason: "it is another journal, or lacks trials")
    }
    let now = plan.whole.scenarios.map { ScenarioReference($0) }
    let changed = ScenarioReference.differences(header.scenarios, now)
    guard changed.isEmpty else {
      throw HarnessError.refused(
        "\(changed.map(\.file).joined(separator: ", ")): data or profile files of these "
          + "scenarios changed while the run read them, so its trials had different data: "
          + "start the run again without --resume")
    }
  }

  /// Records trials. When the function returns, the records are safe from the end of the process or
  /// of the machine.
  func append(_ values: [some Encodable]) throws {
    do {
      let encoder = JSONEncoder.results
      let lines = try values.map { try encoder.encode($0) + Data("\n".utf8) }
      try DescriptorOutput.write(Array(lines.joined())[...], to: file.handle.fileDescriptor)
      try file.handle.synchronize()
    } catch {
      let reason = (error as? DescriptorOutput.Failure)?.reason ?? FileFault.reason(error)
      throw HarnessError.refused(
        "cannot record a trial in \(path): \(reason); the earlier trials of 'run' "
          + "are recorded, and --resume continues it; other commands start from the beginning")
    }
  }

  private static func contents(of file: LockedFile, path: String) throws -> Data {
    do {
      return try file.handle.readToEnd() ?? Data()
    } catch {
      throw HarnessError.cannotRead(path: path, reason: "\(error)")
    }
  }
}

/// The first line of a journal, which describes the work of the run.
struct JournalHeader: Hashable, Codable {
  /// The version of the format. It is raised when a reader of an earlier version would misread the
  /// journal.
  static let version = 5

  // The first key of the sorted line, by which a journal is recognized.
  let journal: Int
  let plan: PlanFingerprint
  let work: RunFingerprint
  /// The part of the work that the run does; `nil` if it does all.
  let shard: Shard?
  let selection: RunSelection
  /// The scenarios of all shards.
  let scenarios: [ScenarioReference]
  /// The circumstances of the run.
  let origin: RunOrigin

  /// Creates the header of a run with a plan. Reads the files that its scenarios name.
  init(_ plan: Plan, executable: String, origin: RunOrigin) {
    let scenarios = plan.whole.scenarios.map { ScenarioReference($0) }
    let work = RunFingerprint(plan, scenarios: scenarios)
    self.init(
      plan, work: work, scenarios: scenarios,
      fingerprint: PlanFingerprint(plan, work: work, executable: executable), origin: origin)
  }

  /// Creates the header of a run, such as one that is merged from all shards.
  init(
    _ plan: Plan, work: RunFingerprint, scenarios: [ScenarioReference],
    fingerprint: PlanFingerprint, origin: RunOrigin
  ) {
    self.origin = origin
    journal = Self.version
    self.plan = fingerprint
    self.work = work
    shard = plan.shard
    selection = plan.selection
    self.scenarios = scenarios
  }
}

/// The content of a journal's file, without an incomplete last line.
struct JournalContents {
  /// A reason why a journal cannot be read.
  enum Fault: Error {
    /// There is no journal, or its header was not written.
    case missing
    case unreadable(reason: String)
    case otherVersion(Int)
    case damaged(line: Int, reason: String)
  }

  private struct Version: Decodable {
    let journal: Int
  }

  let header: JournalHeader
  /// The length of the complete lines, in bytes.
  let wholeLength: Int
  private let lines: [Data]

  /// Reads the header of a file; ``records()`` reads the rest.
  init(ofFileAt path: String) throws(Fault) {
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path)
    } catch {
      throw error == .missing ? .missing : .unreadable(reason: error.description)
    }
    try self.init(data)
  }

  /// Reads the header; ``records()`` reads the rest.
  init(_ data: Data) throws(Fault) {
    // A line is complete if it ends with a line break.
    let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { data[...$0] } ?? Data()
    lines = whole.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    wholeLength = whole.count
    guard let first = lines.first, !first.isEmpty else { throw .missing }
    let version = try Self.decode(Version.self, from: first, line: 1).journal
    guard version == JournalHeader.version else { throw .otherVersion(version) }
    header = try Self.decode(JournalHeader.self, from: first, line: 1)
  }

  /// Returns the recorded trials, in the order in which they ended.
  ///
  /// Records never change. A trial that ran again has a later record, which replaces the earlier
  /// one.
  func records() throws(Fault) -> [TrialRecord] {
    var records: [TrialRecord] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      records.append(try Self.decode(TrialRecord.self, from: line, line: index + 1))
    }
    return records.reversed().uniqued(by: \.key).reversed()
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from line: Data, line number: Int
  ) throws(Fault) -> Value {
    do {
      return try JSONDecoder.results.decode(type, from: line)
    } catch {
      throw .damaged(line: number, reason: "\(error)")
    }
  }
}

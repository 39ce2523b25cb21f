import Foundation

/// The record of a run on disk: a line for each trial, written as soon as it has ended.
///
/// The first line names the plan. A line that was cut off by a crash or a full disk is dropped
/// when the journal is opened again, and its trial runs once more.
struct Journal {
  private struct Header: Codable {
    let journal: Int
    let plan: PlanFingerprint
  }

  private static let version = 1
  static let fileName = "journal.jsonl"

  let path: String
  private let handle: FileHandle
  /// The trials that an earlier part of the run has recorded.
  let earlier: [TrialRecord]

  /// Begins the journal of a new run.
  static func begin(in folder: String, plan: PlanFingerprint) throws -> Journal {
    let path = folder + "/" + fileName
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw HarnessError.cannotWrite(
        path: path, reason: "the file cannot be created in that folder")
    }
    let journal = Journal(path: path, handle: handle, earlier: [])
    try journal.write(Header(journal: version, plan: plan))
    return journal
  }

  /// Opens the journal of an interrupted run.
  static func resume(in folder: String, plan: PlanFingerprint) throws -> Journal {
    let path = folder + "/" + fileName
    guard let data = FileManager.default.contents(atPath: path) else {
      throw HarnessError.nothingToResume(folder: folder)
    }
    // Only what ends with a line break was written whole.
    let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { data[...$0] } ?? Data()
    let lines = whole.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first else { throw HarnessError.nothingToResume(folder: folder) }
    let header = try decode(Header.self, from: first, path: path, line: 1)
    guard header.journal == version, header.plan == plan else {
      throw HarnessError.otherPlan(folder: folder)
    }
    var records: [TrialRecord] = []
    for (index, line) in lines.enumerated().dropFirst() {
      records.append(try decode(TrialRecord.self, from: line, path: path, line: index + 1))
    }
    guard let handle = FileHandle(forUpdatingAtPath: path) else {
      throw HarnessError.cannotWrite(path: path, reason: "the file cannot be opened for writing")
    }
    do {
      try handle.truncate(atOffset: UInt64(whole.count))
      try handle.seekToEnd()
    } catch {
      throw HarnessError.cannotWrite(path: path, reason: "\(error)")
    }
    return Journal(path: path, handle: handle, earlier: records)
  }

  /// Whether a folder holds a journal.
  static func exists(in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + fileName)
  }

  /// Records a trial; when this returns, the record survives the end of the process and the
  /// machine.
  func append(_ record: TrialRecord) throws {
    try write(record)
  }

  private func write(_ value: some Encodable) throws {
    do {
      try handle.write(contentsOf: Data((try LinePayload.encode(value) + "\n").utf8))
      try handle.synchronize()
    } catch {
      throw HarnessError.cannotWrite(path: path, reason: "\(error)")
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from line: Data, path: String, line number: Int
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: line)
    } catch {
      throw HarnessError.damagedJournal(path: path, line: number, reason: "\(error)")
    }
  }
}

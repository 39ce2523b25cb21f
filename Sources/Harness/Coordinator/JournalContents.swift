import Foundation
import ScenarioModel

/// What a journal's file holds, as far as it was written whole.
struct JournalContents {
  /// Why a journal cannot be read.
  enum Fault: Error {
    /// Not even the header was written.
    case empty
    case otherVersion(Int)
    case damaged(line: Int, reason: String)
  }

  private struct Version: Decodable {
    let journal: Int
  }

  let header: JournalHeader
  /// The length of what was written whole, in bytes.
  let wholeLength: Int
  private let lines: [Data]

  /// Reads the header; ``records()`` reads the rest.
  init(_ data: Data) throws(Fault) {
    // Only what ends with a line break was written whole.
    let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { data[...$0] } ?? Data()
    lines = whole.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    wholeLength = whole.count
    guard let first = lines.first, !first.isEmpty else { throw .empty }
    let version = try Self.decode(Version.self, from: first, line: 1).journal
    guard version == JournalHeader.version else { throw .otherVersion(version) }
    header = try Self.decode(JournalHeader.self, from: first, line: 1)
  }

  /// The trials on record, in the order in which they ended.
  ///
  /// What is written is never changed. A trial that ran again has a later record, and that one counts.
  func records() throws(Fault) -> [TrialRecord] {
    var records: [TrialRecord] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      records.append(try Self.decode(TrialRecord.self, from: line, line: index + 1))
    }
    var later: Set<TrialKey> = []
    return records.reversed().filter { later.insert($0.key).inserted }.reversed()
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

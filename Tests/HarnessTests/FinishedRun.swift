import Foundation
import Harness
import ScenarioModel
import TestSupport

/// A run that is made once, and read by many tests.
struct FinishedRun: Sendable {
  let run: CoordinatorRun
  let outcome: CoordinatorRun.Outcome
  /// The files of its folder, by their paths from there.
  let files: [String: Data]

  /// Two strategies that are not at fault, in a folder that was made for the run.
  static let small = Task { try await FinishedRun(CoordinatorRun()) }

  /// A strategy without a fault between all others, with little memory.
  static let faulty = Task {
    try await FinishedRun(
      CoordinatorRun(
        scenario: SmallScenario(
          strategies: [
            "plain", "traps", "traps-when-measured", "throws", "exits", "loops", "eats-memory",
            "asks-for-too-much", "prints", "floods", "allocates-elsewhere", "empty",
          ]),
        limits: .ofTests(memory: 300_000_000)), hasLoop: true)
  }

  private init(_ run: CoordinatorRun, hasLoop: Bool = false) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("made/for/it")
    var run = run
    let signal = hasLoop ? folder.file("loops") : nil
    if let signal { run.scenario.body = "signal: \(signal)" }
    outcome = try await run.run(.fresh, in: path, pastLoopAt: signal)
    self.run = run
    files = Dictionary(
      uniqueKeysWithValues: try folder.files("made/for/it").map {
        ($0, try folder.data("made/for/it/" + $0))
      })
  }

  /// Writes a copy of the run's folder, to change.
  func copy() throws -> (folder: TemporaryFolder, journal: JournalFile) {
    let folder = try TemporaryFolder()
    for (name, data) in files { try folder.write(data, to: name) }
    return (folder, JournalFile(folder: folder))
  }

  /// Writes its records and pictures into the folder of a run that has begun, and that does the
  /// same trials.
  func complete(_ folder: TemporaryFolder) throws {
    let journal = JournalFile(folder: folder)
    let begun = try journal.text
    for (name, data) in files { try folder.write(data, to: name) }
    let records = try journal.lines.dropFirst()
    try journal.replace(with: begun + records.map { $0 + "\n" }.joined())
  }
}

/// The journal of a folder, as another program would read it.
struct JournalFile {
  let folder: TemporaryFolder

  var text: String { get throws { try folder.read(RunFolder.journalFile) } }

  var lines: [String] { get throws { try text.split(separator: "\n").map(String.init) } }

  /// The records, in the order in which they were written; throws where a line is damaged.
  var records: [TrialRecord] {
    get throws {
      try lines.dropFirst().map { try JSONDecoder().decode(TrialRecord.self, from: Data($0.utf8)) }
    }
  }

  func replace(with text: String) throws { try folder.write(text, to: RunFolder.journalFile) }

  /// Keeps the first line, and writes others after it.
  func replaceRecords(with lines: some Sequence<String>) throws {
    let header = try self.lines[0]
    try replace(with: ([header] + lines).joined(separator: "\n") + "\n")
  }

  static func line(_ record: TrialRecord) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(record), as: UTF8.self)
  }
}

import Foundation
import Harness
import ScenarioModel
import TestSupport

/// The folders of shards' runs that no worker has made: every trial answers with one number.
struct ShardRuns {
  let folder: TemporaryFolder
  var work: ShardedWork

  init() throws {
    folder = try TemporaryFolder()
    work = try ShardedWork()
  }

  static func provenance(
    processor: String = "Test CPU", cores: Int = 4, memory: Int = 8 << 30,
    swift: String = "6.3", architecture: String = "x86_64", allocator: String = "5.3",
    build: String = "release", commit: String = "0123456789ab"
  ) -> Provenance {
    Provenance(
      machine: MachineDescription(
        processor: processor, logicalProcessors: cores, architecture: architecture,
        kernel: "Linux 6.8", memory: memory, swiftVersion: swift),
      allocator: AllocatorDescription(name: "jemalloc", version: allocator), build: build,
      commit: commit)
  }

  /// The path of a shard's folder.
  func path(_ index: Int) -> String { folder.file("shard-\(index)") }

  /// Makes the folder of a shard's finished run.
  @discardableResult
  func make(
    _ index: Int, of count: Int, provenance: Provenance = provenance()
  ) async throws -> String {
    let plan = try work.plan(Shard(index: index, of: count))
    // A worker that cannot be started ends the run before its first trial: the header is there.
    _ = try? await Coordinator(
      plan: plan, program: .missing, limits: .standard, folder: path(index),
      origin: RunOrigin(provenance: provenance)
    ).run(.fresh) { _ in }
    let lines = try plan.trials.map { try JournalFile.line(record($0, in: path(index))) }
    let journal = path(index) + "/" + RunFolder.journalFile
    let header = try String(contentsOfFile: journal, encoding: .utf8)
    try write(header + lines.map { $0 + "\n" }.joined(), to: journal)
    // A merge only needs the file to be there: it is written last.
    try write("{}", to: path(index) + "/" + RunFolder.resultsFile)
    return path(index)
  }

  /// Makes all shards' folders.
  static func made(_ count: Int) async throws -> (runs: ShardRuns, folders: [String]) {
    let runs = try ShardRuns()
    var folders: [String] = []
    for index in 1...count { folders.append(try await runs.make(index, of: count)) }
    return (runs, folders)
  }

  private func record(_ key: TrialKey, in folder: String) throws -> TrialRecord {
    guard key.kind == .inspection else {
      return TrialRecord(key: key, status: .completed, values: [NamedValue(.frameTimeP50, 7)])
    }
    let name = "\(key.scenarioCase)".filter { $0.isLetter || $0.isNumber } + ".png"
    try write("picture of \(key)", to: folder + "/" + RunFolder.place(ofRecorded: name))
    return TrialRecord(
      key: key, status: .completed,
      pictures: [Inspection.Picture(file: name, frame: 1, caption: "a map")])
  }

  func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Puts the runs of folders together.
  func merged(_ folders: [String]) throws -> MergedRun {
    try ShardMerge(folders.map { try ShardRun(folder: $0) }).run(of: work.scenarios)
  }
}

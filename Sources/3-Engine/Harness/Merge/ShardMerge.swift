import Foundation
import ScenarioModel
import Support

/// A finished part of a work that was split into shards.
package protocol ShardPart: Sendable {
  var name: ShardRun.Name { get }
  var work: RunFingerprint { get }
  var selection: RunSelection { get }
  var scenarios: [ScenarioReference] { get }
  /// The machine, the allocator and the program of the part.
  var provenance: Provenance { get }
}

extension ShardRun: ShardPart {}

extension Array where Element: ShardPart {
  /// Returns the parts in the order of their shards, one or more: all parts of one work, each once,
  /// made with the same program.
  package func ofOneWork() throws(FinishedRunError) -> [Element] {
    let parts = enumerated().sorted {
      ($0.element.name.shard.index, $0.offset) < ($1.element.name.shard.index, $1.offset)
    }.map(\.element)
    guard let first = parts.first else {
      throw FinishedRunError("expected the runs of shards, found none")
    }
    let count = first.name.shard.count
    for part in parts where part.name.shard.count != count {
      throw FinishedRunError("expected shards of one split, found \(first.name) and \(part.name)")
    }
    for part in parts where part.selection != first.selection {
      throw FinishedRunError(
        "expected runs with the same options, found \(first.selection) in \(first.name) and "
          + "\(part.selection) in \(part.name)")
    }
    for part in parts where part.work != first.work {
      let different = ScenarioReference.differences(first.scenarios, part.scenarios)
      throw FinishedRunError(
        "expected parts of the same work, found different scenarios, scenario texts or data files "
          + "in \(first.name) and \(part.name)"
          + (different.isEmpty ? "" : ": " + different.map(\.name).joined(separator: ", ")))
    }
    for (earlier, later) in zip(parts, parts.dropFirst())
    where earlier.name.shard == later.name.shard {
      throw FinishedRunError(
        "expected each shard once, found \(later.name.shard) in \(earlier.name.folder) and "
          + later.name.folder)
    }
    let found = Set(parts.map(\.name.shard.index))
    // A damaged file may say any count.
    let missing = (1...count).lazy.filter { !found.contains($0) }.prefix(100)
    guard missing.isEmpty else {
      throw FinishedRunError(
        "expected all shards, found none of "
          + "\(missing.map { "\($0)/\(count)" }.joined(separator: ", ")): "
          + "give the folders of their runs too")
    }
    for part in parts {
      for property in Provenance.decisive
      where part.provenance[property] != first.provenance[property] {
        throw FinishedRunError(
          "expected the same \(property.rawValue) in all shards, as counted numbers depend on it, "
            + "found '\(first.provenance[property])' in \(first.name) and "
            + "'\(part.provenance[property])' in \(part.name)")
      }
    }
    return parts
  }
}

extension RunFingerprint {
  /// Checks that a plan of scenarios that were read again is the work of all shards.
  ///
  /// - Parameter earlier: the scenarios as the shards had read them.
  package func check(_ plan: Plan, read earlier: [ScenarioReference]) throws(FinishedRunError) {
    let references = plan.scenarios.map { ScenarioReference($0) }
    guard RunFingerprint(plan, scenarios: references) == self else {
      let changed = ScenarioReference.differences(references, earlier)
      let files = (changed.isEmpty ? references : changed).map(\.file).joined(separator: ", ")
      throw FinishedRunError(
        "\(files): these scenarios, or data files that they name, differ from the runs' files: "
          + "check out the runs' commit, and merge there")
    }
  }
}

/// The runs of all shards of one run.
public struct ShardMerge: Hashable, Sendable {
  /// The runs in the order of their shards; one or more.
  private let runs: [ShardRun]
  private var first: ShardRun { runs[0] }

  /// Checks that the runs are all parts of one work, each once, and made with the same program.
  ///
  /// The machines may differ: strategies that are compared with each other were measured on one.
  ///
  /// - Parameter runs: the runs, in any order.
  public init(_ runs: [ShardRun]) throws(FinishedRunError) {
    self.runs = try runs.ofOneWork()
  }

  /// The scenarios of the whole run, whose files are read again.
  public var scenarios: [ScenarioReference] { first.scenarios }

  /// Merges the runs.
  ///
  /// Reads the files that the scenarios name, to check that the runs read the same.
  ///
  /// - Parameters:
  ///   - scenarios: the scenarios that ``scenarios`` names, in the same order.
  ///   - command: the command line.
  /// - Throws: ``FinishedRunError``; ``PlanError`` for scenarios that cannot be planned.
  public func run(of scenarios: [Scenario], command: String = "") throws -> MergedRun {
    let plan = try Plan(scenarios: scenarios, selection: first.selection)
    try first.work.check(plan, read: first.scenarios)
    var records: [TrialKey: TrialRecord] = [:]
    for run in runs {
      let part = try Plan(scenarios: scenarios, selection: first.selection, shard: run.shard)
      let recorded = Dictionary(
        run.records.map { ($0.key, $0) }, uniquingKeysWith: { _, last in last })
      let missing = part.trials.filter { recorded[$0] == nil }
      if let example = missing.first {
        throw FinishedRunError(
          "the journal of \(run.name) lacks \(missing.count) of its trials, such as '\(example)': "
            + "run the shard again")
      }
      records.merge(recorded) { _, last in last }
    }
    let planned = Set(plan.trials)
    let further = records.keys.filter { !planned.contains($0) }.sorted { "\($0)" < "\($1)" }
    return MergedRun(
      plan: plan, records: (plan.trials + further).compactMap { records[$0] }, runs: runs,
      command: command)
  }
}

/// A run that was merged from the runs of all shards.
public struct MergedRun: Sendable {
  /// The plan of the whole work.
  public let plan: Plan
  /// The records of all trials, in the plan's order.
  public let records: [TrialRecord]
  /// The runs of the shards, in their order.
  fileprivate let runs: [ShardRun]
  fileprivate let command: String

  /// The results of all records.
  public var results: RunResults { RunResults(plan: plan, records: records, origin: origin) }

  private var origin: RunOrigin {
    let parts = runs.map(\.part)
    return RunOrigin(provenance: Provenance(of: parts), parts: parts, command: command)
  }

  /// Writes the journal and the pictures of the run into a folder, without a report.
  ///
  /// Creates the folder if necessary.
  ///
  /// - Parameter replaces: true to replace a finished run in it that is no shard's.
  /// - Throws: ``FinishedRunError``, ``HarnessError``.
  public func write(to folder: String, replacing replaces: Bool = false) throws {
    let place = Self.place(folder)
    for run in runs where Self.place(run.folder) == place {
      throw FinishedRunError(
        "\(folder) holds one of the runs to merge; choose another folder with --out")
    }
    let pictures = try self.pictures
    let header = JournalHeader(
      plan, work: runs[0].work, scenarios: runs[0].scenarios, fingerprint: .merged, origin: origin)
    let journal = try Journal.begin(in: folder, header: header, replacing: replaces)
    for picture in pictures {
      let target = try RunFolder.makeFolder(of: picture.place, in: folder)
      do {
        try AtomicFile.copy(picture.path, to: target)
      } catch {
        throw HarnessError.cannotWrite(path: target, reason: error.reason)
      }
    }
    // After the pictures: a folder with records and without results is an unfinished run.
    try journal.append(records)
  }

  /// The pictures and recordings that the records name: their places and their present paths.
  private var pictures: [(place: String, path: String)] {
    get throws(FinishedRunError) {
      var pictures: [(place: String, path: String)] = []
      for run in runs {
        for record in run.records {
          for name in record.files {
            let path = RunFolder.path(ofRecorded: name, in: run.folder)
            guard let path, FileManager.default.isReadableFile(atPath: path) else {
              throw FinishedRunError(
                "the record of '\(record.key)' in \(run.folder) cannot be used: "
                  + (path == nil
                    ? "expected the name of a file of the run, found '\(name)'"
                    : "its file \(name) is missing") + "; run the shard again")
            }
            pictures.append((RunFolder.place(ofRecorded: name), path))
          }
        }
      }
      return pictures
    }
  }

  /// The place of a folder, whatever its name.
  package static func place(_ folder: String) -> String {
    URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
  }
}

extension Provenance {
  /// The properties that decide counted numbers: all parts of a run must agree in them.
  ///
  /// The working folder's commit stands for the program's sources.
  fileprivate static let decisive: [Property] = [
    .commit, .build, .swiftVersion, .allocator, .architecture,
  ]

  /// The provenance of a run that was merged from shards.
  ///
  /// If the machines differ, a text lists the values with their shards, and a number is the
  /// minimum.
  package init(of parts: [RunPart]) {
    let machines = parts.map(\.provenance.machine)
    let first = parts[0].provenance
    let machine = MachineDescription(
      processor: Self.text(of: parts) { $0.processor },
      logicalProcessors: machines.map(\.logicalProcessors).min() ?? 0,
      architecture: first.machine.architecture,
      kernel: Self.text(of: parts) { $0.kernel },
      memory: machines.map(\.memory).min() ?? 0,
      swiftVersion: first.machine.swiftVersion)
    self.init(
      machine: machine, allocator: first.allocator, build: first.build, commit: first.commit)
  }

  /// The text that all machines share, or each text with its shards.
  private static func text(
    of parts: [RunPart], _ text: (MachineDescription) -> String
  ) -> String {
    let texts = parts.map { text($0.provenance.machine) }
    let different = texts.uniqued()
    guard different.count > 1 else { return different.first ?? "" }
    return different.map { one in
      let shards = zip(parts, texts).filter { $0.1 == one }.map { $0.0.shard.description }
      return "\(one) (shard \(shards.joined(separator: ", ")))"
    }.joined(separator: "; ")
  }
}

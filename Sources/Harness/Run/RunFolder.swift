import Foundation
import ScenarioModel
import Support

/// The files of a run's folder.
public enum RunFolder {
  /// The file of the results.
  public static let resultsFile = "results.json"
  /// The file of the report.
  public static let reportFile = "report.md"
  /// The file of the claims and the statements that they belong to.
  public static let claimsFile = "claims.md"
  /// The file of an analysis of the run's answers.
  public static let sensitivityFile = "sensitivity.json"
  /// The file of the report of such an analysis.
  public static let sensitivityReportFile = "sensitivity.md"
  /// The names of the files that a run writes, without its pictures.
  static let ownFiles = [Journal.fileName] + reports
  private static let reports = [resultsFile, reportFile, claimsFile, "results.csv", "samples.csv"]

  /// Checks that a run may write to a folder: that it holds a run's journal, or nothing but hidden
  /// files. Changes nothing.
  static func check(_ folder: String) throws {
    guard !Journal.isBegun(in: folder) else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let foreign = names.sorted().first { name in
      !name.hasPrefix(".") && !(name == Journal.fileName && Journal.isEmpty(in: folder))
    }
    if let foreign { throw HarnessError.foreignFile(folder: folder, name: foreign) }
  }

  /// Prepares the folder for a new run: removes the files of a finished run, and nothing else.
  ///
  /// A run is finished if it has results, which are written last. An unfinished run with a recorded
  /// trial is refused.
  static func prepare(_ folder: String) throws {
    if Journal.hasRecords(in: folder), !exists(resultsFile, in: folder) {
      throw HarnessError.runExists(folder: folder)
    }
    try remove(Journal.pictures(in: folder) + reports + analysis(in: folder), from: folder)
  }

  /// Removes the results of a finished run whose journal is about to grow; its journal and pictures
  /// stay.
  static func reopen(_ folder: String) throws {
    try remove(reports + analysis(in: folder), from: folder)
  }

  /// The name of a picture in the report of an analysis.
  public static func sensitivityPicture(_ name: String) -> String { "sensitivity-\(name).svg" }

  /// The names of the files of an analysis in a folder: it is of the run that was there.
  private static func analysis(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return [sensitivityFile, sensitivityReportFile]
      + names.filter { $0.hasPrefix("sensitivity-") && $0.hasSuffix(".svg") }.sorted()
  }

  /// Returns `true` if a folder holds the pictures of a record.
  static func holdsPictures(of record: TrialRecord, in folder: String) -> Bool {
    record.pictures.allSatisfy { $0.hasPlainName && exists($0.file, in: folder) }
  }

  private static func remove(_ names: [String], from folder: String) throws {
    for name in names where exists(name, in: folder) {
      // Removes a file and never a folder, because a run does not write folders.
      guard unlink(folder + "/" + name) == 0 else {
        throw HarnessError.cannotWrite(
          path: folder + "/" + name, reason: String(cString: strerror(errno)))
      }
    }
  }

  private static func exists(_ name: String, in folder: String) -> Bool {
    FileManager.default.fileExists(atPath: folder + "/" + name)
  }
}

extension RunFolder {
  /// Returns the default folder of a run: `Reports/` with the name of the only scenario, or the
  /// suite's, and of a shard.
  public static func standard(for plan: Plan) -> String {
    let scenarios = plan.whole.scenarios
    let name = scenarios.count == 1 ? scenarios[0].name : "suite"
    let part = plan.shard.map { "-shard-\($0.index)-of-\($0.count)" } ?? ""
    return "Reports/" + name + part
  }
}

extension RunResults {
  /// Reads the results in the folder of a finished run.
  public init(ofRunIn folder: String) throws(FinishedRunError) {
    let path = folder + "/" + RunFolder.resultsFile
    guard FileManager.default.fileExists(atPath: path) else {
      throw FileManager.default.fileExists(atPath: folder)
        ? .unfinished(folder: folder) : .missing(folder: folder)
    }
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path)
    } catch {
      throw .damaged(path: path, reason: error.description)
    }
    do throws(ResultsDecodingError) {
      try self.init(json: data)
    } catch {
      switch error {
      case .otherVersion(let found): throw .otherVersion(path: path, found: found)
      case .damaged(let reason): throw .damaged(path: path, reason: reason)
      }
    }
  }
}

/// A reason why the results of an earlier run cannot be read.
public enum FinishedRunError: Error, Hashable, Sendable {
  /// The folder does not exist.
  case missing(folder: String)
  /// The run in the folder has not ended.
  case unfinished(folder: String)
  /// The results cannot be decoded.
  case damaged(path: String, reason: String)
  /// The results have a format of another version.
  case otherVersion(path: String, found: Int)
}

extension FinishedRunError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let folder):
      "expected a run's folder at \(folder), found none; '"
        + ShellWord.command(["mappressure", "run", "--out", folder]) + "' creates it"
    case .unfinished(let folder):
      "expected \(RunFolder.resultsFile) in \(folder), found none; if a run was interrupted there, "
        + "continue it: run --resume"
    case .damaged(let path, let reason):
      "\(path) cannot be read: \(reason); repeat the run"
    case .otherVersion(let path, let found):
      "expected results of version \(RunResults.version) in \(path), found version \(found); "
        + "repeat the run with this build"
    }
  }
}

extension RunResults {
  /// Creates the results of a plan's trials.
  ///
  /// - Parameters:
  ///   - parts: the runs of the shards that the records come from; empty if they are of one run.
  ///   - metrics: the metrics of the program that ran, if it is not this one.
  public init(
    plan: Plan, records: [TrialRecord], provenance: Provenance, command: String,
    parts: [RunPart] = [], metrics: ((Scenario) -> [Metric])? = nil
  ) {
    let recordsOfCases = Dictionary(grouping: records, by: \.key.scenarioCase)
    self.init(
      provenance: provenance,
      scenarios: plan.scenarios.map { scenario in
        let metrics = metrics?(scenario) ?? scenario.metrics(selection: plan.selection)
        return ScenarioResults(
          scenario: ScenarioDescription(scenario, selection: plan.selection)
            .with(metrics: metrics),
          cases: plan.cases.filter { $0.scenario == scenario.name }.map {
            CaseResult($0, records: recordsOfCases[$0] ?? [], metrics: metrics)
          })
      }, selection: plan.selection, shard: plan.shard, parts: parts, command: command)
  }
}

import Foundation
import ScenarioModel
import Support

/// The files of a run's folder.
public enum RunFolder {
  /// The file of the results.
  public static let resultsFile = "results.json"
  /// The file of the report.
  public static let reportFile = "report.md"
  /// The file of the report as a page.
  public static let pageFile = "report.html"
  /// The file of the claims and the statements that they belong to.
  public static let claimsFile = "claims.md"
  /// The file of an analysis of the run's answers.
  public static let sensitivityFile = "sensitivity.json"
  /// The file of the report of such an analysis.
  public static let sensitivityReportFile = "sensitivity.md"
  /// The file of the answers of such an analysis, for other programs.
  public static let answersFile = "answers.csv"
  /// The file of the values with other seeds, for other programs.
  public static let seedsFile = "seeds.csv"
  /// The file of a scenario that a command made for the run.
  public static let ownScenarioFile = "scenario.yaml"
  /// The path of such a scenario in a folder.
  public static func ownScenario(in folder: String) -> String { folder + "/" + ownScenarioFile }

  /// The file of a scenario that a run names: that in the run's folder, if the run has moved with it.
  package static func scenarioFile(_ file: String, in folder: String) -> String {
    let own = ownScenario(in: folder)
    let isOwn = file == ownScenarioFile || file.hasSuffix("/" + ownScenarioFile)
    return isOwn && exists(ownScenarioFile, in: folder) ? own : file
  }

  /// Indicates whether a folder has a report and nothing that it was made from.
  static func isPublished(_ folder: String) -> Bool {
    exists(reportFile, in: folder) && !exists(Journal.fileName, in: folder)
  }

  /// The folder of the details of scenarios.
  public static let scenarioFolder = "scenarios"

  /// The name of a scenario's details in ``scenarioFolder``.
  public static func scenarioFile(_ scenario: String) -> String { scenario + ".md" }

  /// The name of a scenario's chart in ``scenarioFolder``.
  public static func scenarioChart(_ kind: String, of scenario: String) -> String {
    "\(scenario)-\(kind).svg"
  }

  /// The names of the files that a run writes, without its pictures.
  static let ownFiles = [Journal.fileName, ownScenarioFile] + reports
  private static let reports = [
    resultsFile, reportFile, pageFile, claimsFile, "results.csv", "samples.csv",
  ]

  /// Checks that a run may write to a folder: that it holds a run's journal, or nothing but hidden
  /// files. Changes nothing.
  static func check(_ folder: String) throws {
    guard !Journal.isBegun(in: folder) else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let foreign = names.sorted().first { name in
      !name.hasPrefix(".") && name != ownScenarioFile
        && !(name == Journal.fileName && Journal.isEmpty(in: folder))
    }
    if let foreign { throw HarnessError.foreignFile(folder: folder, name: foreign) }
  }

  /// Checks that a new run may begin in a folder. Changes nothing.
  ///
  /// - Parameter replaces: true if a finished run is to be replaced.
  package static func check(_ folder: String, replacing replaces: Bool) throws {
    try check(folder)
    guard replaces || !exists(resultsFile, in: folder) else {
      throw HarnessError.finishedRunExists(folder: folder)
    }
    if Journal.hasRecords(in: folder), !exists(resultsFile, in: folder) {
      throw HarnessError.runExists(folder: folder)
    }
  }

  /// Prepares the folder for a new run: removes the files of a finished run if it is to be replaced,
  /// and nothing else.
  ///
  /// A run is finished if it has results, which are written last. An unfinished run with a recorded
  /// trial is refused.
  static func prepare(_ folder: String, replacing replaces: Bool) throws {
    try check(folder, replacing: replaces)
    try remove(Journal.pictures(in: folder), from: folder)
    try reopen(folder)
  }

  /// Removes the results of a finished run whose journal is about to grow; its journal and pictures
  /// stay. Removes the folder of the details of scenarios if nothing else is in it.
  static func reopen(_ folder: String) throws {
    try remove(reports + analysis(in: folder), from: folder)
    let details = folder + "/" + scenarioFolder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: details)) ?? []
    let own = names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".svg") }.sorted()
    try remove(own, from: details)
    // Fails if it is not empty, and may.
    rmdir(details)
  }

  /// The name of a picture in the report of an analysis.
  public static func sensitivityPicture(_ name: String) -> String { "sensitivity-\(name).svg" }

  /// The names of the files of an analysis in a folder: it is of the run that was there.
  private static func analysis(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return [sensitivityFile, sensitivityReportFile, answersFile, seedsFile]
      + names.filter { $0.hasPrefix("sensitivity-") && $0.hasSuffix(".svg") }.sorted()
  }

  /// Returns `true` for the name of a file in the run's folder that does not belong to the run
  /// itself, such as a picture.
  package static func isPlainName(_ file: String) -> Bool {
    !file.isEmpty && file.utf8.count <= 255 && !file.hasPrefix(".") && !file.contains("/")
      && !file.contains("\0") && !ownFiles.contains(file)
  }

  /// Returns `true` if a folder holds the pictures and the recording of a record.
  static func holdsPictures(of record: TrialRecord, in folder: String) -> Bool {
    record.files.allSatisfy { isPlainName($0) && exists($0, in: folder) }
  }

  private static func remove(_ names: [String], from folder: String) throws {
    for name in names where exists(name, in: folder) {
      // Removes a file and never a folder.
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
  /// Returns a folder or, if a finished run is in it, the first of `NAME-2`, `NAME-3` and so on
  /// without one.
  public static func free(_ folder: String) -> String {
    var number = 1
    while exists(resultsFile, in: numbered(folder, number)) { number += 1 }
    return numbered(folder, number)
  }

  /// Returns the last of a folder, `NAME-2`, `NAME-3` and so on that exists; the folder itself if
  /// none does.
  public static func latest(_ folder: String) -> String {
    var number = 1
    while FileManager.default.fileExists(atPath: numbered(folder, number + 1)) { number += 1 }
    return numbered(folder, number)
  }

  private static func numbered(_ folder: String, _ number: Int) -> String {
    number == 1 ? folder : "\(folder)-\(number)"
  }

  /// Returns the default folder of a run: `Reports/` with the name of the only scenario, or the
  /// suite's, and of a shard.
  public static func standard(for scenarios: [Scenario], shard: Shard? = nil) -> String {
    let name = scenarios.count == 1 ? scenarios[0].name : "suite"
    let part = shard.map { "-shard-\($0.index)-of-\($0.count)" } ?? ""
    return "Reports/" + name + part
  }
}

extension RunResults {
  /// Reads the results in the folder of a finished run.
  public init(ofRunIn folder: String) throws(FinishedRunError) {
    let path = folder + "/" + RunFolder.resultsFile
    guard FileManager.default.fileExists(atPath: path) else {
      guard FileManager.default.fileExists(atPath: folder) else { throw .missing(folder: folder) }
      throw RunFolder.isPublished(folder)
        ? .published(folder: folder) : .unfinished(folder: folder)
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
      case .otherVersion(let found):
        throw .otherVersion(path: path, expected: Self.version, found: found)
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
  /// The folder has the published part of a report only.
  case published(folder: String)
  /// The results cannot be decoded.
  case damaged(path: String, reason: String)
  /// The results, or the journal, have a format of another version.
  case otherVersion(path: String, expected: Int, found: Int)
  /// Files of scenarios, or data files that they name, are not those that the run read.
  case changedFiles(folder: String, files: [String])
}

extension FinishedRunError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let folder):
      "expected a run's folder at \(folder), found none; '"
        + ShellWord.command(["mappressure", "run", "SCENARIO", "--out", folder]) + "' creates it"
    case .unfinished(let folder):
      "expected \(RunFolder.resultsFile) in \(folder), found none; if a run was interrupted there, "
        + "continue it: run --resume"
    case .published(let folder):
      "expected a run's folder at \(folder), found the published part of its report, which has no "
        + "samples; repeat the run with the command in its \(RunFolder.reportFile)"
    case .damaged(let path, let reason):
      "\(path) cannot be read: \(reason); repeat the run"
    case .otherVersion(let path, let expected, let found):
      "expected version \(expected) of the format in \(path), found version \(found); "
        + "repeat the run with this build"
    case .changedFiles(let folder, let files):
      "\(files.joined(separator: ", ")): expected the files that the run in \(folder) read, found "
        + "others; go to the commit of the run, or repeat it"
    }
  }
}

extension RunResults {
  /// Creates the results of a plan's trials.
  ///
  /// - Parameters:
  ///   - metrics: the metrics of the program that ran, if it is not this one.
  public init(
    plan: Plan, records: [TrialRecord], origin: RunOrigin,
    metrics: ((Scenario) -> [Metric])? = nil
  ) {
    let recordsOfCases = Dictionary(grouping: records, by: \.key.scenarioCase)
    self.init(
      origin: origin,
      scenarios: plan.scenarios.map { scenario in
        let metrics = metrics?(scenario) ?? scenario.metrics(selection: plan.selection)
        return ScenarioResults(
          scenario: ScenarioDescription(scenario, selection: plan.selection)
            .with(metrics: metrics),
          cases: plan.cases.filter { $0.scenario == scenario.name }.map {
            CaseResult($0, records: recordsOfCases[$0] ?? [], metrics: metrics)
          })
      }, selection: plan.selection, shard: plan.shard)
  }
}

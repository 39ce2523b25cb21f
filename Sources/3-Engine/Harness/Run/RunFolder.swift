import Foundation
import ScenarioModel
import Support

/// The files of a run's folder: what people read is on top, the rest in folders.
///
/// Earlier versions had all files on top. Their runs are read as they are. When such a run
/// continues or is reported again, its files move to their places, except its journal.
public enum RunFolder {
  /// The folder of the details of scenarios.
  public static let scenarioFolder = "scenarios"
  /// The folder of the pictures of cases, and of charts.
  public static let pictureFolder = "pictures"
  /// The folder of the recordings of replays.
  static let recordingFolder = "recordings"
  /// The folder of files for programs.
  static let dataFolder = "data"

  /// The file of the report.
  public static let reportFile = "report.md"
  /// The file of the report as a page.
  public static let pageFile = "report.html"
  /// The file of the claims and the statements that they belong to.
  public static let claimsFile = "claims.md"
  /// The file of the results as a table, a row for each metric of each case.
  package static let tableFile = "results.csv"
  /// The file of the report of an analysis of the run's answers.
  public static let sensitivityReportFile = "sensitivity.md"
  /// The file of a scenario that a command made for the run.
  public static let ownScenarioFile = "scenario.yaml"
  /// The file of the trials, as they were recorded.
  package static let journalFile = dataFolder + "/journal.jsonl"
  /// The file of the results.
  public static let resultsFile = dataFolder + "/results.json"
  /// The file of the samples as a table, a row for each trial's value.
  package static let samplesFile = dataFolder + "/samples.csv"
  /// The file of an analysis of the run's answers.
  public static let sensitivityFile = dataFolder + "/sensitivity.json"
  /// The file of the answers of such an analysis, for other programs.
  public static let answersFile = dataFolder + "/answers.csv"
  /// The file of the values with other seeds, for other programs.
  public static let seedsFile = dataFolder + "/seeds.csv"

  /// The end of the name of a file with the stack of a case that crashed.
  static let backtraceExtension = "backtrace.txt"

  /// The file of the stack of a case that crashed.
  public static func backtraceFile(of scenarioCase: Case) -> String {
    dataFolder + "/" + scenarioCase.fileName(backtraceExtension)
  }

  /// The files of a report and of an analysis, without drawings and the details of scenarios. The
  /// results are the first to be removed: without them a run is not finished.
  static let reports = [
    resultsFile, reportFile, pageFile, claimsFile, tableFile, samplesFile, sensitivityFile,
    sensitivityReportFile, answersFile, seedsFile,
  ]

  /// The path of a scenario that a command made for the run in a folder.
  public static func ownScenario(in folder: String) -> String { folder + "/" + ownScenarioFile }

  /// The file of a scenario that a run names: that in the run's folder, if the run has moved with it.
  package static func scenarioFile(_ file: String, in folder: String) -> String {
    let own = ownScenario(in: folder)
    let isOwn = file == ownScenarioFile || file.hasSuffix("/" + ownScenarioFile)
    return isOwn && exists(own) ? own : file
  }

  /// The name of a scenario's details in ``scenarioFolder``.
  public static func scenarioFile(_ scenario: String) -> String { scenario + ".md" }

  /// The name of a scenario's chart in ``pictureFolder``.
  public static func scenarioChart(_ kind: String, of scenario: String) -> String {
    "\(scenario)-\(kind).svg"
  }

  /// The name of a picture of the report of an analysis in ``pictureFolder``.
  public static func sensitivityPicture(_ name: String) -> String { "sensitivity-\(name).svg" }

  /// The place of a picture or a recording that a record names.
  package static func place(ofRecorded name: String) -> String {
    (ReplayRecording.isName(name) ? recordingFolder : pictureFolder) + "/" + name
  }

  /// The path of a file that is to be read: in its place or, if an earlier version began the run, on
  /// top.
  package static func path(_ file: String, in folder: String) -> String {
    let (path, earlier) = (folder + "/" + file, folder + "/" + name(of: file))
    let isInPlace = [path, folder + "/" + journalFile].contains(where: exists)
    return !isInPlace && exists(earlier) ? earlier : path
  }

  /// The path of the journal, which stays on top where an earlier version began it.
  static func journal(in folder: String) -> String { path(journalFile, in: folder) }

  /// The path of a picture or a recording that is to be read; `nil` if the name of the record is not
  /// one of a file of the run.
  package static func path(ofRecorded name: String, in folder: String) -> String? {
    isPlainName(name) ? path(place(ofRecorded: name), in: folder) : nil
  }

  /// Returns whether this is the name of a file that does not belong to the run itself, such as a
  /// picture.
  static func isPlainName(_ file: String) -> Bool {
    // Bytes, because an accent after a sign makes another character of it.
    !file.isEmpty && file.utf8.count <= 255 && file.utf8.first != UInt8(ascii: ".")
      && !file.utf8.contains(UInt8(ascii: "/")) && !file.utf8.contains(0)
      && !(reports + [journalFile, ownScenarioFile]).contains { name(of: $0) == file }
  }

  /// Returns whether a folder holds the pictures and the recording of a record.
  static func holdsPictures(of record: TrialRecord, in folder: String) -> Bool {
    record.files.allSatisfy { path(ofRecorded: $0, in: folder).map(exists) ?? false }
  }

  /// Returns whether the run in a folder has ended: its results are written last.
  package static func isFinished(_ folder: String) -> Bool { exists(path(resultsFile, in: folder)) }

  /// Returns whether a folder has a report and nothing that it was made from.
  static func isPublished(_ folder: String) -> Bool {
    exists(folder + "/" + reportFile) && !exists(journal(in: folder))
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// The name of a file without the folder that it is in.
  static func name(of file: String) -> String {
    file.unicodeScalars.split(separator: "/").last.map { String($0) } ?? file
  }

  /// The files on top of a run's folder, or in a folder of it, that are not hidden, in order.
  static func files(in inner: String? = nil, of folder: String) -> [String] {
    let way = inner.map { $0 + "/" } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/" + way)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { way + $0 }
  }
}

extension RunFolder {
  /// Returns a folder or, if a finished run is in it, the first of `NAME-2`, `NAME-3` and so on
  /// without one.
  public static func free(_ folder: String) -> String {
    var number = 1
    while isFinished(numbered(folder, number)) { number += 1 }
    return numbered(folder, number)
  }

  /// Returns the last of a folder, `NAME-2`, `NAME-3` and so on that exists; the folder itself if
  /// none does.
  public static func latest(_ folder: String) -> String {
    var number = 1
    while FileManager.default.fileExists(atPath: numbered(folder, number + 1)) { number += 1 }
    return numbered(folder, number)
  }

  /// Returns the name of a folder for the run of a number: the folder itself, `NAME-2` and so on.
  package static func numbered(_ folder: String, _ number: Int) -> String {
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
    let path = RunFolder.path(RunFolder.resultsFile, in: folder)
    guard FileManager.default.fileExists(atPath: path) else {
      throw FileManager.default.fileExists(atPath: folder) && !RunFolder.isPublished(folder)
        ? .unfinished(folder) : .missing(folder)
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

/// A reason why the results of earlier runs cannot be read or merged.
public struct FinishedRunError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// The folder does not exist, or has the published part of a report only.
  static func missing(_ folder: String) -> Self {
    let command = ShellWord.command(["mappressure", "run", "SCENARIO", "--out", folder])
    return Self(
      "expected a run's folder at \(folder), found "
        + (RunFolder.isPublished(folder)
          ? "the published part of its report, which has no samples; repeat the run with the "
            + "command in its \(RunFolder.reportFile)"
          : "none; '\(command)' creates it"))
  }

  /// The run in the folder has not ended.
  static func unfinished(_ folder: String) -> Self {
    Self(
      "expected \(RunFolder.resultsFile) in \(folder), found none; if a run was interrupted there, "
        + "continue it: run --resume")
  }

  /// A file of the run cannot be decoded.
  package static func damaged(path: String, reason: String) -> Self {
    Self("\(path) cannot be read: \(reason); repeat the run")
  }

  /// The results, or the journal, have a format of another version.
  package static func otherVersion(path: String, expected: Int, found: Int) -> Self {
    Self(
      "expected version \(expected) of the format in \(path), found version \(found); "
        + "repeat the run with this build")
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

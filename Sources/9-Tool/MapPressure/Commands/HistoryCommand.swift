import Answers
import ArgumentParser
import Documents
import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel

/// `mappressure history`: keeps the numbers of runs in a file, and finds where they changed.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Keep the numbers of runs, and find when they changed.",
    discussion: """
        mappressure history add Reports/suite    add a run, or the head of a gate
        mappressure history show                 what changed, and since which commit
      """, subcommands: [HistoryAddCommand.self, HistoryShowCommand.self])
}

/// `mappressure history add`: adds a run to a file.
struct HistoryAddCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a run, or the head of a gate, as a line to a file.",
    discussion: "  mappressure history add Reports/gate --to ../history/history.jsonl")

  @Argument(help: "The folder of a finished run or gate.", completion: .folder) var folder: String
  @Option(help: "The file of runs.", completion: .anyFile) var to = "history.jsonl"
  @Option(help: "The run's commit, if its folder names none or a wrong one.") var commit: String?

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let gate = "\(folder)/\(ComparisonReport.documentFile)"
    let isGate = !RunFolder.isFinished(folder) && FileManager.default.fileExists(atPath: gate)
    // A report that is written again renews all files but the journal.
    let file = isGate ? gate : RunFolder.path(RunFolder.journalFile, in: folder)
    let attributes = try? FileManager.default.attributesOfItem(atPath: file)
    let time = attributes?[.modificationDate] as? Date ?? Date()
    let line =
      isGate
      ? try HistoryLine(of: ComparisonResults(ofFileAt: gate), time: time, commit: commit)
      : try HistoryLine(of: RunResults(ofRunIn: folder), time: time, commit: commit)
    try HistoryFile.add(line, to: to)
    let cases = LimitedList.counted(line.cases.count, "case")
    tool.output.print("\(to): added \(cases) of \(line.time), commit \(line.commit)")
    return .pass
  }
}

/// `mappressure history show`: prints what changed.
struct HistoryShowCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Find what changed, and since which commit.",
    discussion: "  mappressure history show --scenario ten-thousand-pins --metric frame-time")

  @Option(help: "The file of runs.", completion: .anyFile) var from = "history.jsonl"
  @Option(help: "Show only this scenario.", completion: .scenario) var scenario: String?
  @Option(help: "Show only this metric.") var metric: String?
  @Option(help: "The folder for the report.", completion: .folder) var out = "Reports/history"
  @Flag(help: "Print all numbers as JSON.") var json = false

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let file = try HistoryFile(path: from)
    for warning in file.warnings { tool.errors.writeProse("warning: " + warning) }
    guard !file.lines.isEmpty else {
      throw CommandError(
        "expected runs in \(from), found none; 'mappressure history add Reports/NAME' "
          + "adds the run in a folder")
    }
    var series = HistorySeries.all(of: file.lines)
    for (option, name, path) in [
      ("scenario", scenario, \HistorySeries.scenario), ("metric", metric, \.metric.name),
    ] {
      guard let name else { continue }
      let known = Set(series.map { $0[keyPath: path] }).sorted()
      series.removeAll { $0[keyPath: path] != name }
      guard series.isEmpty else { continue }
      throw CommandError("--" + option, unknown: option, name, known: known)
    }
    try HistoryReport.write(series, to: out)
    if json {
      tool.output.write(try SortedJSON.text(of: series, named: "the history"))
    } else {
      tool.output.write(HistoryReport.document(series, limit: 20))
      tool.output.print("Report: \(out)/\(HistoryReport.file)")
    }
    return .pass
  }
}

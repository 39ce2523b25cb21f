import Answers
import ArgumentParser
import Documents
import Families
import Reporting
import ScenarioModel
import Support

/// `mappressure validate`: checks scenario files without running them.
struct ValidateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check scenario files, the data files that they name, and the claims.",
    discussion: """
      Reports all mistakes of a file, each with its line and column.

        mappressure validate                    all of Scenarios and Claims
        mappressure validate my-scenario.yaml   one file
      """)

  @Argument(
    help: "Names of scenarios or paths of scenario files. (default: all in Scenarios)",
    completion: .scenario)
  var files: [String] = []

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    let library = ScenarioLibrary()
    let named = files.isEmpty ? try library.files() : files
    let ledger = try library.ledger()
    var code = ToolExitCode.pass
    var scenarios: [Scenario] = []
    for name in named {
      do {
        let path = files.isEmpty ? name : try library.file(name)
        let text = try ScenarioLibrary.text(of: path)
        let scenario = try Scenario(
          yaml: text, file: path, families: tool.families, checkingFiles: true)
        if !ledger.documents.isEmpty {
          try ledger.checkSources(inScenario: scenario.text, path: path)
        }
        scenarios.append(scenario)
        tool.output.print(
          "\(PlainText.line(path)): ok, \(LimitedList.counted(scenario.cases.count, "case"))")
        for line in try Self.dataLines(of: text, path: path) { tool.output.printProse(line) }
      } catch {
        // The message begins with the file.
        tool.errors.write(error, from: nil)
        code = .toolError
      }
    }
    // Links refer to the whole suite.
    if files.isEmpty, code == .pass {
      _ = try library.acceptedChanges(in: scenarios)
      for document in try library.ledger(scenarios: scenarios).documents {
        tool.output.print(
          "\(document.name): ok, \(LimitedList.counted(document.statements.count, "statement"))")
      }
    }
    return code
  }

  /// The account of the reading of a scenario's own pins, in two lines; none of generated pins.
  private static func dataLines(of text: String, path: String) throws(InputError) -> [String] {
    // A family of the user may mean something else by the key; it has accepted the file.
    guard let data = try? YAMLDocument(text: text, file: path).root.mapping()["data"],
      let source = try? PinSource(data, scenarioFile: path), let file = source.file,
      let summary = try source.fileSummary()
    else { return [] }
    let lines = "\(file): \(summary)".split(separator: "\n")
    return lines.map { "  " + PlainText.line(String($0)) }
  }
}

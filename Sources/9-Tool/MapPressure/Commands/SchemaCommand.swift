import Answers
import ArgumentParser
import Reporting
import ScenarioModel

/// `mappressure schema`: prints a JSON Schema of scenario files.
struct SchemaCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of scenario files, for editors.",
    discussion: """
      The keys, families, strategies and metrics are those of this program. An editor with \
      a YAML language server finds the schema through a scenario's first line.

        mappressure schema > scenario.schema.json
        # yaml-language-server: $schema=scenario.schema.json
      """)

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    tool.output.write(try SortedJSON.text(of: ScenarioSchema(tool.families), named: "the schema"))
    return .pass
  }
}

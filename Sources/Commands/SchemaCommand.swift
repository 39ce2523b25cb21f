import ArgumentParser
import Reporting
import ScenarioModel
import Verdicts

/// `mappressure schema`: prints a JSON Schema of scenario files.
struct SchemaCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of scenario files, for editors.",
    discussion: """
      The keys, families, strategies and metrics are those of this program. An editor with
      a YAML language server takes the file from the first line of a scenario:
      # yaml-language-server: $schema=scenario.schema.json

        mappressure schema > scenario.schema.json
      """)

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    tool.output.write(
      try SortedJSON.text(of: ScenarioSchema(tool.families), named: "the schema"))
    return .pass
  }
}

/// A JSON Schema (draft 2020-12) of the scenario files that a program reads.
///
/// It knows names and simple values. What only makes sense together, such as the metric of a bound
/// and its unit, is checked by `validate`.
private struct ScenarioSchema: Encodable {
  /// A schema's value.
  private indirect enum Value: Encodable {
    case text(String)
    case texts([String])
    case number(Double)
    case flag(Bool)
    case object([String: Value])
    case list([Value])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let value): try container.encode(value)
      case .texts(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .flag(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      case .list(let value): try container.encode(value)
      }
    }
  }

  private let root: Value

  init(_ families: FamilyRegistry) {
    let known = families.families
    root = .object([
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text("A scenario of MapPressure"),
      "type": .text("object"),
      "required": .texts(["scenario", "title", "family", "naive", "strategies"]),
      "properties": .object(Self.properties(families)),
      "allOf": .list(known.map(Self.rule)),
    ])
  }

  func encode(to encoder: any Encoder) throws { try root.encode(to: encoder) }

  /// Whole numbers may have underscores between their digits, which YAML takes for a text.
  private static let wholeNumber = Value.object([
    "type": .texts(["integer", "string"]), "pattern": .text("^[0-9][0-9_]*$"),
    "minimum": .number(0),
  ])

  private static func list(of items: Value) -> Value {
    .object(["type": .text("array"), "items": items, "minItems": .number(1)])
  }

  private static func properties(_ families: FamilyRegistry) -> [String: Value] {
    let text = Value.object(["type": .text("string")])
    let objects = list(of: .object(["type": .text("object")]))
    let described: [String: Value] = [
      "scenario": .object([
        "type": .text("string"), "pattern": .text("^[a-z0-9][a-z0-9-]{0,99}$"),
        "description": .text("The name: lower case words joined by hyphens."),
      ]),
      "title": text,
      "family": .object(["enum": .texts(families.names)]),
      "source": .object(["type": .texts(["string", "object"])]),
      "naive": .object([
        "type": .text("string"),
        "description": .text("The strategy that the others are compared with."),
      ]),
      "strategies": list(of: text),
      "sizes": list(of: wholeNumber),
      "trials": wholeNumber,
      "thresholds": .object([
        "type": .text("object"), "description": .text("Bounds for each strategy."),
      ]),
      "limits": objects, "claims": objects,
      "tolerances": .object(["type": .text("object")]),
      "order": wholeNumber,
      "min-seen": .object([
        "type": .text("number"), "minimum": .number(0), "maximum": .number(1),
      ]),
      "size-label": .object([
        "type": .text("string"),
        "description": .text("What the sizes count, in the plural: kilometres."),
      ]),
      "answer": .object(["enum": .texts(ScenarioAnswer.allCases.map(\.rawValue))]),
    ]
    // A key without a description of its own is a key all the same.
    return Scenario.keys.reduce(into: described) { properties, key in
      if properties[key] == nil { properties[key] = .flag(true) }
    }
  }

  /// The keys and the strategies of a family.
  private static func rule(_ family: any ScenarioFamily) -> Value {
    let strategies = Value.object(["enum": .texts(family.strategies.map(\.name))])
    let thresholds = Value.object([
      "propertyNames": strategies, "additionalProperties": .object(["type": .text("array")]),
    ])
    return .object([
      "if": .object([
        "properties": .object(["family": .object(["const": .text(family.name)])])
      ]),
      "then": .object([
        "propertyNames": .object(["enum": .texts(Scenario.keys + family.keyNames)]),
        "properties": .object([
          "naive": strategies, "strategies": list(of: strategies), "thresholds": thresholds,
          "tolerances": .object([
            "propertyNames": .object(["enum": .texts(family.description.allMetrics.map(\.name))])
          ]),
        ]),
      ]),
    ])
  }
}

import ScenarioModel

/// A JSON Schema (draft 2020-12) of the scenario files that a program reads.
///
/// It knows names, types and ranges. What only makes sense together, such as the metric of a bound
/// and its unit, is checked by `validate`.
package struct ScenarioSchema: Encodable, Sendable {
  private let root: JSONValue

  package init(_ families: FamilyRegistry) {
    root = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A scenario of MapPressure",
      "type": "object",
      "required": ["scenario", "title", "family", "naive", "strategies"],
      "properties": .object(Self.properties(families)),
      "allOf": .list(families.families.map(Self.rule)),
    ]
  }

  package func encode(to encoder: any Encoder) throws { try root.encode(to: encoder) }

  /// The common keys whose values are described by themselves.
  private static let simpleKeys: [ScenarioKey] = [
    ScenarioKey("title", .text),
    ScenarioKey("naive", .text, "The strategy that the others are compared with."),
    ScenarioKey("trials", .integer(0...1_000), standard: "5"),
    ScenarioKey("order", .integer(1...1_000)),
    ScenarioKey("min-seen", .number(0...1)),
    ScenarioKey("size-label", .text, "What the sizes count, in the plural: kilometres."),
    ScenarioKey(
      "answer", .choice(ScenarioAnswer.allCases.map(\.rawValue)),
      standard: ScenarioAnswer.recommendation.rawValue),
  ]

  private static func properties(_ families: FamilyRegistry) -> [String: JSONValue] {
    let objects = JSONValue.array(of: ["type": "object"])
    let size = ScenarioKey("sizes", .integer(1 ... .max)).schema
    let described: [String: JSONValue] = [
      "scenario": [
        "type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,99}$",
        "description": "The name: lower case words joined by hyphens.",
      ],
      "family": ["enum": .texts(families.names)],
      "source": ["type": ["string", "object"]],
      "strategies": .array(of: ["type": "string"]),
      "sizes": .array(of: size),
      "thresholds": ["type": "object", "description": "Bounds for each strategy."],
      "limits": objects, "claims": objects,
      "tolerances": ["type": "object"],
    ]
    // A key without a description of its own is a key all the same.
    return Scenario.keys.map { ScenarioKey($0) }.schemas
      .merging(simpleKeys.schemas) { $1 }.merging(described) { $1 }
  }

  /// The keys and the strategies of a family.
  private static func rule(_ family: any ScenarioFamily) -> JSONValue {
    let strategies: JSONValue = ["enum": .texts(family.strategies.map(\.name))]
    let metrics: JSONValue = ["enum": .texts(family.description.allMetrics.map(\.name))]
    let properties: [String: JSONValue] = [
      "naive": strategies, "strategies": .array(of: strategies),
      "thresholds": ["propertyNames": strategies, "additionalProperties": ["type": "array"]],
      "tolerances": ["propertyNames": metrics],
    ]
    return [
      "if": ["required": ["family"], "properties": ["family": ["const": .text(family.name)]]],
      "then": [
        "propertyNames": ["enum": .texts(Scenario.keys + family.keyNames)],
        "required": family.keys.requiredNames,
        "properties": .object(properties.merging(family.keys.schemas) { $1 }),
      ],
    ]
  }
}

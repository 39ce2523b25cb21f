import ScenarioModel
import Support

/// A JSON Schema (draft 2020-12) of the scenario files that a program reads.
///
/// It knows names, types, ranges, and the form of bounds. What only makes sense together is checked
/// by `validate`: the strategies and sizes that a scenario has itself, and the files that it names.
package struct ScenarioSchema: Encodable, Sendable {
  private let root: JSONValue

  package init(_ families: FamilyRegistry) {
    let all = families.families
    let bounds = all.map { ($0.name, Self.bound($0)) }
    root = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A scenario of MapPressure",
      "type": "object",
      "required": Scenario.commonKeys.requiredNames,
      "properties": .object(Self.properties(families)),
      "allOf": .list(all.map(Self.rule)),
      "$defs": .object(Dictionary(bounds, uniquingKeysWith: { $1 })),
    ]
  }

  package func encode(to encoder: any Encoder) throws { try root.encode(to: encoder) }

  private static func properties(_ families: FamilyRegistry) -> [String: JSONValue] {
    let size = ScenarioKey.Value.integer(1 ... .max)
    let claim = ScenarioKey("claims", .group(Claim.keys)).schema
    let limit: JSONValue = [
      "type": "object", "required": .texts(Limit.keys), "additionalProperties": false,
      "properties": .object(Limit.keys.map { ScenarioKey($0, .text) }.schemas),
    ]
    let further: [String: [String: JSONValue]] = [
      "scenario": ["pattern": "^[a-z0-9][a-z0-9-]{0,99}$"],
      "family": ["enum": .texts(families.names)],
      "source": ["type": ["string", "object"]],
      "strategies": ["type": "array", "minItems": 1, "uniqueItems": true],
      "sizes": ["type": "array", "items": ScenarioKey("", size).schema, "uniqueItems": true],
      "thresholds": ["type": "object"], "tolerances": ["type": "object"],
      "must-not-change": ["type": "array", "minItems": 1, "uniqueItems": true],
      "limits": ["type": "array", "items": limit],
      "claims": ["type": "array", "items": claim],
    ]
    return Scenario.commonKeys.schemas.merging(further.mapValues { .object($0) }) {
      guard case .object(let keywords) = $1 else { return $0 }
      return $0.adding(keywords)
    }
  }

  /// The expressions of a family's bounds.
  private static func bound(_ family: any ScenarioFamily) -> JSONValue {
    let pattern = Threshold.pattern(
      of: family.description.allMetrics, strategies: family.strategies.map(\.name))
    let form = "METRIC <= VALUE, METRIC <= NUMBER x STRATEGY, or growth(METRIC) <= NUMBER"
    return [
      "type": "string", "pattern": .text(pattern), "description": .text(form),
      "patternErrorMessage": .text("Expected \(form), with a metric of \(family.name)."),
    ]
  }

  /// The keys, the strategies and the metrics of a family.
  private static func rule(_ family: any ScenarioFamily) -> JSONValue {
    let metrics = family.description.allMetrics
    let strategies: JSONValue = ["enum": .texts(family.strategies.map(\.name))]
    let metric: JSONValue = ["enum": .texts(metrics.map(\.name))]
    let bound: JSONValue = ["$ref": .text("#/$defs/\(family.name)")]
    let restricted: JSONValue = [
      "type": "object", "required": ["bound"], "additionalProperties": false,
      "properties": ["bound": bound, "variant": ["type": "string"], "size": ["minimum": 1]],
    ]
    let claim: JSONValue = [
      "properties": ["strategy": strategies, "compared-to": strategies, "metric": metric],
      "allOf": .list(metrics.map(\.unit).uniqued().map { claimRule($0, metrics) }),
    ]
    let properties: [String: JSONValue] = [
      "naive": strategies, "strategies": .array(of: strategies, isUnique: true),
      "thresholds": [
        "propertyNames": strategies,
        "additionalProperties": .array(of: ["anyOf": [bound, restricted]]),
      ],
      "limits": .array(of: ["properties": ["bound": bound]]),
      "claims": .array(of: claim),
      "must-not-change": .array(
        of: ["enum": .texts(metrics.filter(\.kind.isDeterministic).map(\.name))], isUnique: true),
      "tolerances": [
        "propertyNames": metric,
        "additionalProperties": ["type": "string", "pattern": #"^[0-9_.]+ *%$"#],
      ],
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

  /// The values of a claim about a metric of a unit; a comparison has plain numbers.
  private static func claimRule(_ unit: MetricUnit, _ metrics: [Metric]) -> JSONValue {
    let names = metrics.filter { $0.unit == unit }.map(\.name)
    let value: JSONValue = [
      "type": .texts(Quantity.isUnitOptional(for: unit) ? ["number", "string"] : ["string"]),
      "pattern": .text("^\(Quantity.pattern(for: unit))$"),
    ]
    return [
      "if": [
        "required": ["metric"], "properties": ["metric": ["enum": .texts(names)]],
        "not": ["required": ["compared-to"]],
      ],
      "then": [
        "properties": [
          "at-least": value, "at-most": value, "between": ["type": "array", "items": value],
        ]
      ],
    ]
  }
}

import Families
import Foundation
import MapPressure
import ScenarioModel
import Support
import TestSupport
import Testing

/// The schema describes what the program reads, and no more.
@Suite struct SchemaCommandTests {
  private static func schema() async throws -> Schema {
    let printed = try await TemporaryFolder().call("schema").expect(0)
    return try JSONDecoder().decode(Schema.self, from: Data(printed.output.utf8))
  }

  @Test func everyStandardScenarioIsWhatTheSchemaAllows() async throws {
    let schema = try await Self.schema()
    let rules = Dictionary(
      uniqueKeysWithValues: try (schema.allOf ?? []).map { rule in
        (try #require(rule.if.properties?["family"]?.const), rule.then)
      })
    #expect(Set(rules.keys) == Set(FamilyRegistry.standard.names))
    for (path, text) in StandardScenarios.texts {
      let root = try YAMLDocument(text: text, file: path).root
      let family = try root.mapping().value("family").text()
      let rule = try #require(rules[family])
      #expect(schema.problems(root) == [], "\(path)")
      #expect(rule.problems(root) == [], "\(path)")
      #expect(rule.propertyNames?.enum?.contains("strategy") == false)
    }
  }

  /// A group whose keys are described takes no others, and what the program takes for a key that is
  /// left out is a value that it would read.
  @Test func groupsAreClosedAndStandardsAreInTheirRanges() async throws {
    let schema = try await Self.schema()
    let keys = (schema.allOf ?? []).flatMap { rule in
      (rule.then.properties ?? [:]).flatMap { $0.value.keys(named: $0.key) }
    }
    let standards = keys.filter { $0.schema.default != nil }
    #expect(standards.count >= 20)
    for (name, schema) in standards {
      let text = try #require(schema.default?.text)
      let value = try YAMLDocument(text: text, file: "the standard of \(name)").root
      #expect(schema.problems(value) == [], "\(name): \(text)")
    }
    for (name, schema) in keys where schema.properties != nil {
      #expect(schema.additionalProperties?.isAllowed == false, "\(name)")
    }
  }

  /// The schema has what an editor shows for the keys of all scenarios, for profiles and for
  /// bounds.
  @Test func namesAreKnownAndKeysAreDescribed() async throws {
    let schema = try await Self.schema()
    for (name, key) in schema.properties ?? [:] { #expect(key.description != nil, "\(name)") }
    #expect(Set((schema.properties ?? [:]).keys) == Set(Scenario.keys))
    let device = schema.allOf?.first?.then.properties?["device"]
    let profile = device?.properties?["profile"]?.anyOf?.first?.anyOf?.first
    #expect(profile?.enum?.contains("partly-measured-phone") == true)
    let claims = schema.properties?["claims"]?.items
    #expect(claims?.properties?["metric"]?.description != nil)
    #expect(claims?.additionalProperties?.isAllowed == false)
  }

  /// Whole numbers may have underscores, which makes a text of them for YAML.
  @Test func numbersAreNumbersOrTextsOfDigits() async throws {
    let schema = try await Self.schema()
    let data = schema.allOf?.first?.then.properties?["data"]
    let pins = try #require(data?.properties?["pins"])
    #expect(pins.minimum == 1 && pins.maximum == 100_000_000)
    let text = try #require(pins.pattern)
    let pattern = try Regex(text)
    for good in ["1", "10_000", "100_000_000"] { #expect(good.wholeMatch(of: pattern) != nil) }
    for bad in ["_1", "1.5", "-1", "many"] { #expect(bad.wholeMatch(of: pattern) == nil) }
  }
}

/// A schema, as far as this suite reads it.
private final class Schema: Decodable {
  struct Rule: Decodable {
    let `if`: Schema
    let then: Schema
  }

  /// `false`, or a schema of further keys.
  struct Additional: Decodable {
    let isAllowed: Bool

    init(from decoder: any Decoder) throws {
      isAllowed = (try? decoder.singleValueContainer().decode(Bool.self)) ?? true
    }
  }

  /// A value in the words of a scenario's file.
  struct Default: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let flag = try? container.decode(Bool.self) {
        text = "\(flag)"
      } else if let number = try? container.decode(Double.self) {
        text = Int(exactly: number).map { "\($0)" } ?? "\(number)"
      } else if let name = try? container.decode(String.self) {
        text = name
      } else {
        text = "[\(try container.decode([String].self).joined(separator: ", "))]"
      }
    }
  }

  let allOf: [Rule]?
  let anyOf: [Schema]?
  let properties: [String: Schema]?
  let propertyNames: Schema?
  let additionalProperties: Additional?
  let required: [String]?
  let items: Schema?
  let const: String?
  let description: String?
  let `enum`: [String]?
  let pattern: String?
  let minimum: Double?
  let maximum: Double?
  let `default`: Default?

  /// The schema and those of the keys of its group, by their places.
  func keys(named name: String) -> [(name: String, schema: Schema)] {
    [(name, self)] + (properties ?? [:]).flatMap { $0.value.keys(named: "\(name).\($0.key)") }
  }

  /// The parts of a value that the schema does not allow.
  func problems(_ value: YAMLValue) -> [String] {
    func problem(_ expected: String) -> String { "\(value.name): expected \(expected)" }
    if let anyOf {
      return anyOf.contains { $0.problems(value).isEmpty } ? [] : [problem("one of its forms")]
    }
    var problems: [String] = []
    if let properties {
      guard let mapping = try? value.mapping() else { return [problem("a mapping")] }
      problems += (required ?? []).filter { mapping[$0] == nil }.map { problem("the key \($0)") }
      for entry in mapping.entries {
        let isKnown = propertyNames?.enum?.contains(entry.key) ?? true
        if let schema = properties[entry.key] {
          problems += schema.problems(entry.value)
        } else if !isKnown || additionalProperties?.isAllowed == false {
          problems.append(problem("no key \(entry.key)"))
        }
      }
    }
    if let items {
      guard let elements = try? value.elements() else { return [problem("a list")] }
      problems += elements.flatMap { items.problems($0) }
    }
    if let names = self.enum, !names.contains((try? value.text()) ?? "") {
      problems.append(problem("one of \(names)"))
    }
    if minimum != nil || maximum != nil {
      let number = try? value.number()
      let isInside = number.map { (minimum ?? $0) <= $0 && $0 <= (maximum ?? $0) }
      if isInside != true { problems.append(problem("a number in its range")) }
    }
    return problems
  }
}

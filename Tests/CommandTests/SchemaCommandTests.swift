import Foundation
import StandardScenarios
import TestSupport
import Testing

/// The schema names what the program reads, and no more.
@Suite struct SchemaCommandTests {
  private struct Schema: Decodable {
    struct Names: Decodable {
      let `enum`: [String]
    }

    struct Rule: Decodable {
      struct Condition: Decodable {
        struct Properties: Decodable {
          struct Family: Decodable {
            let const: String
          }

          let family: Family
        }

        let properties: Properties
      }

      struct Then: Decodable {
        struct Properties: Decodable {
          let naive: Names
        }

        let propertyNames: Names
        let properties: Properties
      }

      let `if`: Condition
      let then: Then
    }

    let required: [String]
    let allOf: [Rule]
  }

  private struct Listing: Decodable {
    struct Entry: Decodable {
      let name: String
      let family: String
      let strategies: [String]
    }

    let scenarios: [Entry]
  }

  @Test func everyStandardScenarioHasItsKeysAndStrategies() async throws {
    let folder = try TemporaryFolder()
    let printed = try await Tool.call(["schema"], in: folder)
    #expect(printed.code == 0)
    let schema = try JSONDecoder().decode(Schema.self, from: Data(printed.output.utf8))
    let rules = Dictionary(
      uniqueKeysWithValues: schema.allOf.map { ($0.if.properties.family.const, $0.then) })
    #expect(rules.count == 20)
    let listed = try await Tool.call(["list", "--json"], in: folder)
    let listing = try JSONDecoder().decode(Listing.self, from: Data(listed.output.utf8))
    #expect(listing.scenarios.count == StandardScenarios.texts.count)
    for (entry, file) in zip(
      listing.scenarios.sorted { $0.name < $1.name }, StandardScenarios.texts)
    {
      let rule = try #require(rules[entry.family])
      #expect(Set(entry.strategies).isSubset(of: rule.properties.naive.enum), "\(entry.name)")
      let keys = Set(file.text.matches(of: /(?m)^(?<key>[a-z-]+):/).map { String($0.key) })
      #expect(keys.isSubset(of: rule.propertyNames.enum), "\(entry.name)")
      #expect(keys.isSuperset(of: schema.required), "\(entry.name)")
      #expect(!rule.propertyNames.enum.contains("strategy"))
    }
  }
}

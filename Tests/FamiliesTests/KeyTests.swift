import Families
import ScenarioModel
import Support
import TestSupport
import Testing

/// Each key of each family is what its description says: a wrong value is found where it stands,
/// and a key that is left out counts as its standard.
@Suite struct KeyTests {
  @Test func everyKeyHasAMeaning() {
    for family in FamilyRegistry.standard.families {
      for (place, key) in Self.leaves(family.keys) {
        #expect(!key.meaning.isEmpty, "\(family.name): \(place)")
      }
    }
  }

  private static func leaves(
    _ keys: [ScenarioKey], under path: String = ""
  ) -> [(place: String, key: ScenarioKey)] {
    keys.flatMap { key -> [(place: String, key: ScenarioKey)] in
      guard case .group(let inner) = key.value else { return [(path + key.name, key)] }
      return leaves(inner, under: "\(path)\(key.name).")
    }
  }

  @Test(arguments: FamilyRegistry.standard.names)
  func aWrongValueIsFoundWhereItStands(family: String) throws {
    for mistake in try KeyWalk(try #require(FamilyRegistry.standard[family])).mistakes {
      let (marked, comment) = (mistake.marked, "\(mistake.key) in:\n\(mistake.marked.text)")
      do throws(InputError) {
        _ = try Scenario(text: marked.text)
        Issue.record("the mistake was not noticed: \(comment)")
      } catch {
        let isInside = mistake.says.isEmpty
        #expect(error.location.line == marked.line, "\(comment)")
        #expect(isInside || error.location.column == marked.column, "\(comment)")
        for text in mistake.says { #expect("\(error)".contains(text), "\(comment)") }
      }
    }
  }

  @Test(arguments: FamilyRegistry.standard.names)
  func aKeyThatIsLeftOutCountsAsItsStandard(family: String) throws {
    for standard in try KeyWalk(try #require(FamilyRegistry.standard[family])).standards {
      do throws(InputError) {
        let without = try Scenario(text: standard.without)
        let with = try Scenario(text: standard.with)
        #expect(without.environmentFacts == with.environmentFacts, "\(standard.key)")
      } catch {
        Issue.record("\(standard.key): \(error)")
      }
    }
  }
}

extension Scenario {
  /// The facts of a report on the environment, as far as they are known without reading files.
  fileprivate var environmentFacts: [String] {
    let facts = workload.facts.map { "\($0.name): \($0.value)" }
    let seeds = workload.seeds.map { "\($0.name): \($0.seed)" }
    return facts + seeds + workload.variants + ["\((try? workload.defaultSize()) ?? 0)"]
  }
}

import Families
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// The keys of the families, in tables of `Scenarios/README.md` between two comments:
///
///     <!-- keys FAMILY -->
///     | … |
///     <!-- end of keys -->
///
/// A key that is the same in an earlier table is not told again.
/// `MAPPRESSURE_RENEW_GOLDEN=1 make test ARGS="--filter KeyTableTests"` writes the tables anew.
@Suite struct KeyTableTests {
  @Test func theDocumentTellsEachKeyOfEachFamily() throws {
    var told: Set<ScenarioKey> = []
    let differences = try DocumentTables("keys", of: RepositoryFile.url("Scenarios/README.md"))
      .differences { name in
        let family = try #require(FamilyRegistry.standard[name], "the family '\(name)'")
        return Self.table(of: family.keys.filter { told.insert($0).inserted })
      }
    #expect(differences == [])
    for family in FamilyRegistry.standard.families {
      let untold = family.keys.filter { !told.contains($0) }.map(\.name)
      #expect(untold == [], "keys of \(family.name) in no table")
    }
  }

  private static func table(of keys: [ScenarioKey]) -> String {
    guard !keys.isEmpty else { return "" }
    let head = [["key", "value", "without it", "meaning"], ["---", "---", "---", "---"]]
    return (head + rows(of: keys)).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private static func rows(of keys: [ScenarioKey], under path: String = "") -> [[String]] {
    keys.flatMap { key -> [[String]] in
      let place = path + key.name
      let standard = key.isRequired ? "required" : key.standard.map { "`\($0)`" } ?? ""
      let row = ["`\(place)`", key.value.text, standard, key.meaning]
      guard case .group(let inner) = key.value else { return [row] }
      return [row] + rows(of: inner, under: place + ".")
    }
  }
}

extension ScenarioKey.Value {
  /// What a file may write, for a cell of a table.
  fileprivate var text: String {
    switch self {
    case .any: ""
    case .text: "text"
    case .number(let range): "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    case .integer(let range) where range.upperBound == .max:
      "whole, from \(NumberFormat.grouped(range.lowerBound))"
    case .integer(let range):
      "whole, \(NumberFormat.grouped(range.lowerBound)) to \(NumberFormat.grouped(range.upperBound))"
    case .flag: "`true` or `false`"
    case .choice(let names): Self.list(names)
    case .choices(let names): "one or several of \(Self.list(names))"
    case .choiceOrFile(let names): "\(Self.list(names)), or a YAML file"
    case .list(let element, let count): "\(count.lowerBound) in a list: \(element.text)"
    case .oneOrMore(let element): "one or several: \(element.text)"
    case .group: "the keys below"
    }
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(NumberFormat.grouped) ?? "\(number)"
  }

  /// Many names are told by the first ones; an error lists all.
  private static func list(_ names: [String]) -> String {
    let quoted = names.map { "`\($0)`" }
    return quoted.count <= 10
      ? quoted.joined(separator: ", ")
      : quoted.prefix(5).joined(separator: ", ") + " and \(quoted.count - 5) more"
  }
}

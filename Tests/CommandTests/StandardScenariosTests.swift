import Foundation
import MapPressure
import TestSupport
import Testing

/// The scenario files inside the program.
@Suite struct StandardScenariosTests {
  private static let list = "Sources/9-Tool/MapPressure/Commands/StandardScenarios.swift"

  @Test func theyAreTheFilesOfTheFolder() throws {
    let files = try RepositoryFile.yaml(in: "Scenarios")
    let names = files.map { $0.path.split(separator: "/").last ?? "" }
    #expect(StandardScenarios.texts.map(\.path) == names.map { "standard/\($0)" })
    #expect(StandardScenarios.texts.map(\.text) == files.map(\.text))
  }

  /// Swift cannot list the files that it embeds. `make renew` writes the list.
  @Test func theListIsMadeFromTheFolder() throws {
    let text = try RepositoryFile.text(Self.list)
    let start = try #require(text.range(of: "files: [(String, [UInt8])] = [\n")).upperBound
    let end = try #require(text.range(of: "  ]\n", range: start..<text.endIndex)).lowerBound
    let rows = try RepositoryFile.yaml(in: "Scenarios").map { file in
      let name = URL(filePath: file.path).deletingPathExtension().lastPathComponent
      let resource = name.replacing("-", with: "_") + "_yaml"
      return "    (\"\(name)\", PackageResources.\(resource)),\n"
    }.joined()
    if ProcessInfo.processInfo.environment["MAPPRESSURE_RENEW_GOLDEN"] != nil {
      try Data((text[..<start] + rows + text[end...]).utf8).write(to: RepositoryFile.url(Self.list))
    } else {
      #expect(text[start..<end] == rows)
    }
  }
}

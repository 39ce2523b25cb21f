import Foundation
import MapPressure
import Testing

/// The scenario files inside the program.
@Suite struct StandardScenariosTests {
  @Test func theyAreTheFilesOfTheFolder() throws {
    let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Scenarios")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }.sorted()
    #expect(StandardScenarios.texts.map(\.path) == names.map { "standard/\($0)" })
    for (name, found) in zip(names, StandardScenarios.texts) {
      #expect(found.text == (try String(contentsOf: folder.appending(path: name), encoding: .utf8)))
    }
  }
}

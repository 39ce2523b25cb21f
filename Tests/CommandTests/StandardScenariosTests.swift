import Foundation
import MapPressure
import TestSupport
import Testing

/// The scenario files inside the program.
@Suite struct StandardScenariosTests {
  @Test func theyAreTheFilesOfTheFolder() throws {
    let files = try RepositoryFile.yaml(in: "Scenarios")
    let names = files.map { $0.path.split(separator: "/").last ?? "" }
    #expect(StandardScenarios.texts.map(\.path) == names.map { "standard/\($0)" })
    #expect(StandardScenarios.texts.map(\.text) == files.map(\.text))
  }
}

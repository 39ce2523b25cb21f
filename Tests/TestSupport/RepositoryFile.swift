import Families
import Foundation
import ScenarioModel

/// The files that come with the project.
package enum RepositoryFile {
  package static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func url(_ name: String) -> URL { folder.appending(path: name) }

  package static func path(_ name: String) -> String { url(name).path }

  package static func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }

  /// The paths and the texts of the YAML files in a folder of the project, in order.
  package static func yaml(in folder: String) throws -> [(path: String, text: String)] {
    let path = path(folder)
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      .filter { $0.hasSuffix(".yaml") }
      .map { ("\(path)/\($0)", try TextFile.read("\(path)/\($0)")) }
  }

  package static func scenarios() throws -> [Scenario] {
    try yaml(in: "Scenarios").map { path, text in
      try Scenario(yaml: text, file: path, families: .standard)
    }
  }

  /// The ledger of all claims.
  package static func ledger(scenarios: [Scenario]) throws -> Ledger {
    try Ledger(
      yaml(in: "Scenarios/Claims").map { Ledger.File(text: $0.text, path: $0.path) },
      scenarios: scenarios)
  }
}

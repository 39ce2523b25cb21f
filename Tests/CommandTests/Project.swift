import Foundation

/// A folder of a test's own in which the tool is run, removed when nobody holds it any more.
final class Project: Sendable {
  let path: String

  /// - Parameter scenarios: written to files of their names; `nil` makes no folder for them.
  init(_ scenarios: [ScenarioFile]? = [ScenarioFile()]) throws {
    path = FileManager.default.temporaryDirectory.path + "/command-tests-" + UUID().uuidString
    _ = try makeFolder("")
    guard let scenarios else { return }
    _ = try makeFolder("Scenarios")
    for scenario in scenarios {
      try write(scenario.text, to: "Scenarios/\(scenario.name).yaml")
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path + "/" + name, withIntermediateDirectories: true)
    return path + "/" + name
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + name)
  }

  /// The names in a folder, in order, without the hidden ones.
  func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}

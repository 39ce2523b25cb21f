import Foundation
import ScenarioModel

/// A new folder that is removed at the end of a test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("ScenariosTests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A new folder inside.
  func subfolder() throws -> String {
    let subfolder = path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: subfolder, withIntermediateDirectories: true)
    return subfolder
  }

  /// New folders for a trial.
  func trialFolders() throws -> TrialFolders {
    TrialFolders(own: try subfolder(), shared: try subfolder())
  }

  /// Writes a file and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }
}

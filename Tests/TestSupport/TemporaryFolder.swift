import Foundation
import ScenarioModel

/// A new folder of a test, removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    // Without symbolic links, because git and the tool print resolved paths.
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = parent + "/mappressure-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file or folder in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file, in a folder that is made if it is not there, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  @discardableResult
  package func write(_ data: Data, to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return file(name)
  }

  /// Writes a shell script that can be started and returns its path.
  @discardableResult
  package func writeProgram(_ name: String, _ script: String) throws -> String {
    try write("#!/bin/sh\n\(script)\n", to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file(name))
    return file(name)
  }

  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  package func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file(name)))
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: file(name))
  }

  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: file(name))
  }

  /// Makes a folder with the folders above it, and returns its path.
  @discardableResult
  package func makeFolder(_ name: String = UUID().uuidString) throws -> String {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    return file(name)
  }

  /// New folders for a trial.
  package func trialFolders() throws -> TrialFolders {
    TrialFolders(own: try makeFolder(), shared: try makeFolder())
  }

  /// The names of the files and folders in it, or in a folder of it, in order, with hidden ones.
  package func names(_ folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: file(folder)).sorted()
  }

  /// The files in a folder of it and below, as paths from there, in order, with hidden ones.
  package func files(_ folder: String = "") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: file(folder)).filter { path in
      var status = stat()
      return lstat(file(folder) + "/" + path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }.sorted()
  }

  /// Moves a file to another place in it, in a folder that is made if it is not there.
  package func move(_ name: String, to other: String) throws {
    let url = URL(fileURLWithPath: file(other))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: file(name), toPath: url.path)
  }

  /// Moves the files of a run's folder to where earlier versions had them: all on top, and charts
  /// next to the details of their scenarios.
  package func moveToEarlierPlaces(_ folder: String = ".") throws {
    for file in try files(folder) where file.contains("/") && !file.hasPrefix("scenarios/") {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      let isChart = name.hasSuffix(".svg") && !name.hasPrefix("sensitivity-")
      try move("\(folder)/\(file)", to: "\(folder)/\(isChart ? "scenarios/" : "")\(name)")
    }
    for inner in ["data", "pictures", "recordings"] { rmdir(self.file("\(folder)/\(inner)")) }
  }
}

extension URL {
  /// A folder that stays, for processes that tests start.
  ///
  /// A process starts in the working folder unless another one is given, and commands that are run
  /// as values change it to folders that are removed with their tests.
  package static var stable: URL { FileManager.default.temporaryDirectory }
}

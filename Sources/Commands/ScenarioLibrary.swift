import Foundation
import ScenarioModel
import Support
import YAMLReading

/// The scenario files of a project: the folder `Scenarios` here or above.
struct ScenarioLibrary {
  /// The folder; `nil` where there is none.
  let folder: String?

  init(from start: String = FileManager.default.currentDirectoryPath) {
    var directory = URL(fileURLWithPath: start)
    while true {
      let candidate = directory.appendingPathComponent("Scenarios")
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
        isFolder.boolValue
      {
        folder = Self.shorten(candidate.path, from: start)
        return
      }
      let parent = directory.deletingLastPathComponent()
      if parent.path == directory.path { break }
      directory = parent
    }
    folder = nil
  }

  /// The default suite: every scenario file of the folder, by name.
  func files() throws(LibraryError) -> [String] {
    guard let folder else { throw .noFolder }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { Self.isScenarioFile($0) }.sorted()
    guard !files.isEmpty else { throw .emptyFolder(folder) }
    return files.map { folder + "/" + $0 }
  }

  /// Whether a file of a folder of scenarios is one, by its name.
  static func isScenarioFile(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// The file that a name or a path on the command line means.
  func file(_ nameOrPath: String) throws(LibraryError) -> String {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: nameOrPath, isDirectory: &isFolder)
    if exists && !isFolder.boolValue || nameOrPath.contains("/")
      || Self.isScenarioFile(nameOrPath)
    {
      return nameOrPath
    }
    let known = try files()
    let names = known.map { Self.name(of: $0) }
    let stems = known.map { Self.stem(of: $0) }
    guard
      let index = names.firstIndex(of: nameOrPath) ?? stems.firstIndex(of: nameOrPath)
    else {
      throw .unknownScenario(nameOrPath, known: names)
    }
    return known[index]
  }

  /// The name that a file gives its scenario; the file's own where it cannot be read.
  private static func name(of file: String) -> String {
    guard let text = try? TextFile.read(file),
      let root = try? YAMLDocument(text: text, file: file).root,
      let name = try? root.mapping()["scenario"]?.text()
    else { return stem(of: file) }
    return name
  }

  /// The file's name without folder and ending.
  private static func stem(of file: String) -> String {
    URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
  }

  /// Reads scenarios by name or path; none: the default suite.
  func scenarios(_ names: [String], families: FamilyRegistry) throws -> [Scenario] {
    var files: [String] = []
    for file in names.isEmpty ? try self.files() : try names.map({ try file($0) })
    where !files.contains(file) {
      files.append(file)
    }
    return try files.map { file in
      try Scenario(yaml: TextFile.read(file), file: file, families: families)
    }
  }

  private static func shorten(_ path: String, from start: String) -> String {
    let prefix = start.hasSuffix("/") ? start : start + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}

/// Why a scenario was not found.
enum LibraryError: Error, CustomStringConvertible {
  case noFolder
  case emptyFolder(String)
  case unknownScenario(String, known: [String])

  var description: String {
    switch self {
    case .noFolder:
      "expected a folder 'Scenarios' here or above, found none; "
        + "change into the project's folder, or give the path of a scenario file"
    case .emptyFolder(let folder):
      "expected scenario files (.yaml) in \(folder), found none"
    case .unknownScenario(let name, let known):
      "there is no scenario '\(name)'"
        + (NearestName.find(name, among: known).map { "; did you mean '\($0)'?" } ?? "")
        + " (known: \(known.joined(separator: ", ")); or give the path of a file)"
    }
  }
}

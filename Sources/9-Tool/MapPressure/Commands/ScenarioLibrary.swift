import ArgumentParser
import Foundation
import Gate
import ScenarioModel
import Support

/// The scenario files of a project, which are in the folder `Scenarios` in the working folder or above
/// it, and those inside the program.
struct ScenarioLibrary {
  /// The folder; `nil` if there is none.
  let folder: String?
  /// All scenario files, each parsed once.
  private let known: Lazy<Result<[KnownFile], CommandError>>

  init(from start: String = FileManager.default.currentDirectoryPath) {
    let folders = sequence(first: URL(fileURLWithPath: start)) { folder in
      let parent = folder.deletingLastPathComponent()
      return parent.path == folder.path ? nil : parent
    }.lazy.map { $0.appendingPathComponent("Scenarios").path }
    let folder = folders.first { Self.isFolder($0) }.map { Self.shorten($0, from: start) }
    self.folder = folder
    known = Lazy {
      Result { () throws(CommandError) in
        // A project's own scenario hides one of that name inside the program.
        try (folder.map(Self.files) ?? []) + StandardScenarios.texts.map(\.path)
      }.map { $0.map(KnownFile.init) }
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The paths of the default suite: all scenario files of the folder or, without a folder, those
  /// inside the program; in the order of their names.
  func files() throws(CommandError) -> [String] {
    guard let folder else { return StandardScenarios.texts.map(\.path) }
    return try Self.files(in: folder)
  }

  /// The paths of the files of published measurements, in the order of their names.
  func validationFiles() throws(CommandError) -> [String] {
    guard let folder else {
      throw CommandError(
        "expected a folder 'Scenarios' in the working folder or above it, found none; change to the "
          + "project's folder, or give the path of a file")
    }
    return try Self.files(in: folder + "/validation")
  }

  private static func files(in folder: String) throws(CommandError) -> [String] {
    let files = scenarioFiles(in: folder)
    guard !files.isEmpty else {
      throw CommandError(
        "expected scenario files (.yaml) in \(folder), found none; add one, or give the path of a "
          + "scenario file")
    }
    return files
  }

  private static func scenarioFiles(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { isScenarioFile($0) && $0 != AcceptedChange.fileName }.sorted()
      .map { folder + "/" + $0 }
  }

  /// Returns whether the name is one of a scenario file.
  static func isScenarioFile(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// Returns the path of the scenario file that a command line argument names or is the path of.
  func file(_ nameOrPath: String) throws(CommandError) -> String {
    let exists = FileManager.default.fileExists(atPath: nameOrPath)
    if exists && !Self.isFolder(nameOrPath) || nameOrPath.contains("/")
      || Self.isScenarioFile(nameOrPath)
    {
      return nameOrPath
    }
    let known = try known.value.get()
    guard
      let file = known.first(where: { $0.name == nameOrPath })
        ?? known.first(where: { $0.stem == nameOrPath })
    else {
      throw CommandError(
        "there is no scenario '\(nameOrPath)'"
          + NearestName.hint(for: nameOrPath, among: known.map(\.name).uniqued())
          + "; give one of these names, or the path of a file")
    }
    return file.path
  }

  /// The text of a scenario file, or of one inside the program.
  static func text(of path: String) throws(InputError) -> String {
    if !FileManager.default.fileExists(atPath: path),
      let text = StandardScenarios.text(of: path)
    {
      return text
    }
    return try TextFile.read(path)
  }

  /// Reads scenarios by name or path; reads the default suite, in its order, if the list is empty.
  func scenarios(_ names: [String], families: FamilyRegistry) throws -> [Scenario] {
    var files: [String] = []
    for file in names.isEmpty ? try self.files() : try names.map({ try file($0) })
    where !files.contains(file) {
      files.append(file)
    }
    let read = try files.map { file in
      try Scenario(yaml: Self.text(of: file), file: file, families: families)
    }
    let accepted = try acceptedChanges(in: read)
    let scenarios = read.map { $0.accepting(accepted) }
    guard names.isEmpty else { return scenarios }
    return scenarios.sorted { ($0.order ?? .max, $0.name) < ($1.order ?? .max, $1.name) }
  }

  /// Reads the changes for the worse that the project accepts; none without the file.
  ///
  /// - Parameter scenarios: those whose cases, metrics and numbers are checked.
  func acceptedChanges(in scenarios: [Scenario]) throws(InputError) -> [AcceptedChange] {
    guard let file = folder.map({ $0 + "/" + AcceptedChange.fileName }),
      FileManager.default.fileExists(atPath: file)
    else { return [] }
    return try AcceptedChange.changes(
      yaml: TextFile.read(file), file: file, scenarios: scenarios,
      metrics: Metric.ofGates, names: names)
  }

  /// Reads the ledger of the project: the files of the folder `Claims` among the scenarios; an
  /// empty one if there is no such folder.
  ///
  /// - Parameter scenarios: the scenarios that links refer to; `nil` to accept every link.
  func ledger(scenarios: [Scenario]? = nil) throws -> Ledger {
    try Ledger(
      ledgerFiles.map { Ledger.File(text: try TextFile.read($0), path: $0) }, scenarios: scenarios)
  }

  /// The paths of the ledger's files, in the order of their names.
  var ledgerFiles: [String] {
    folder.map { Self.scenarioFiles(in: $0 + "/Claims") } ?? []
  }

  /// The names of all scenarios.
  var names: [String] { ((try? known.value.get()) ?? []).map(\.name).uniqued() }

  /// The strategies that a scenario's file lists; none if it cannot be read.
  func strategies(of nameOrPath: String) -> [String] {
    guard let path = try? file(nameOrPath) else { return [] }
    let file = (try? known.value.get())?.first { $0.path == path } ?? KnownFile(path)
    return file.strategies
  }

  private static func shorten(_ path: String, from start: String) -> String {
    let prefix = start.hasSuffix("/") ? start : start + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}

/// The content of a scenario file before its family is known.
private struct KnownFile: Sendable {
  let path: String
  /// The file's name without its folder and its extension.
  let stem: String
  /// The name of the scenario; the stem if the file cannot be read.
  let name: String
  /// The strategies that it lists; none if it cannot be read.
  let strategies: [String]

  init(_ path: String) {
    self.path = path
    let mapping = try? YAMLDocument(text: ScenarioLibrary.text(of: path), file: path).root.mapping()
    stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    name = (try? mapping?["scenario"]?.text()) ?? stem
    let list = try? mapping?["strategies"]?.elements()
    strategies = (list ?? []).compactMap { try? $0.text() }
  }
}

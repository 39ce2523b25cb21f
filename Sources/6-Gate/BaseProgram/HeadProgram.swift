import Foundation

/// The program of the head, and checks that it was built from the working folder.
///
/// A head that was built from other sources, or before the last change, does not contain the
/// change.
package struct HeadProgram: Sendable {
  private let executable: String
  private let source: String

  /// - Parameters:
  ///   - executable: the program's path.
  ///   - source: the file of its entry point, as the compiler saw it.
  package init(executable: String, source: String) {
    self.executable = executable
    self.source = source
  }

  /// Returns the warnings for a comparison of the program with a commit's program.
  ///
  /// - Parameters:
  ///   - commit: the full name of the base's commit.
  ///   - folder: the package's folder or one below it.
  package func warnings(comparedWith commit: String, in folder: String) async -> [String] {
    // Without a package there is no base, which is an error of its own.
    guard let project = try? await Project(folder: folder) else { return [] }
    guard !source.hasPrefix("/") || BuildInputs.isPlace(source, below: project.package) else {
      return [
        "this program was built from \(source) and not in \(project.package), so the gate does "
          + "not judge the working folder"
      ]
    }
    let files = await sources(of: project)
    return [staleness(files), await likeness(project, to: commit)].compactMap(\.self)
  }

  /// Returns a warning where a source is newer than the program.
  private func staleness(_ files: [String]) -> String? {
    guard let built = Self.modified(executable) else { return nil }
    let newer = files.compactMap { path in Self.modified(path).map { (path: path, time: $0) } }
      .filter { $0.time > built }
    guard let newest = newer.max(by: { $0.time < $1.time }) else { return nil }
    let others = newer.count > 1 ? " and \(newer.count - 1) more" : ""
    return "\(newest.path)\(others) changed after this program was built: build it again, or the "
      + "gate judges an earlier state of the working folder"
  }

  /// Returns a warning where the package is the same in the base and in the working folder.
  private func likeness(_ project: Project, to commit: String) async -> String? {
    let changed = try? await ExternalCommand.list(
      Repository.differences + [commit, "--", "."], in: project.package)
    let added = try? await ExternalCommand.list(
      ["ls-files", "-z", "--others", "--exclude-standard", "--", "."], in: project.package)
    // Unknown to git is not the same.
    guard let changed, let added, changed.isEmpty, added.isEmpty else { return nil }
    return "the working folder is the same as the base: the gate compares only noise"
  }

  /// Returns the package's sources that git does not ignore, without tests and nested packages.
  private func sources(of project: Project) async -> [String] {
    let listing = try? await ExternalCommand.list(
      ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "."],
      in: project.package)
    let names = listing ?? []
    let nested = names.filter { $0.hasSuffix("/Package.swift") }.map {
      String($0.dropLast("Package.swift".count))
    }
    return names.filter { name in
      [".swift", ".c", ".cpp", ".m", ".mm", ".h"].contains { name.hasSuffix($0) }
        && !name.split(separator: "/").dropLast().contains("Tests")
        && !nested.contains { name.hasPrefix($0) }
    }.map { project.package + "/" + $0 }
  }

  private static func modified(_ path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }
}

import Foundation

/// The Swift files of a project's folder.
package struct SourceFolder: Sendable {
  package let path: String

  package struct Unreadable: Error, CustomStringConvertible {
    package var description: String
  }

  /// Folders of generated or foreign code.
  static let skippedNames: Set<String> = [
    "Carthage", "DerivedData", "Pods", "SourcePackages", "node_modules",
  ]

  package init(_ path: String) { self.path = path }

  /// Checks the Swift files of the folder, or the one file that the path names, as the
  /// configurations of its folders say.
  package func check(_ linter: Linter) throws -> LintResult {
    let (files, skipped, configurations) = try listing()
    var result = linter.check(
      files.map { file in
        Linter.Source(path: Self.shown(file)) { () throws(SkippedFile) in try Self.read(file) }
      })
    result.skipped = (result.skipped + skipped).sorted { $0.path < $1.path }
    guard result.files > 0 else {
      let why = result.skipped.first.map { "not checked: \($0.path): \($0.reason)" }
      throw Unreadable(
        description: "\(path): expected Swift files, found none; \(why ?? "give the app's folder")")
    }
    result.findings = result.findings.compactMap { finding in
      let file = Self.absolute(finding.path)
      // The nearest folder that says something about the rule.
      let severities = configurations.filter { file.hasPrefix($0.folder + "/") }
        .sorted { $0.folder.count > $1.folder.count }.compactMap { $0.severities[finding.rule] }
      guard let severity = severities.first else { return finding }
      var finding = finding
      guard let severity else { return nil }
      finding.severity = severity
      return finding
    }
    return result
  }

  /// Makes the safe fixes of all findings, a file at a time. Returns what was changed, and which
  /// files could not be changed.
  package func fix(_ linter: Linter) throws -> String {
    let findings = try fixable(linter)
    var (fixes, files, failures) = (0, 0, "")
    for (path, findings) in findings {
      do {
        fixes += try Self.fix(findings, in: URL(fileURLWithPath: path).resolvingSymlinksInPath())
        files += 1
      } catch {
        let reason = (error as? AtomicFile.Failure)?.reason ?? error.localizedDescription
        failures += onOneLine("not fixed: \(path): \(reason)") + "\n"
      }
    }
    return "fixed \(counted(fixes, "finding")) in \(counted(files, "file"))\n" + failures
  }

  /// The differences that ``fix(_:)`` would make.
  package func differences(_ linter: Linter) throws -> String {
    try fixable(linter).flatMap(\.value).compactMap(\.diff).map { $0 + "\n" }.joined()
  }

  private func fixable(_ linter: Linter) throws -> [(key: String, value: [Finding])] {
    let findings = try check(linter).findings.filter { !$0.edits.isEmpty && !$0.isSuggestion }
    return Dictionary(grouping: findings, by: \.path).sorted { $0.key < $1.key }
  }

  /// Makes the fixes whose lines have not changed since the check. If two fixes touch the same
  /// bytes, it makes only the first. Returns the number of fixes made.
  private static func fix(_ findings: [Finding], in file: URL) throws -> Int {
    let manager = FileManager.default
    let mode = try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    // The process may replace a file that it may not write.
    guard mode.map({ $0 & 0o222 != 0 }) ?? true, manager.isWritableFile(atPath: file.path) else {
      throw CocoaError(.fileWriteNoPermission)
    }
    let bytes = Array(try Data(contentsOf: file))
    var edits: [[Edit]] = []
    for finding in findings
    where Edit.difference(finding.edits, of: finding.path, in: bytes) == finding.diff
      && Edit.apply((edits + [finding.edits]).flatMap(\.self), to: bytes) != nil
    {
      edits.append(finding.edits)
    }
    guard let changed = Edit.apply(edits.flatMap(\.self), to: bytes) else { return 0 }
    // What does not parse any more is not written.
    let text = try SourceText(path: file.path, bytes: changed)
    guard try SourceFile(text).mistake == nil else {
      throw Unreadable(description: "the fix would not parse")
    }
    try AtomicFile.rewrite(file.path, with: changed)
    return edits.count
  }

  /// Symbolic links below the folder are not followed: what they lead to is checked where it is,
  /// and they can lead back.
  private func listing() throws -> (
    files: [String], skipped: [SkippedFile], configurations: [LintConfiguration]
  ) {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Unreadable(description: "\(path): expected a folder or a Swift file, found nothing")
    }
    let url = URL(fileURLWithPath: path)
    var configurations = try LintConfiguration.around(
      isFolder.boolValue ? url : url.deletingLastPathComponent())
    guard isFolder.boolValue else { return ([path], [], configurations) }
    var (files, skipped): ([String], [SkippedFile]) = ([], [])
    var projects: [XcodeProject] = []
    var rest = [path]
    while let folder = rest.popLast() {
      let names: [String]
      do {
        names = try manager.contentsOfDirectory(atPath: folder).sorted()
      } catch {
        if folder == path {
          throw Unreadable(description: "\(path): the folder cannot be read; check its permissions")
        }
        skipped.append(SkippedFile(path: Self.shown(folder), reason: "the folder cannot be read"))
        continue
      }
      if folder != path, let own = try LintConfiguration(folder: Self.absolute(folder)) {
        configurations.append(own)
      }
      let excluded = configurations.reduce(into: Set<String>()) { $0.formUnion($1.excluded) }
      for name in names where !name.hasPrefix(".") {
        let item = folder.hasSuffix("/") ? folder + name : folder + "/" + name
        guard !excluded.contains(Self.absolute(item)) else { continue }
        let type = try? manager.attributesOfItem(atPath: item)[.type] as? FileAttributeType
        let isSwift = name.hasSuffix(".swift")
        switch type {
        case .typeDirectory? where name.hasSuffix(".xcodeproj"):
          projects += [XcodeProject(item)].compactMap(\.self)
        case .typeDirectory? where !Self.skippedNames.contains(name): rest.append(item)
        case .typeDirectory?: break
        case .typeRegular? where isSwift: files.append(item)
        case .typeSymbolicLink?:
          if isSwift
            || manager.fileExists(atPath: item, isDirectory: &isFolder) && isFolder.boolValue
          {
            skipped.append(SkippedFile(path: Self.shown(item), reason: "a symbolic link"))
          }
        case nil:
          skipped.append(SkippedFile(path: Self.shown(item), reason: "cannot be read"))
        case _ where isSwift:
          skipped.append(SkippedFile(path: Self.shown(item), reason: "not a regular file"))
        default: break
        }
      }
    }
    let unused = Set(projects.flatMap { $0.unused(of: files) })
    skipped += unused.map {
      SkippedFile(path: Self.shown($0), reason: "in no target of the project")
    }
    return (files.filter { !unused.contains($0) }.sorted(), skipped, configurations)
  }

  private static func read(_ file: String) throws(SkippedFile) -> [UInt8] {
    let manager = FileManager.default
    let size = (try? manager.attributesOfItem(atPath: file)[.size] as? Int) ?? 0
    guard size <= SourceText.maxBytes else {
      throw SkippedFile(
        path: shown(file), reason: "larger than \(SourceText.maxBytes) bytes")
    }
    guard let data = manager.contents(atPath: file) else {
      throw SkippedFile(path: shown(file), reason: "the file cannot be read")
    }
    return Array(data)
  }

  /// The path as an editor finds it from where the tool was started.
  private static func shown(_ file: String) -> String {
    file.hasPrefix("./") ? String(file.dropFirst(2)) : file
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }
}

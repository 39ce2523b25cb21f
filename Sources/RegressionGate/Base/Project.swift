import Foundation
import ScenarioModel
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The package and the git repository that a folder is in.
struct Project: Sendable {
  /// The folder that holds `Package.swift`.
  let package: String
  /// The top of the repository's working folder.
  let repository: String
  /// The package's folder below the repository's: empty, or with a slash before it.
  let packageInRepository: String

  init(folder: String) async throws {
    guard let package = Self.package(from: folder) else {
      throw BaseBuildError.noPackage(folder: folder)
    }
    self.package = package
    // As git resolves it, whatever links lead to the package.
    let places = try await ExternalCommand(
      "git", ["-C", package, "rev-parse", "--show-toplevel", "--show-prefix"]
    ).output { .noRepository(folder: package, reason: $0) }
    let lines = places.split(separator: "\n", omittingEmptySubsequences: false)
    repository = lines.first.map(String.init) ?? ""
    let prefix = lines.count > 1 ? lines[1] : ""
    packageInRepository = prefix.isEmpty ? "" : "/" + prefix.dropLast()
  }

  /// Returns the full name of the commit of a reference.
  func commit(of reference: String) async throws -> String {
    try await ExternalCommand(
      "git",
      ["-C", repository, "rev-parse", "--verify", "--end-of-options", reference + "^{commit}"]
    ).output { .unknownReference(reference, reason: $0) }
  }

  /// Throws where a commit has no package at this package's place: the package manager would look
  /// for one further up, where the head's is.
  func checkManifest(of commit: String) async throws {
    let manifests = try await manifests(of: commit)
    let wanted = String((packageInRepository + "/Package.swift").dropFirst())
    guard !manifests.contains(wanted) else { return }
    throw BaseBuildError.noManifest(
      commit: commit, expected: wanted, found: manifests)
  }

  /// Returns the paths of all manifests of a commit.
  private func manifests(of commit: String) async throws -> [String] {
    try await ExternalCommand(
      "git",
      [
        "-C", repository, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit,
      ], limit: 100_000_000
    ).output { .unreadableCommit(commit, reason: $0) }
      .split(separator: "\0").map(String.init)
      .filter { $0 == "Package.swift" || $0.hasSuffix("/Package.swift") }
  }

  private static func package(from folder: String) -> String? {
    var directory = URL(fileURLWithPath: folder)
    while true {
      let manifest = directory.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return directory.path }
      let parent = directory.deletingLastPathComponent()
      if parent.path == directory.path { return nil }
      directory = parent
    }
  }
}

/// The files of a folder as a commit has them, whatever the folder holds now.
package struct CommittedFiles: Sendable {
  private let commit: String
  private let folder: String

  /// - Parameters:
  ///   - commit: the full name of the commit.
  ///   - folder: an existing folder of the repository.
  package init(commit: String, folder: String) {
    self.commit = commit
    self.folder = folder
  }

  /// Returns the names of the files and folders in the folder, sorted; empty where the commit has
  /// no such folder.
  package func names() async throws -> [String] {
    try await ExternalCommand(
      "git", ["-C", folder, "ls-tree", "--name-only", "-z", commit]
    ).output { .unreadableCommit(commit, reason: $0) }
      .split(separator: "\0").map(String.init).sorted()
  }

  /// Returns the text of a file of the folder.
  package func text(of name: String) async throws -> String {
    try await ExternalCommand(
      "git", ["-C", folder, "show", "\(commit):./\(name)"]
    ).output { .unreadableCommit(commit, reason: $0) }
  }
}

/// A second working folder of a repository, for the time of a build.
struct Worktree: Sendable {
  let repository: String
  let path: String

  /// Checks a commit out, with its submodules; one that an interrupted build left behind is
  /// replaced.
  func add(_ commit: String, log: String) async throws {
    await remove()
    // A hook of the user may change the checkout.
    try await ExternalCommand(
      "git",
      [
        "-C", repository, "-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach",
        "--force", path, commit,
      ]
    ).run(log: log)
    // Outside a worktree, git returns the commit of the repository around the folder.
    let head = try? await ExternalCommand("git", ["-C", path, "rev-parse", "HEAD"]).output()
    guard head == commit else {
      throw BaseBuildError.otherCheckout(expected: commit, found: head ?? "none", path: path)
    }
    guard FileManager.default.fileExists(atPath: path + "/.gitmodules") else { return }
    try await ExternalCommand(
      "git", ["-C", path, "submodule", "update", "--init", "--recursive"]
    ).run(log: log)
  }

  /// Removes the worktree from the repository, also where the task is cancelled meanwhile, which
  /// ends the processes of the task.
  func remove() async {
    await Task.detached { await removed() }.value
  }

  private func removed() async {
    // There may be none, or its folder may have been deleted by hand.
    _ = try? await ExternalCommand(
      "git", ["-C", repository, "worktree", "remove", "--force", "--force", path]
    ).output()
    try? FileManager.default.removeItem(atPath: path)
    _ = try? await ExternalCommand("git", ["-C", repository, "worktree", "prune"]).output()
  }
}

/// A command of the system, with its arguments.
struct ExternalCommand: Sendable {
  /// An error of the command, or in its start.
  struct Failure: Error, Hashable, CustomStringConvertible {
    /// The last lines of its error output.
    let reason: String
    /// The command line.
    let command: String

    var description: String { "'\(command)' failed: \(reason)" }
  }

  private let name: String
  private let arguments: [String]
  private let limit: Int

  /// - Parameter limit: the maximum number of bytes of its output.
  init(_ name: String, _ arguments: [String], limit: Int = 1_000_000) {
    self.name = name
    self.arguments = arguments
    self.limit = limit
  }

  /// Returns its output without the last line break.
  ///
  /// - Parameter error: makes the error to throw from the reason of a failure.
  func output(orThrow error: (String) -> BaseBuildError) async throws -> String {
    do {
      return try await output()
    } catch let failure as Failure {
      throw error(failure.reason)
    }
  }

  /// Returns its output without the last line break; throws ``Failure``.
  func output() async throws -> String {
    do {
      let outcome = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments), output: .string(limit: limit),
        error: .string(limit: 1_000_000))
      guard outcome.terminationStatus.isSuccess else {
        throw Failure(reason: Self.end(of: outcome.standardError), command: command)
      }
      return outcome.standardOutput.trimmingCharacters(in: .newlines)
    } catch let error as SubprocessError {
      throw Failure(reason: "\(error)", command: command)
    }
  }

  private var command: String { ([name] + arguments).joined(separator: " ") }

  /// Runs it with its output appended to a file.
  func run(log: String) async throws {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(
        FilePath(log), .writeOnly, options: [.create, .append, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      throw BaseBuildError.cannotWrite(path: log, reason: "\(error)")
    }
    defer { try? file.close() }
    do {
      let outcome = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments),
        output: .fileDescriptor(file, closeAfterSpawningProcess: false),
        error: .fileDescriptor(file, closeAfterSpawningProcess: false))
      try Task.checkCancellation()
      guard outcome.terminationStatus.isSuccess else {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        throw BaseBuildError.failed(step: command, log: log, reason: Self.end(of: text))
      }
    } catch let error as SubprocessError {
      throw BaseBuildError.failed(step: command, log: log, reason: "\(error)")
    }
  }

  private static func end(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).suffix(3).joined(separator: " | ")
  }
}

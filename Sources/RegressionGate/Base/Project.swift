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
    do {
      // Git's own word, whatever links lead to the package.
      let answer = try await ExternalCommand(
        "git", ["-C", package, "rev-parse", "--show-toplevel", "--show-prefix"]
      ).output()
      let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
      repository = lines.first.map(String.init) ?? ""
      let prefix = lines.count > 1 ? lines[1] : ""
      packageInRepository = prefix.isEmpty ? "" : "/" + prefix.dropLast()
    } catch let failure as ExternalCommand.Failure {
      throw BaseBuildError.noRepository(folder: package, reason: failure.lastWords)
    }
  }

  /// The whole name of the commit that a reference means.
  func commit(of reference: String) async throws -> String {
    do {
      return try await ExternalCommand(
        "git",
        ["-C", repository, "rev-parse", "--verify", "--end-of-options", reference + "^{commit}"]
      ).output()
    } catch let failure as ExternalCommand.Failure {
      throw BaseBuildError.unknownReference(reference, reason: failure.lastWords)
    }
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

  /// The places of all manifests of a commit.
  private func manifests(of commit: String) async throws -> [String] {
    do {
      return try await ExternalCommand(
        "git",
        [
          "-C", repository, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit,
        ], limit: 100_000_000
      ).output().split(separator: "\0").map(String.init)
        .filter { $0 == "Package.swift" || $0.hasSuffix("/Package.swift") }
    } catch let failure as ExternalCommand.Failure {
      throw BaseBuildError.unreadableCommit(commit, reason: failure.lastWords)
    }
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
  ///   - commit: its whole name.
  ///   - folder: an existing folder of the repository.
  package init(commit: String, folder: String) {
    self.commit = commit
    self.folder = folder
  }

  /// The names of the files and folders right in the folder, sorted; empty where the commit has no
  /// such folder.
  package func names() async throws -> [String] {
    do {
      return try await ExternalCommand(
        "git", ["-C", folder, "ls-tree", "--name-only", "-z", commit]
      ).output().split(separator: "\0").map(String.init).sorted()
    } catch let failure as ExternalCommand.Failure {
      throw BaseBuildError.unreadableCommit(commit, reason: failure.lastWords)
    }
  }

  /// The text of a file of the folder.
  package func text(of name: String) async throws -> String {
    do {
      return try await ExternalCommand(
        "git", ["-C", folder, "show", "\(commit):./\(name)"]
      ).output()
    } catch let failure as ExternalCommand.Failure {
      throw BaseBuildError.unreadableCommit(commit, reason: failure.lastWords)
    }
  }
}

/// A second working folder of a repository, for as long as a base is built.
struct Worktree: Sendable {
  let repository: String
  let path: String

  /// Checks a commit out, with its submodules; one that an interrupted build left behind is
  /// replaced.
  func add(_ commit: String, log: String) async throws {
    await remove()
    // A hook of the user's may change what was checked out.
    try await ExternalCommand(
      "git",
      [
        "-C", repository, "-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach",
        "--force", path, commit,
      ]
    ).run(log: log)
    // Where the worktree is none, git answers with the commit of the repository around it.
    let head = try? await ExternalCommand("git", ["-C", path, "rev-parse", "HEAD"]).output()
    guard head == commit else {
      throw BaseBuildError.otherCheckout(expected: commit, found: head ?? "none", path: path)
    }
    guard FileManager.default.fileExists(atPath: path + "/.gitmodules") else { return }
    try await ExternalCommand(
      "git", ["-C", path, "submodule", "update", "--init", "--recursive"]
    ).run(log: log)
  }

  /// Leaves no trace in the repository, even where the task is cancelled meanwhile: cancelling
  /// ends its processes.
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

/// A program of the system that is run to its end.
struct ExternalCommand: Sendable {
  /// The program ended with an error, or could not be started.
  struct Failure: Error, Hashable, CustomStringConvertible {
    /// The end of what it said.
    let lastWords: String
    /// What was run.
    let command: String

    var description: String { "'\(command)' failed: \(lastWords)" }
  }

  private let name: String
  private let arguments: [String]
  private let limit: Int

  /// - Parameter limit: the bytes that it may print where its output is wanted.
  init(_ name: String, _ arguments: [String], limit: Int = 1_000_000) {
    self.name = name
    self.arguments = arguments
    self.limit = limit
  }

  /// What it prints, without the last line break.
  func output() async throws -> String {
    do {
      let outcome = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments), output: .string(limit: limit),
        error: .string(limit: 1_000_000))
      guard outcome.terminationStatus.isSuccess else {
        throw Failure(lastWords: Self.end(of: outcome.standardError), command: command)
      }
      return outcome.standardOutput.trimmingCharacters(in: .newlines)
    } catch let error as SubprocessError {
      throw Failure(lastWords: "\(error)", command: command)
    }
  }

  private var command: String { ([name] + arguments).joined(separator: " ") }

  /// Runs it with all that it says written to the end of a file.
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
        throw BaseBuildError.failed(step: command, log: log, lastWords: Self.end(of: text))
      }
    } catch let error as SubprocessError {
      throw BaseBuildError.failed(step: command, log: log, lastWords: "\(error)")
    }
  }

  private static func end(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).suffix(3).joined(separator: " | ")
  }
}

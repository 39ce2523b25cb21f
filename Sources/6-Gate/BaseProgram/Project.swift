import Foundation
import Harness
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
      throw BaseBuildError(
        "expected a Package.swift at \(folder) or above, found none; "
          + "change into the package's folder, or give a built program with --base-binary")
    }
    self.package = package
    let place = try await Repository(around: package)
    repository = place.path
    packageInRepository = place.prefix.isEmpty ? "" : "/" + place.prefix.dropLast()
  }

  /// Returns the full name of the commit of a reference.
  ///
  /// - Parameter option: what stands before a reference on the command line.
  func commit(of reference: String, option: String = "--base ") async throws -> String {
    do {
      return try await resolved(reference)
    } catch let failure as ExternalCommand.Failure {
      // A service's checkout has no branches of its own, only its remote's.
      let branch = reference.prefix { !"~^@".contains($0) }
      let found = try? await git([
        "for-each-ref", "--count=1", "--format=%(refname:short)", "refs/remotes/*/\(branch)",
      ])
      var remote = found.flatMap { $0.isEmpty ? nil : $0 + reference.dropFirst(branch.count) }
      if let named = remote, (try? await resolved(named)) == nil { remote = nil }
      let isShallow = try? await git(["rev-parse", "--is-shallow-repository"])
      let advice =
        remote.map { "a remote has a branch of this name: \(option)\($0)" }
        ?? (isShallow == "true"
          ? "a shallow clone has the newest commits only: fetch more of the history first, for "
            + "example with git fetch --unshallow"
          : "fetch it first, or correct the name")
      throw BaseBuildError(
        "expected a commit, branch or tag, found '\(reference)', which git does not know "
          + "(\(failure.reason)); \(advice)")
    }
  }

  private func resolved(_ reference: String) async throws -> String {
    try await git(["rev-parse", "--verify", "--end-of-options", reference + "^{commit}"])
  }

  func git(_ arguments: [String]) async throws -> String {
    try await ExternalCommand.git(arguments, in: repository).output()
  }

  /// Throws where a commit has no package at this package's place: the package manager would look
  /// for one further up, where the head's is.
  func checkManifest(of commit: String) async throws {
    let manifests = try await ExternalCommand.list(
      ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit], in: repository
    ) { .unreadableCommit(commit, reason: $0) }
    .filter { $0 == "Package.swift" || $0.hasSuffix("/Package.swift") }
    let wanted = String((packageInRepository + "/Package.swift").dropFirst())
    guard !manifests.contains(wanted) else { return }
    let found = manifests.prefix(3).joined(separator: ", ")
    throw BaseBuildError(
      "expected the package's manifest at \(wanted) in \(commit.prefix(12)), found "
        + (found.isEmpty ? "none in the whole commit" : found)
        + "; build the base's package by hand, and give its program with --base-binary")
  }

  /// The package that a folder is in; `nil` where it is in none.
  static func package(from folder: String) -> String? {
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

/// The repository that a folder is in.
struct Repository: Sendable {
  /// The top of its working folder, as git resolves it, whatever links lead to the folder.
  let path: String
  /// The folder's place in it: empty, or with a slash at its end.
  let prefix: String

  /// The arguments that list the files which differ from a commit. Git asks no submodule for
  /// changes, as that has a configuration of its own.
  static let differences = [
    "diff", "--name-only", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "-z",
  ]

  init(around folder: String) async throws {
    let places = try await ExternalCommand.git(
      ["rev-parse", "--show-toplevel", "--show-prefix"], in: folder
    ).output { reason in
      BaseBuildError(
        reason.contains("dubious ownership")
          ? "git does not read the repository, as it belongs to another user; follow git's advice: "
            + reason
          : "expected a git repository to take the base from, found none at \(folder) (\(reason)); "
            + "change into the project's folder, or give a built program with --base-binary")
    }
    let lines = places.split(separator: "\n", omittingEmptySubsequences: false)
    path = lines.first.map(String.init) ?? ""
    prefix = lines.count > 1 ? String(lines[1]) : ""
  }
}

/// A second working folder of a repository, for the time of a build.
struct Worktree: Sendable {
  let repository: String
  let path: String

  /// Checks a commit out, with its submodules; one that an interrupted build left behind is
  /// replaced.
  ///
  /// - Returns: warnings for the reader.
  func add(_ commit: String, log: String) async throws -> [String] {
    await remove()
    try await ExternalCommand.git(
      ["worktree", "add", "--no-checkout", "--detach", "--force", path, commit], in: repository
    ).run(log: log)
    // Outside a worktree, git returns the commit of the repository around the folder.
    let head = try? await ExternalCommand.git(["rev-parse", "HEAD"], in: path).output()
    guard head == commit else {
      throw BaseBuildError(
        "expected a checkout of \(commit) at \(path), found \(head ?? "none"); remove that folder, "
          + "and run git worktree prune")
    }
    // A call of its own, as a configuration may have filters for the worktree only. A part that the
    // working folder leaves out belongs to the commit.
    try await ExternalCommand.git(
      [
        "-c", "core.sparseCheckout=false", "reset", "--hard", "--quiet", "--no-recurse-submodules",
      ], in: path
    ).run(log: log)
    if FileManager.default.fileExists(atPath: path + "/.gitmodules") {
      // A way to update that the configuration names may be a command.
      try await ExternalCommand.git(
        ["submodule", "update", "--init", "--recursive", "--checkout"], in: path
      ).run(log: log)
    }
    return await unfiltered()
  }

  /// A warning for each filter that files of the checkout need.
  private func unfiltered() async -> [String] {
    var warnings: [String] = []
    for name in await GitSettings.filters(in: path) {
      let files = try? await ExternalCommand.list(
        ["ls-files", "-z", "--", ":(attr:filter=\(name))"], in: path)
      guard let files, let first = files.first else { continue }
      let others = files.count > 1 ? " and \(files.count - 1) more" : ""
      warnings.append(
        "the base is built without git's filter '\(name)', which a gate does not run, from \(first)"
          + "\(others) as stored by git; build it with the filter, and give it with --base-binary")
    }
    return warnings
  }

  /// Removes the worktree from the repository, also where the task is cancelled meanwhile, which
  /// ends the processes of the task.
  func remove() async {
    await Task.detached {
      // There may be none, or its folder may have been deleted by hand.
      _ = try? await ExternalCommand.git(
        ["worktree", "remove", "--force", "--force", path], in: repository
      ).output()
      try? FileManager.default.removeItem(atPath: path)
      _ = try? await ExternalCommand.git(["worktree", "prune"], in: repository).output()
    }.value
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

  let name: String
  let arguments: [String]
  var environment = Environment.inherit
  /// The maximum number of bytes of its output.
  var limit = 1_000_000

  /// A call of git in a folder, with the settings of ``GitSettings``.
  static func git(
    _ arguments: [String], in folder: String, limit: Int = 1_000_000
  ) async -> ExternalCommand {
    ExternalCommand(
      name: "git", arguments: ["-C", folder] + arguments,
      environment: await GitSettings.environment(in: folder), limit: limit)
  }

  /// Returns the list that a call of git with `-z` prints, however long it is.
  static func list(
    _ arguments: [String], in folder: String,
    orThrow error: (String) -> BaseBuildError? = { _ in nil }
  ) async throws -> [String] {
    try await git(arguments, in: folder, limit: 100_000_000).output(orThrow: error)
      .split(separator: "\0").map(String.init)
  }

  /// Returns its output without the last line break.
  ///
  /// - Parameter error: makes the error to throw from the reason of a failure, instead of
  ///   ``Failure``.
  func output(orThrow error: (String) -> BaseBuildError? = { _ in nil }) async throws -> String {
    let reason: String
    do {
      let outcome = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments), environment: environment,
        output: .string(limit: limit),
        error: .string(limit: 1_000_000))
      if outcome.terminationStatus.isSuccess {
        return outcome.standardOutput.trimmingCharacters(in: .newlines)
      }
      reason = Self.end(of: outcome.standardError)
    } catch let error as SubprocessError {
      reason = "\(error)"
    }
    if let failure = error(reason) { throw failure }
    throw Failure(reason: reason, command: command)
  }

  private var command: String { ([name] + arguments).joined(separator: " ") }

  /// The time in which the package manager ends what it has started.
  private static let endingTime = Duration.seconds(12)

  /// Runs it with its output appended to a file.
  ///
  /// If the task is cancelled, the command and its children are interrupted as from a keyboard;
  /// nothing of the process group is left at the end.
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
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(
        signal: .interrupt, toProcessGroup: true, allowedDurationToNextStep: Self.endingTime)
    ]
    let reason: String
    do {
      let outcome = try await Subprocess.run(
        .name(name), arguments: Arguments(arguments), environment: environment,
        platformOptions: options,
        output: .fileDescriptor(file, closeAfterSpawningProcess: false),
        error: .fileDescriptor(file, closeAfterSpawningProcess: false))
      if Task.isCancelled { kill(-outcome.processIdentifier.value, SIGKILL) }
      try Task.checkCancellation()
      if outcome.terminationStatus.isSuccess { return }
      reason = Self.end(of: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
    } catch let error as SubprocessError {
      reason = "\(error)"
    }
    throw BaseBuildError(
      reason.contains("no product named")
        ? "'\(command)' found no such product in the base (\(reason)); name the base's program "
          + "with --base-product; its whole output is in \(log)"
        : "the commit cannot be built: '\(command)' failed (\(reason)); its whole output is in "
          + log,
      log: log)
  }

  private static func end(of text: String) -> String {
    text.split(whereSeparator: \.isNewline).suffix(3).joined(separator: " | ")
  }
}

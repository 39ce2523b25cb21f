import Foundation

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

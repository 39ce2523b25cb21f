import Foundation

/// The package and the git repository that a folder is in.
struct Project: Sendable {
  /// The folder that holds `Package.swift`.
  let package: String
  /// The top of the repository's working folder.
  let repository: String

  init(folder: String) async throws {
    guard let package = Self.package(from: folder) else {
      throw BaseBuildError.noPackage(folder: folder)
    }
    self.package = package
    do {
      repository = try await ExternalCommand(
        "git", ["-C", package, "rev-parse", "--show-toplevel"]
      ).output()
    } catch let failure as ExternalCommand.Failure {
      throw BaseBuildError.noRepository(folder: package, reason: failure.lastWords)
    }
  }

  /// The package's folder below the repository's: empty, or with a slash before it.
  var packageInRepository: String {
    // Both with links resolved, as git answers with such paths.
    let top = URL(fileURLWithPath: repository).resolvingSymlinksInPath().path
    let own = URL(fileURLWithPath: package).resolvingSymlinksInPath().path
    return own.hasPrefix(top) ? String(own.dropFirst(top.count)) : ""
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

import Foundation
import Harness
import Support

/// Builds the program of a base commit, apart from the working folder.
///
/// The commit is checked out into a worktree under the package's `.build`, which is removed again;
/// the program is kept there by commit, toolchain and options, so that the next comparison with the
/// same base begins at once. What the build of dependencies made is kept too.
public struct BaseBuild: Sendable {
  /// A step of the build, for who waits.
  public enum Event: Hashable, Sendable {
    case cached(commit: String)
    case building(commit: String, log: String)
  }

  /// What the user calls the commit: a name, a branch, a tag.
  let reference: String
  /// The product that is the program.
  let product: String
  /// Where the project is; the package's folder or one below it.
  let folder: String

  public init(reference: String, product: String, folder: String) {
    self.reference = reference
    self.product = product
    self.folder = folder
  }

  /// The program of the commit, built where it is not there yet: minutes the first time.
  public func program(progress: @Sendable (Event) -> Void) async throws -> BuiltBase {
    let options = BuildOptions.likeThisProgram
    let project = try await Project(folder: folder)
    let commit = try await project.commit(of: reference)
    let toolchain = try await ExternalCommand("swift", ["--version"]).output()
    let key = BaseCacheKey(
      commit: commit, product: product, options: options.arguments, toolchain: toolchain,
      dependencies: try Self.resolved(project.package) ?? "")
    let cache = project.package + "/.build/mappressure-gate"
    let kept = cache + "/" + key.text
    let executable = kept + "/" + product
    if FileManager.default.isExecutableFile(atPath: executable) {
      progress(.cached(commit: commit))
      return BuiltBase(executable: executable, commit: commit, isCached: true)
    }
    try Self.makeFolder(kept)
    // Held until the program is there.
    let lock = try Self.lock(cache)
    defer { withExtendedLifetime(lock) {} }
    let log = kept + "/build.log"
    progress(.building(commit: commit, log: log))
    let worktree = Worktree(repository: project.repository, path: cache + "/source")
    do {
      try await worktree.add(commit, log: log)
      try await build(
        worktree.path + project.packageInRepository, options: options, scratch: cache + "/build",
        resolvedBy: project.package, log: log)
      try keep(
        cache + "/build/\(options.configuration)/" + product, as: executable, commit: commit,
        log: log)
    } catch {
      await worktree.remove()
      throw error
    }
    await worktree.remove()
    return BuiltBase(executable: executable, commit: commit, isCached: false)
  }

  private func build(
    _ package: String, options: BuildOptions, scratch: String, resolvedBy head: String,
    log: String
  ) async throws {
    // The same versions of dependencies on both sides, where the base has not fixed its own.
    if try Self.resolved(package) == nil, let versions = try Self.resolved(head) {
      do {
        try versions.write(toFile: package + "/Package.resolved", atomically: true, encoding: .utf8)
      } catch {
        throw BaseBuildError.cannotWrite(path: package, reason: FileFault.reason(error))
      }
    }
    try await ExternalCommand(
      "swift",
      ["build", "--package-path", package, "--scratch-path", scratch, "--product", product]
        + options.arguments
    ).run(log: log)
  }

  /// The versions of dependencies that a package is built with; `nil` where none are fixed.
  private static func resolved(_ package: String) throws(BaseBuildError) -> String? {
    let path = package + "/Package.resolved"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw .cannotRead(path: path, reason: FileFault.reason(error))
    }
  }

  /// Renamed when it is whole, so that a cache never holds half of a program.
  private func keep(
    _ built: String, as executable: String, commit: String, log: String
  ) throws(BaseBuildError) {
    guard FileManager.default.isExecutableFile(atPath: built) else {
      throw .noProgram(product: product, commit: commit, log: log)
    }
    let partial = executable + ".partial"
    do {
      try? FileManager.default.removeItem(atPath: partial)
      try FileManager.default.copyItem(atPath: built, toPath: partial)
    } catch {
      throw .cannotWrite(path: partial, reason: FileFault.reason(error))
    }
    guard rename(partial, executable) == 0 else {
      throw .cannotWrite(path: executable, reason: String(cString: strerror(errno)))
    }
  }

  private static func makeFolder(_ path: String) throws(BaseBuildError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: path, reason: FileFault.reason(error))
    }
  }

  private static func lock(_ cache: String) throws(BaseBuildError) -> LockedFile {
    do throws(LockedFile.Failure) {
      return try LockedFile(path: cache + "/lock")
    } catch {
      switch error {
      case .isLocked: throw .inProgress(folder: cache)
      case .cannotOpen(let reason): throw .cannotWrite(path: cache + "/lock", reason: reason)
      }
    }
  }
}

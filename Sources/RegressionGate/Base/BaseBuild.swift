import Foundation
import Harness
import Support

/// The program of a base commit.
public struct BuiltBase: Hashable, Sendable {
  /// The program's path.
  public let executable: String
  /// The whole name of the commit.
  public let commit: String
  /// The folder that everything of the base was built in: its program must have been compiled from
  /// a source below it.
  public let buildFolder: String
  /// What a reader must know of the base, such as a dependency that its commit does not fix.
  public let warnings: [String]
}

/// Builds the program of a base commit, apart from the working folder.
///
/// The commit is checked out into a worktree under the package's `.build`, which is removed again;
/// the program is kept there by commit, toolchain and options, so that the next comparison with the
/// same base begins at once. What the build of dependencies made is kept too.
///
/// A comparison of a program with itself finds nothing, so that everything is proven that could
/// make the base's program another one than the commit's: the commit has a manifest at the
/// package's place (the package manager would take one further up, the head's), the worktree has
/// the commit, no earlier program is in the build's place, no source that was read belongs to the
/// working folder, and a program that was kept has the bytes and the origin that were recorded.
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
    let project = try await Project(folder: folder)
    let commit = try await project.commit(of: reference)
    try await project.checkManifest(of: commit)
    let options = BuildOptions.likeThisProgram
    let identity = KeptBase.Identity(
      commit: commit, package: project.packageInRepository, product: product,
      options: options.arguments,
      toolchain: try await ExternalCommand("swift", ["--version"]).output(),
      dependencies: try Self.resolved(project.package) ?? "")
    let folder = BuildFolder(package: project.package, identity: identity, product: product)
    if let kept = KeptBase(in: folder, of: identity) {
      progress(.cached(commit: commit))
      return built(folder, commit: commit, warnings: kept.warnings)
    }
    try Self.makeFolder(folder.kept)
    // Held until the program is there.
    let lock = try Self.lock(folder.path)
    defer { withExtendedLifetime(lock) {} }
    progress(.building(commit: commit, log: folder.log))
    let worktree = Worktree(repository: project.repository, path: folder.worktree)
    let warnings: [String]
    do {
      try await worktree.add(commit, log: folder.log)
      warnings = try await build(in: folder, of: project, options: options, commit: commit)
      try keep(folder, identity: identity, commit: commit, warnings: warnings)
    } catch {
      await worktree.remove()
      throw error
    }
    await worktree.remove()
    return built(folder, commit: commit, warnings: warnings)
  }

  private func built(_ folder: BuildFolder, commit: String, warnings: [String]) -> BuiltBase {
    BuiltBase(
      executable: folder.executable, commit: commit, buildFolder: folder.path, warnings: warnings)
  }

  /// Builds the worktree's package, and returns what a reader must know of it.
  private func build(
    in folder: BuildFolder, of project: Project, options: BuildOptions, commit: String
  ) async throws -> [String] {
    let package = folder.worktree + project.packageInRepository
    guard BuildInputs.isFile(package + "/Package.swift", below: folder.worktree) else {
      throw BaseBuildError.foreignSource(package + "/Package.swift", commit: commit)
    }
    // The same versions of dependencies on both sides, where the base has not fixed its own.
    if try Self.resolved(package) == nil, let versions = try Self.resolved(project.package) {
      do {
        try versions.write(toFile: package + "/Package.resolved", atomically: true, encoding: .utf8)
      } catch {
        throw BaseBuildError.cannotWrite(path: package, reason: FileFault.reason(error))
      }
    }
    // That of another commit would be taken for this one's, where this one makes no program of
    // the name.
    let program = folder.scratch + "/\(options.configuration)/" + product
    guard unlink(program) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw BaseBuildError.cannotWrite(path: program, reason: String(cString: strerror(errno)))
    }
    try await ExternalCommand(
      "swift",
      [
        "build", "--package-path", package, "--scratch-path", folder.scratch, "--product", product,
      ] + options.arguments
    ).run(log: folder.log)
    let inputs = BuildInputs(scratch: folder.scratch, configuration: options.configuration)
    if let foreign = inputs.sources(below: project.repository, notBelow: folder.path).first {
      throw BaseBuildError.foreignSource(foreign, commit: commit)
    }
    return inputs.packages(notBelow: [folder.path, project.repository]).map {
      "the base is built with \($0) as it is now, which is no part of its commit"
    }
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

  /// Keeps what was built: the program first, and then the record without which it is not used.
  private func keep(
    _ folder: BuildFolder, identity: KeptBase.Identity, commit: String, warnings: [String]
  ) throws(BaseBuildError) {
    let built = folder.scratch + "/\(BuildOptions.likeThisProgram.configuration)/" + product
    guard FileManager.default.isExecutableFile(atPath: built) else {
      throw .noProgram(product: product, commit: commit, log: folder.log)
    }
    do {
      try AtomicFile.copy(built, to: folder.executable)
      try AtomicFile.write(
        KeptBase(identity, executable: folder.executable, warnings: warnings).text,
        to: folder.record)
    } catch {
      throw .cannotWrite(path: folder.kept, reason: error.reason)
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

/// Where a base is built and kept.
struct BuildFolder: Sendable {
  /// Everything about bases of the package.
  let path: String
  /// What is kept of this base.
  let kept: String
  let executable: String

  init(package: String, identity: KeptBase.Identity, product: String) {
    path = package + "/.build/mappressure-gate"
    kept = path + "/" + identity.folderName
    executable = kept + "/" + product
  }

  var record: String { kept + "/base.json" }
  var log: String { kept + "/build.log" }
  /// The checkout, while it is built.
  var worktree: String { path + "/source" }
  /// What builds leave for the next one.
  var scratch: String { path + "/build" }
}

import Foundation
import Harness
import ScenarioModel
import Support

/// The program of a base commit.
package struct BuiltBase: Hashable, Sendable {
  /// The program's path.
  package let executable: String
  /// The full name of the commit.
  package let commit: String
  /// The folder of the build: the sources of the program must lie below it.
  package let buildFolder: String
  /// The folder with the files of the commit.
  package let checkout: String
  /// Warnings for the reader, such as on a dependency that the commit does not fix.
  package let warnings: [String]
}

/// A build of the program of a base commit, outside the working folder.
///
/// The commit is checked out into a worktree under the package's `.build`. The program and the files
/// of the commit are kept there by commit, toolchain and options, so that the next comparison with
/// the same base begins at once. The built dependencies are kept too.
///
/// A comparison of a program with itself finds nothing, so that the build checks everything that
/// could replace the commit's program by another: the commit has a manifest at the package's place
/// (the package manager would take one further up, the head's), the worktree has the commit, no
/// earlier program is in the build's place, no source of the build belongs to the working folder,
/// and a kept program has the bytes, the files and the origin of its record.
package struct BaseBuild: Sendable {
  /// A step of the build.
  package enum Event: Hashable, Sendable {
    case cached(commit: String)
    case building(commit: String, log: String)
    /// The steps done so far, each second.
    case step(BuildSteps, seconds: Int)
  }

  /// The reference to the commit: a name, a branch, a tag.
  let reference: String
  /// The product of the package that is the program.
  let product: String
  /// The package's folder, or one below it.
  let folder: String

  package init(reference: String, product: String, folder: String) {
    self.reference = reference
    self.product = product
    self.folder = folder
  }

  /// Returns the program of the commit, which it builds where it is not kept: minutes the first
  /// time.
  package func program(progress: @escaping @Sendable (Event) -> Void) async throws -> BuiltBase {
    let project = try await Project(folder: folder)
    let commit = try await project.commit(of: reference)
    try await project.checkManifest(of: commit)
    let identity = KeptBase.Identity(
      commit: commit, package: project.packageInRepository, product: product,
      options: BuildOptions.arguments,
      toolchain: try await ExternalCommand(name: "swift", arguments: ["--version"]).output(),
      dependencies: try Self.resolved(project.package) ?? "")
    let folder = BuildFolder(package: project.package, identity: identity, product: product)
    if let kept = KeptBase.read(in: folder, of: identity) {
      progress(.cached(commit: commit))
      return built(folder, commit: commit, warnings: kept.warnings)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder.kept, withIntermediateDirectories: true)
    } catch {
      throw BaseBuildError.cannotWrite(path: folder.kept, reason: FileFault.reason(error))
    }
    // Held until the program is there.
    let lock = try Self.lock(folder.path)
    defer { withExtendedLifetime(lock) {} }
    progress(.building(commit: commit, log: folder.log))
    let worktree = Worktree(repository: project.repository, path: folder.worktree)
    let warnings: [String]
    do {
      let checkout = try await worktree.add(commit, log: folder.log)
      let built = try await build(in: folder, of: project, commit: commit, progress: progress)
      warnings = checkout + built
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
      executable: folder.executable, commit: commit, buildFolder: folder.path,
      checkout: folder.checkout, warnings: warnings)
  }

  /// Builds the worktree's package, and returns warnings for the reader.
  private func build(
    in folder: BuildFolder, of project: Project, commit: String,
    progress: @escaping @Sendable (Event) -> Void
  ) async throws -> [String] {
    let package = folder.worktree + project.packageInRepository
    guard BuildInputs.isFile(package + "/Package.swift", below: folder.worktree) else {
      throw BaseBuildError.foreignSource(package + "/Package.swift", commit: commit)
    }
    // The head's versions of dependencies, where the base does not fix its own.
    if try Self.resolved(package) == nil, let versions = try Self.resolved(project.package) {
      do {
        try AtomicFile.write(versions, to: package + "/Package.resolved")
      } catch {
        throw BaseBuildError.cannotWrite(path: package, reason: error.reason)
      }
    }
    // Where this commit makes no program of the name, another commit's program would count as its
    // own.
    let program = folder.scratch + "/\(Provenance.currentBuild)/" + product
    guard unlink(program) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw BaseBuildError.cannotWrite(path: program, reason: String(cString: strerror(errno)))
    }
    let command = ExternalCommand(
      name: "swift",
      arguments: [
        "build", "--package-path", package, "--scratch-path", folder.scratch, "--product", product,
      ] + BuildOptions.arguments,
      // The package manager asks git for the state of the folder, too.
      environment: await GitSettings.environment(in: package))
    try await BuildSteps.watch(log: folder.log) { steps, seconds in
      progress(.step(steps, seconds: seconds))
    } during: {
      try await command.run(log: folder.log)
    }
    let inputs = BuildInputs(scratch: folder.scratch, configuration: Provenance.currentBuild)
    if let foreign = inputs.sources(below: project.repository, notBelow: folder.path).first {
      throw BaseBuildError.foreignSource(foreign, commit: commit)
    }
    return inputs.packages(notBelow: [folder.path, project.repository]).map {
      "the base is built with \($0), as it is now, not as in its commit"
    }
  }

  /// Returns the fixed versions of a package's dependencies; `nil` where none are fixed.
  private static func resolved(_ package: String) throws(BaseBuildError) -> String? {
    let path = package + "/Package.resolved"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw .fault("cannot read \(path): \(FileFault.reason(error))")
    }
  }

  /// Keeps the program and the checkout, and then the record without which they are not used.
  private func keep(
    _ folder: BuildFolder, identity: KeptBase.Identity, commit: String, warnings: [String]
  ) throws(BaseBuildError) {
    let built = folder.scratch + "/\(Provenance.currentBuild)/" + product
    guard FileManager.default.isExecutableFile(atPath: built) else {
      throw BaseBuildError(
        "expected the package of \(commit) to build a program '\(product)', found none; name the "
          + "base's program with --base-product; the output of the build is in \(folder.log)",
        log: folder.log)
    }
    do {
      try AtomicFile.copy(built, to: folder.executable)
      try folder.keepCheckout()
      let kept = KeptBase(
        identity: identity, program: KeptBase.hash(of: folder.executable),
        checkout: KeptBase.hash(ofFilesIn: folder.checkout), warnings: warnings)
      try AtomicFile.write(kept.text, to: folder.record)
    } catch {
      let reason = (error as? AtomicFile.Failure)?.reason ?? FileFault.reason(error)
      throw .cannotWrite(path: folder.kept, reason: reason)
    }
  }

  private static func lock(_ cache: String) throws(BaseBuildError) -> LockedFile {
    do throws(LockedFile.Failure) {
      return try LockedFile(path: cache + "/lock")
    } catch {
      switch error {
      case .isLocked: throw .fault("another process is building a base in \(cache); wait for it")
      case .cannotOpen(let reason): throw .cannotWrite(path: cache + "/lock", reason: reason)
      }
    }
  }
}

/// An error in the build of a base's program.
package struct BaseBuildError: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// Indicates whether there is no base to compare with; otherwise the error is of the tool or its
  /// input.
  package private(set) var isMissingBase = true
  /// The exit code of a command that ends by it.
  package var exitCode: ToolExitCode { isMissingBase ? .notComparable : .toolError }
  /// The log of the build; `nil` where there is none.
  package private(set) var log: String?

  init(_ description: String, log: String? = nil) {
    self.description = description
    self.log = log
  }

  /// An error of the tool or its input.
  static func fault(_ description: String) -> Self {
    var error = Self(description)
    error.isMissingBase = false
    return error
  }

  /// Git knows the commit, and cannot show its files.
  static func unreadableCommit(_ commit: String, reason: String) -> Self {
    fault("git cannot show the base's files of \(commit): \(reason)")
  }

  /// A file or a folder cannot be written.
  static func cannotWrite(path: String, reason: String) -> Self {
    fault("cannot write \(path): \(reason)")
  }

  /// The base would be built from a file of the working folder.
  static func foreignSource(_ path: String, commit: String) -> Self {
    Self(
      "the build of the base reads \(path), which belongs to the working folder and not to "
        + "\(commit.prefix(12)): the base would contain parts of the head; replace the link or "
        + "the absolute path that leads there, or build the base elsewhere and give it with "
        + "--base-binary")
  }
}

import Foundation
import Harness
import ScenarioModel

/// The source files that a build read, as the package manager's build description lists them.
///
/// A link in a commit, or a manifest that names a folder by its whole path, leads a build out of
/// its worktree, to sources of the head or of no commit.
struct BuildInputs {
  private let paths: [String]

  /// - Parameters:
  ///   - scratch: the folder that was built in.
  ///   - configuration: `release` or `debug`.
  init(scratch: String, configuration: String) {
    // The description of the package manager's own build system; another one leaves none, and
    // nothing is known then.
    let text =
      (try? String(contentsOfFile: "\(scratch)/\(configuration).yaml", encoding: .utf8)) ?? ""
    var paths: Set<String> = []
    for line in text.split(separator: "\n") {
      guard let list = line.firstRange(of: "inputs: [") else { continue }
      for part in line[list.upperBound...].split(separator: "\"") where part.hasPrefix("/") {
        let path = String(part)
        if Self.endings.contains(where: { path.hasSuffix($0) }) { paths.insert(path) }
      }
    }
    self.paths = paths.map { Self.resolved($0) }.sorted()
  }

  private static let endings = [".swift", ".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".h", ".S"]

  /// The sources that lie below a folder and not below another one, by their real places.
  func sources(below folder: String, notBelow other: String) -> [String] {
    paths.filter { Self.isPlace($0, below: folder) && !Self.isPlace($0, below: other) }
  }

  /// The packages of sources that lie below none of some folders; a source that belongs to no
  /// package stands for itself.
  func packages(notBelow folders: [String]) -> [String] {
    let outside = paths.filter { path in !folders.contains { Self.isPlace(path, below: $0) } }
    return Set(
      outside.map {
        Project.package(from: URL(fileURLWithPath: $0).deletingLastPathComponent().path) ?? $0
      }
    ).sorted()
  }

  /// Returns whether a file lies below a folder, by the real places of both.
  static func isFile(_ path: String, below folder: String) -> Bool {
    FileManager.default.fileExists(atPath: path) && isPlace(path, below: folder)
  }

  /// Returns whether a path lies below a folder, by the real places of both.
  static func isPlace(_ path: String, below folder: String) -> Bool {
    resolved(path).hasPrefix(resolved(folder) + "/")
  }

  /// Returns the real place of a path.
  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}

/// The options of a base's build: this program's options, so that only the code differs.
enum BuildOptions {
  /// With the standard library linked statically where it is here.
  static var arguments: [String] {
    // Apple platforms have another format, and the standard library in the system.
    let program = try? ELFProgram(path: WorkerProgram.ownPath)
    return ["-c", Provenance.currentBuild]
      + (program?.names("libswiftCore.so") == false ? ["--static-swift-stdlib"] : [])
      + (program?.isLinkedByLLD == true
        ? ["-Xswiftc", "-Xclang-linker", "-Xswiftc", "-fuse-ld=lld"] : [])
  }
}

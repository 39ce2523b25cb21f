import Foundation
import Harness
import Support

/// The record of a base's program that is kept for the next comparison.
///
/// A program without a record or without the files of its commit, with another identity or with
/// other bytes than recorded is built again.
struct KeptBase: Hashable, Codable {
  /// The identity of the build of a base.
  struct Identity: Hashable, Codable {
    /// The full name of the commit.
    let commit: String
    /// The package's folder in the repository.
    let package: String
    let product: String
    let options: [String]
    let toolchain: String
    /// The versions that a base without fixed ones of its own is built with: those of the head.
    let dependencies: String

    /// Fit for the name of a folder: the beginning of the commit's name and a hash of the rest.
    var folderName: String {
      let parts = [commit, package, product, toolchain, dependencies] + options
      return commit.prefix(12) + "-" + SHA256Digest(ofTexts: parts).identifier
    }
  }

  let identity: Identity
  /// The hash of the program's bytes; `nil` where it could not be read.
  let program: String?
  /// Warnings for the reader.
  let warnings: [String]

  /// Reads the record of a folder; `nil` where it does not match the folder's program, or is that
  /// of another base.
  static func read(in folder: BuildFolder, of identity: Identity) -> KeptBase? {
    guard FileManager.default.isExecutableFile(atPath: folder.executable),
      FileManager.default.fileExists(atPath: folder.checkout),
      let data = FileManager.default.contents(atPath: folder.record),
      let kept = try? JSONDecoder().decode(KeptBase.self, from: data),
      kept.identity == identity, let program = kept.program,
      program == Self.hash(of: folder.executable)
    else { return nil }
    return kept
  }

  /// The record's text: it holds strings and a number, which always encode.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The hash of a program's bytes; `nil` where it cannot be read.
  static func hash(of executable: String) -> String? {
    try? SHA256Digest(ofFileAt: executable).hexadecimal
  }
}

/// The folders and files of the build of a base.
struct BuildFolder: Sendable {
  /// The folder of all bases of the package.
  let path: String
  /// The folder of this base's program.
  let kept: String
  let executable: String

  init(package: String, identity: KeptBase.Identity, product: String) {
    path = package + "/.build/mappressure-gate"
    kept = path + "/" + identity.folderName
    executable = kept + "/" + product
  }

  var record: String { kept + "/base.json" }
  var log: String { kept + "/build.log" }
  /// The checkout, during the build.
  var worktree: String { path + "/source" }
  /// The checkout, after it.
  var checkout: String { kept + "/base-checkout" }
  /// The scratch folder of all builds.
  var scratch: String { path + "/build" }

  /// Makes the worktree a folder of files that are no worktree.
  func keepCheckout() throws {
    if FileManager.default.fileExists(atPath: checkout) {
      try FileManager.default.removeItem(atPath: checkout)
    }
    try FileManager.default.removeItem(atPath: worktree + "/.git")
    try FileManager.default.moveItem(atPath: worktree, toPath: checkout)
  }
}

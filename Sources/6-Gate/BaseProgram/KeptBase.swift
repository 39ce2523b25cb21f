import Foundation
import Harness
import Support

/// The record of a base's program that is kept for the next comparison.
///
/// A program without a record, with another identity, or with other bytes or other files of its
/// commit than recorded is built again.
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
    /// The versions for the build of a base that fixes none itself: the head's versions.
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
  /// The hash of the commit's files; `nil` where it could not be read.
  let checkout: String?
  /// Warnings for the reader.
  let warnings: [String]

  /// Reads the record of a folder; `nil` where it does not match the folder's program, or belongs
  /// to another base.
  static func read(in folder: BuildFolder, of identity: Identity) -> KeptBase? {
    guard FileManager.default.isExecutableFile(atPath: folder.executable),
      let data = FileManager.default.contents(atPath: folder.record),
      let kept = try? JSONDecoder().decode(KeptBase.self, from: data),
      kept.identity == identity, let program = kept.program,
      program == Self.hash(of: folder.executable), let checkout = kept.checkout,
      checkout == Self.hash(ofFilesIn: folder.checkout)
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

  /// The hash of the files and links in a folder and below; `nil` where one cannot be read.
  static func hash(ofFilesIn folder: String) -> String? {
    let files = FileManager.default
    guard let paths = try? files.subpathsOfDirectory(atPath: folder) else { return nil }
    var texts: [String] = []
    for path in paths.sorted() {
      let file = folder + "/" + path
      let attributes = try? files.attributesOfItem(atPath: file)
      let type = attributes?[.type] as? FileAttributeType
      let content: String?
      if type == .typeDirectory {
        content = ""
      } else if type == .typeSymbolicLink {
        content = try? files.destinationOfSymbolicLink(atPath: file)
      } else {
        content = hash(of: file)
      }
      guard let content else { return nil }
      texts += [path, content]
    }
    return SHA256Digest(ofTexts: texts).hexadecimal
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

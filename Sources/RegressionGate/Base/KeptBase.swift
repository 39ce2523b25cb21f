import Foundation
import Harness
import Support

/// The record of a base's program that is kept for the next comparison.
///
/// A program without a record, with another identity or with other bytes than were recorded is not
/// used: it is built again.
struct KeptBase: Hashable, Codable {
  /// What two builds of a base must have in common to be the same.
  struct Identity: Hashable, Codable {
    /// The commit's whole name.
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
      var hash = FowlerNollVoHash()
      for part in [commit, package, product, toolchain, dependencies] + options {
        hash.combine(part)
      }
      return commit.prefix(12) + "-" + hash.hexadecimal
    }
  }

  let identity: Identity
  /// The hash of the program's bytes; `nil` where it could not be read.
  let program: UInt64?
  /// What a reader must know of the base.
  let warnings: [String]

  /// The record of a program that was built just now.
  init(_ identity: Identity, executable: String, warnings: [String]) {
    self.identity = identity
    self.warnings = warnings
    program = Self.hash(of: executable)
  }

  /// Reads the record of a folder; `nil` where it is not that of the program beside it, or of
  /// another base.
  init?(in folder: BuildFolder, of identity: Identity) {
    guard FileManager.default.isExecutableFile(atPath: folder.executable),
      let data = FileManager.default.contents(atPath: folder.record),
      let kept = try? JSONDecoder().decode(KeptBase.self, from: data),
      kept.identity == identity, let program = kept.program,
      program == Self.hash(of: folder.executable)
    else { return nil }
    self = kept
  }

  /// The record's text: it holds strings and a number, which always encode.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func hash(of executable: String) -> UInt64? {
    try? ContentHash(ofFileAt: executable).value
  }
}

import Foundation
import Harness

/// The files of two programs that are compared.
package struct ComparedPrograms: Sendable {
  /// How two programs are the same.
  package enum Sameness: String, Hashable, Sendable {
    case byteForByte = "byte for byte"
    case exceptBuildIdentifier = "but for their build identifier"
  }

  /// How the two are the same; `nil` where they are not, or where it is not known.
  package let sameness: Sameness?

  /// Reads the two programs and what lies beside them.
  package init(base: String, head: String) {
    if Self.haveOtherCompanions(base, head) {
      sameness = nil
    } else if FileManager.default.contentsEqual(atPath: base, andPath: head) {
      sameness = .byteForByte
    } else if let base = try? ELFProgram(path: base), let head = try? ELFProgram(path: head),
      base.loadedBytes == head.loadedBytes
    {
      sameness = .exceptBuildIdentifier
    } else {
      // A program of another format may be the same, and is replayed.
      sameness = nil
    }
  }

  /// Indicates whether a file or folder beside the programs differs that they may load: a library of
  /// the package, or resources of a module.
  private static func haveOtherCompanions(_ base: String, _ head: String) -> Bool {
    let folders = [base, head].map { ($0 as NSString).resolvingSymlinksInPath }
      .map { ($0 as NSString).deletingLastPathComponent }
    guard folders[0] != folders[1] else { return false }
    let names = folders.map { folder in
      Set(
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
          ProgramIdentity.companionEndings.contains(where: $0.hasSuffix)
        })
    }
    return names[0].union(names[1]).contains { name in
      !FileManager.default.contentsEqual(
        atPath: folders[0] + "/" + name, andPath: folders[1] + "/" + name)
    }
  }
}

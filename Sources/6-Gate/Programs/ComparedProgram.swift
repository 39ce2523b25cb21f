import Foundation
import Harness

/// One of the two programs of a comparison.
package struct ComparedProgram: Sendable {
  package let program: WorkerProgram
  /// The name of the program in reports.
  package let name: String
  /// The folder of the program's build, which must contain its sources; `nil` where it is not
  /// known.
  package let buildFolder: String?

  package init(program: WorkerProgram, name: String, buildFolder: String? = nil) {
    self.program = program
    self.name = name
    self.buildFolder = buildFolder
  }
}

/// The way in which two programs are the same.
package enum Sameness: String, Hashable, Sendable {
  case byteForByte = "byte for byte"
  case exceptBuildIdentifier = "except for their build identifier"

  /// Reads the two programs and what lies next to them; `nil` where they are not the same, or where
  /// it is not known.
  package init?(base: String, head: String) {
    if Self.haveOtherCompanions(base, head) { return nil }
    if FileManager.default.contentsEqual(atPath: base, andPath: head) {
      self = .byteForByte
      return
    }
    // A program of another format may be the same, and is replayed.
    guard let base = try? ELFProgram(path: base), let head = try? ELFProgram(path: head),
      base.loadedBytes == head.loadedBytes
    else { return nil }
    self = .exceptBuildIdentifier
  }

  /// Returns whether a file or folder next to the programs differs that they may load: a library of
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

import Foundation
import Harness

/// The files of two programs that are compared.
package struct ComparedPrograms: Sendable {
  /// How two programs are the same.
  package enum Sameness: String, Hashable, Sendable {
    case byteForByte = "byte for byte"
    case exceptBuildIdentifier = "but for their build identifier"
  }

  /// The parts of the base that differ from the head.
  enum Difference: Sendable {
    /// Functions of the base only.
    case functions(Set<Int>, in: ProgramImage)
    case unknown(why: String)
  }

  /// How the two are the same; `nil` where they are not, or where it is not known.
  package let sameness: Sameness?
  let difference: Difference

  /// Reads the two programs and what lies beside them.
  package init(base: String, head: String) {
    if let why = Self.companion(of: base, differsFrom: head) {
      (sameness, difference) = (nil, .unknown(why: why))
    } else if FileManager.default.contentsEqual(atPath: base, andPath: head) {
      (sameness, difference) = (.byteForByte, .unknown(why: "the two are the same"))
    } else {
      do {
        let program = try ELFProgram(path: base)
        switch ProgramDifference(base: program, head: try ELFProgram(path: head)) {
        case .equal:
          (sameness, difference) = (.exceptBuildIdentifier, .unknown(why: "the two are the same"))
        case .functions(let changed, let image):
          (sameness, difference) = (nil, .functions(changed, in: image))
        case .unknown(let why): (sameness, difference) = (nil, .unknown(why: why))
        }
      } catch {
        (sameness, difference) = (nil, .unknown(why: "\(error)"))
      }
    }
  }

  /// A file or folder beside the programs that they may load, and that differs: a library of the
  /// package, or resources of a module. `nil` where there is none.
  private static func companion(of base: String, differsFrom head: String) -> String? {
    let folders = [base, head].map { ($0 as NSString).resolvingSymlinksInPath }
      .map { ($0 as NSString).deletingLastPathComponent }
    guard folders[0] != folders[1] else { return nil }
    let names = folders.map { folder in
      Set(
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
          [".so", ".dylib", ".resources", ".bundle"].contains(where: $0.hasSuffix)
        })
    }
    let differing = names[0].union(names[1]).sorted().first { name in
      !FileManager.default.contentsEqual(
        atPath: folders[0] + "/" + name, andPath: folders[1] + "/" + name)
    }
    return differing.map { "\($0) beside the programs differs" }
  }
}

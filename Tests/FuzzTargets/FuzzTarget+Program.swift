import Foundation
import Gate

extension FuzzTarget {
  /// A program file, which may be the base's and was built from anything.
  static let program = FuzzTarget("program", dictionary: "binary", refusingWith: ELFError.self) {
    try ELFProgram($0, path: "input").loadedBytes
  }
}

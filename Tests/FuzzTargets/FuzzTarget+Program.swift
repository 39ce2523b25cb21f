import Foundation
import Gate

extension FuzzTarget {
  /// A program file, which may be the base's and was built from anything.
  static let program = FuzzTarget("program", dictionary: "binary") { input in
    do {
      _ = try ELFProgram(input, path: "input").loadedBytes
    } catch let error as ELFError {
      return .refused(error.description)
    }
    return .accepted
  }
}

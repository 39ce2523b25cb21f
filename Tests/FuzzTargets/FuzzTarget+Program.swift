import Foundation
import Gate

extension FuzzTarget {
  /// A program file, which may be the base's and was built from anything.
  static let program = FuzzTarget("program", dictionary: "binary") { input in
    do {
      _ = try ProgramImage(try ELFProgram(input, path: "input"))
    } catch let error as ELFError {
      return .refused(error.description)
    }
    return .accepted
  }
}

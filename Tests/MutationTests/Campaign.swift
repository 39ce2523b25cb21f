import Foundation
import FuzzTargets
import TestSupport

/// Many damaged inputs for one target, each made from its number alone.
struct Campaign {
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  let target: FuzzTarget
  private let mutator: Mutator

  init(_ name: String) throws {
    guard let target = FuzzTarget.named(name) else {
      throw Failed(description: "there is no target '\(name)'")
    }
    self.target = target
    mutator = Mutator(
      seeds: try FuzzingFolder.seeds(of: name).map(\.bytes),
      words: try FuzzingFolder.words(of: target.dictionary))
  }

  /// The input of a number.
  func input(_ number: Int) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(number))
    return mutator.input(using: &random)
  }

  /// Reads the inputs, and says how many were accepted.
  ///
  /// - Parameter willRead: called with each number before its input is read, which may end the
  ///   process.
  func accepted(of numbers: Range<Int>, willRead: (Int) throws -> Void) throws -> Int {
    var count = 0
    for number in numbers {
      try willRead(number)
      if case .accepted = try target.read(Data(input(number))) { count += 1 }
    }
    return count
  }
}

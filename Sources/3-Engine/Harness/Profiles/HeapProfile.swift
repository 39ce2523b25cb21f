import Foundation

/// The allocations of a process by the stacks of their calls, from jemalloc's profile of the heap.
package struct HeapProfile: Sendable {
  /// The calls by their addresses in the program's file, the innermost first, without libraries;
  /// the allocations not freed when the profile was written; and all allocations.
  package typealias Stack = (addresses: [Int], live: ProfileAmount, all: ProfileAmount)

  package private(set) var stacks: [Stack] = []
  /// The functions of the source at the addresses.
  package var frames: [Int: [SourceFrame]] = [:]

  /// Reads a profile in the format `heap_v2`: a line `@` with the addresses of a stack, a line `t*:`
  /// with its blocks and bytes, live and in brackets all; at the end the mappings of the process.
  ///
  /// - Parameter program: the path of the program that wrote it.
  package init(parsing text: String, program: String) throws(ProfileUnavailable) {
    let lines = text.split(separator: "\n")
    let path = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
    let bounds = lines.filter { $0.hasSuffix(" " + path) }
      .flatMap { $0.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) } }
    guard lines.first == "heap_v2/1", let low = bounds.min(), let high = bounds.max() else {
      throw ProfileUnavailable("expected jemalloc's profile of \(path), found another file")
    }
    // A program that is linked to a fixed place is below 4 GB.
    let start = low < 1 << 32 ? 0 : low
    var addresses: [Int] = []
    for fields in lines.map({ $0.split { " :[]".contains($0) } }) {
      if fields.first == "@" {
        addresses = fields.dropFirst().compactMap { Int($0.dropFirst(2), radix: 16) }
          // An address is that after the call.
          .filter { low < $0 && $0 <= high }.map { $0 - start - 1 }
      } else if fields.first == "t*", fields.count == 5, !addresses.isEmpty {
        let numbers = fields.map { Int($0) ?? 0 }
        let live = ProfileAmount(total: numbers[2], count: numbers[1])
        stacks.append((addresses, live, ProfileAmount(total: numbers[4], count: numbers[3])))
      }
    }
  }
}

/// The amounts of a row of a profile.
package struct ProfileAmount: Hashable, Sendable, Codable {
  /// The bytes of blocks, or the instructions of a function including its callees'.
  package var total = 0
  /// The number of blocks, or the instructions of the function itself.
  package var count = 0

  package init(total: Int = 0, count: Int = 0) { (self.total, self.count) = (total, count) }
}

import Foundation
import Harness
import Support

/// The functions of a program that a process executed at least once, by their indices.
package struct ExecutedFunctions: Hashable, Sendable {
  /// A bit for each function of the program.
  private var bits: [UInt8]

  init(_ functions: some Sequence<Int>, count: Int) {
    bits = [UInt8](repeating: 0, count: (count + 7) / 8)
    for function in functions { bits[function / 8] |= 1 << (function % 8) }
  }

  package var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

  package func contains(_ function: Int) -> Bool {
    bits[function / 8] & 1 << (function % 8) != 0
  }

  /// Returns `true` if one of some functions was executed, or can have been: it is called directly
  /// by one that was, it belongs to the program's start, or its entries are not known.
  package func touches(_ changed: Set<Int>, in image: ProgramImage) -> Bool {
    let units = Set(changed.map { image.functions[$0] })
    return !units.isDisjoint(with: image.alwaysExecuted)
      || image.functions.enumerated().contains { function, unit in
        contains(function)
          && (units.contains(unit) || image.calls(of: unit).contains(where: units.contains))
      }
  }
}

extension ProgramImage {
  /// Finds the functions that the base of a case executes when it is timed; `nil` where that cannot
  /// be known: on another system, or if the case does not complete.
  ///
  /// - Throws: ``HarnessError`` for a fault of the machine; `CancellationError`.
  package nonisolated(nonsending) func executedFunctions(
    of pairedCase: PairedCase, limits: WorkerLimits
  ) async throws -> ExecutedFunctions? {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let path = workspace.path + "/entries"
    let known = functions.indices.filter { units[functions[$0]].hasOneEntry }
    // `CExecutedFunctions.h` has the layout.
    var entries = Data(count: 8)
    for function in known {
      withUnsafeBytes(of: UInt64(units[functions[function]].start).littleEndian) {
        entries.append(contentsOf: $0)
      }
    }
    let marks = entries.count
    entries.append(Data(count: known.count))
    do {
      try entries.write(to: URL(fileURLWithPath: path))
    } catch {
      throw HarnessError.cannotWrite(path: path, reason: error.localizedDescription)
    }
    guard try await pairedCase.replay(.base, markingIn: path, limits: limits),
      let marked = FileManager.default.contents(atPath: path), marked.count == entries.count,
      marked[0] == 1
    else { return nil }
    return ExecutedFunctions(
      zip(known, marked[marks...]).lazy.filter { $0.1 != 0 }.map(\.0), count: functionCount)
  }
}

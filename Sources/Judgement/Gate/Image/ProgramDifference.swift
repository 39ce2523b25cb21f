import Foundation

/// What differs between the loaded parts of two programs.
package enum ProgramDifference: Sendable {
  /// Every loaded byte is equal, but the build identifier.
  case equal
  /// Only these functions of the base differ, or read what differs: their indices. All other code,
  /// data and constants are equal apart from relocation.
  case functions(Set<Int>, in: ProgramImage)
  /// It cannot be said of each function whether the difference concerns it.
  case unknown(why: String)

  package init(base: ELFProgram, head: ELFProgram) {
    guard Self.loaded(base) != Self.loaded(head) else {
      self = .equal
      return
    }
    do {
      let (one, other) = (try base.linkedParts(), try head.linkedParts())
      guard one == other else {
        let line = Set(one).symmetricDifference(other).min()
        self = .unknown(
          why: "only one program has: \(line ?? "its order of sections or libraries")")
        return
      }
      self = try ImageComparison(base: ProgramImage(base), head: ProgramImage(head)).difference()
    } catch {
      self = .unknown(why: "\(error)")
    }
  }

  /// The loaded bytes, without the build identifier and the places of what is not loaded.
  private static func loaded(_ program: ELFProgram) -> [Data] {
    var ranges = RangeSet(
      program.segments.filter { $0.type == 1 }.map { $0.offset..<$0.offset + $0.fileSize })
    // Where the table of sections is, and how many there are.
    ranges.remove(contentsOf: 40..<48)
    ranges.remove(contentsOf: 58..<64)
    if let note = program.section(".note.gnu.build-id") {
      ranges.remove(contentsOf: note.offset..<note.offset + note.size)
    }
    return ranges.ranges.map { program.data[$0] }
  }
}

/// Compares the units of two programs.
///
/// A unit with a name of its own in both programs is referred to by it, and compared with its
/// namesake. Others, such as a string or a numbered closure, are referred to by what they contain,
/// with all that they refer to in turn: their hashes are refined until no more units differ.
private struct ImageComparison {
  let base: ProgramImage
  let head: ProgramImage

  func difference() -> ProgramDifference {
    var (one, other) = (HashedUnits(base), HashedUnits(head))
    let shared = one.ownNames.intersection(other.ownNames)
    one.hash(named: shared)
    other.hash(named: shared)
    var count = 0
    while true {
      let distinct = Set(one.hashes).union(other.hashes).count
      guard distinct > count else { break }
      count = distinct
      one.refine()
      other.refine()
    }
    let (missing, new) = (one.unmatched(in: other), other.unmatched(in: one))
    // What the loader or the runtime reads from end to end belongs to no function.
    if let unit = new.first(where: { head.units[$0].kind == .section }) {
      return .unknown(why: "\(head.sectionName(of: unit)) differs")
    }
    let isFunction = base.units.map { $0.kind == .function }
    // Nobody can read an address that nothing holds, unless it is known by its name.
    var changed = Set(missing)
    count = 0
    while changed.count > count, changed.contains(where: { !isFunction[$0] }) {
      count = changed.count
      for unit in base.units.indices.reversed()
      where base.reads(of: unit).contains(where: { !isFunction[$0] && changed.contains($0) }) {
        changed.insert(unit)
      }
    }
    if let unit = changed.first(where: { base.units[$0].kind == .section }) {
      return .unknown(why: "\(base.sectionName(of: unit)) differs, or refers to what does")
    }
    let functions = base.functions.indices.filter { changed.contains(base.functions[$0]) }
    // What the linker derives may differ only because something else does.
    guard !functions.isEmpty || base.units.map(\.start) != head.units.map(\.start) else {
      return .unknown(why: "loaded bytes differ that belong to no function")
    }
    return .functions(Set(functions), in: base)
  }
}

extension ProgramImage {
  fileprivate func sectionName(of unit: Int) -> String {
    program.sections[units[unit].section].name
  }
}

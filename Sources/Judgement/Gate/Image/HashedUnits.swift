import Foundation

/// The units of a program with their names and hashes.
///
/// Hashes are of this process: they are compared, and kept nowhere.
struct HashedUnits {
  let image: ProgramImage
  /// The name of each unit, hashed; `nil` for one that is known by its content.
  private var names: [Int?]
  private(set) var hashes: [Int] = []
  private var local: [Int] = []
  /// The units without names that each unit refers to.
  private var edges: [[(offset: Int, unit: Int)]] = []

  /// The names, each of one unit.
  var ownNames: Set<Int> { Set(names.lazy.compactMap(\.self)) }

  init(_ image: ProgramImage) {
    self.image = image
    names = Self.names(of: image)
  }

  private static func names(of image: ProgramImage) -> [Int?] {
    let isWritable = image.units.map { image.program.sections[$0.section].isWritable }
    var counts: [Int: Int] = [:]
    var previous = 0
    let names = image.units.enumerated().map { index, unit -> Int? in
      let section = image.program.sections[unit.section]
      let text = unit.kind == .section ? section.name : image.program.string(at: unit.name)
      if unit.kind == .section || unit.name > 0 && (isWritable[index] || !isNumbered(text)) {
        previous = text.hashValue
      } else if isWritable[index] {
        // What can be written is not the same for being equal: it is known by its place.
        previous = [previous, unit.start - image.units[index - 1].end].hashValue
      } else {
        return nil
      }
      counts[previous, default: 0] += 1
      // The second of a name, and so on, in the order of their addresses.
      return isWritable[index] ? [previous, counts[previous, default: 0]].hashValue : previous
    }
    return names.indices.map { index in
      names[index].flatMap { isWritable[index] || counts[$0] == 1 ? $0 : nil }
    }
  }

  /// Names that the compiler numbers in a module, or gives to the first of some equal functions:
  /// another change moves them from one unit to another.
  private static func isNumbered(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: "."))
      || ["__unnamed_", "l__swift5_reflection_descriptor"].contains(where: name.hasPrefix)
      || ["Tm", "TA", "TATu"].contains(where: name.hasSuffix)
  }

  /// Hashes the bytes of each unit, and the names that it refers to.
  ///
  /// - Parameter shared: the names that both programs have.
  mutating func hash(named shared: Set<Int>) {
    for (index, unit) in image.units.enumerated()
    where !image.program.sections[unit.section].isWritable && unit.kind != .section {
      names[index] = names[index].flatMap { shared.contains($0) ? $0 : nil }
    }
    edges = Array(repeating: [], count: image.units.count)
    local = image.program.data.withUnsafeBytes { bytes in
      image.units.indices.map { hashLocally($0, bytes) }
    }
    hashes = local
  }

  private mutating func hashLocally(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
    let unit = image.units[index]
    let section = image.program.sections[unit.section]
    var hasher = Hasher()
    hasher.combine(section.name)
    let length = unit.end - unit.start - fillLength(of: unit, bytes)
    hasher.combine(length)
    hasher.combine(unit.kind == .function)
    var position = 0
    func combineBytes(to end: Int) {
      let start = section.offset + unit.start - section.address
      guard !section.isZeros, position < end else { return }
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[start + position..<start + end]))
    }
    for reference in image.references[index] {
      if reference.width > 0, reference.offset + reference.width <= length {
        combineBytes(to: reference.offset)
        position = max(position, reference.offset + reference.width)
      }
      hasher.combine(reference.offset)
      hasher.combine(reference.type)
      hasher.combine(reference.addend)
      hasher.combine(reference.place)
      hasher.combine(min(reference.name, 0))
      if reference.name > 0 { hasher.combine(image.program.string(at: reference.name)) }
      for unit in reference.units {
        if let name = names[unit] {
          hasher.combine(name)
        } else {
          edges[index].append((reference.offset, unit))
        }
      }
    }
    combineBytes(to: length)
    if let next = image.continuation(of: index) { edges[index].append((-1, next)) }
    return hasher.finalize()
  }

  /// The number of zeros at the end of bytes without a symbol: up to the alignment of what follows,
  /// they may fill the space.
  private func fillLength(of unit: ProgramImage.Unit, _ bytes: UnsafeRawBufferPointer) -> Int {
    let section = image.program.sections[unit.section]
    guard unit.kind == .piece, !section.isZeros, !section.isCode else { return 0 }
    let start = section.offset + unit.start - section.address
    let zeros = bytes[start..<start + unit.end - unit.start].reversed().prefix { $0 == 0 }.count
    return min(zeros, 63)
  }

  /// Hashes each unit with those that it refers to, one step farther than before.
  mutating func refine() {
    let before = hashes
    for (index, edges) in edges.enumerated() where !edges.isEmpty {
      var hasher = Hasher()
      hasher.combine(local[index])
      for edge in edges {
        hasher.combine(edge.offset)
        hasher.combine(before[edge.unit])
      }
      hashes[index] = hasher.finalize()
    }
  }

  /// The units that have no equal in another program.
  func unmatched(in other: HashedUnits) -> [Int] {
    let namesakes = Dictionary(
      zip(other.names, other.hashes).lazy.compactMap { name, hash in name.map { ($0, hash) } },
      uniquingKeysWith: { $1 })
    let contents = Set(other.hashes)
    return hashes.indices.filter { index in
      if let name = names[index] { return namesakes[name] != hashes[index] }
      let unit = image.units[index]
      let isPadding = unit.kind == .piece && image.program.sections[unit.section].isCode
      return !contents.contains(hashes[index]) && !isPadding
    }
  }
}

extension ProgramImage {
  /// The units that a unit refers to or goes on in.
  func reads(of unit: Int) -> [Int] {
    references[unit].flatMap(\.units) + (continuation(of: unit).map { [$0] } ?? [])
  }

  /// The piece that the object may go on in: bytes without a symbol are cut where anything refers
  /// to, which may be the middle of an object. A jump table ends where the next begins.
  func continuation(of index: Int) -> Int? {
    let (unit, next) = (units[index], index + 1)
    guard unit.kind == .piece, units.indices.contains(next), units[next].kind == .piece,
      units[next].name == 0, units[next].section == unit.section, units[next].start == unit.end,
      !program.sections[unit.section].isCode
    else { return nil }
    let first = references[index].first { $0.offset == 0 && $0.type == 2 }?.target
    return first.map { units[$0].kind == .function } ?? false ? nil : next
  }
}

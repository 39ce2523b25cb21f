import Foundation

/// A program file in the executable format of Linux (ELF, 64 bits, little-endian), which is mapped
/// and not copied.
///
/// The file may hold anything: each place in it is checked before it is read.
package struct ELFProgram: Sendable {
  package struct Section: Hashable, Sendable {
    package let name: String
    let type: Int
    let flags: Int
    let address: Int
    let offset: Int
    let size: Int
    let link: Int
    let info: Int

    /// `true` for a section that is in the memory of a process.
    var isLoaded: Bool { flags & 2 != 0 }
    /// `true` for variables. Constants with addresses are writable to the loader only.
    var isWritable: Bool { flags & 1 != 0 && name != ".rodata" && name != ".data.rel.ro" }
    var isCode: Bool { flags & 4 != 0 }
    var isOfThread: Bool { flags & 0x400 != 0 }
    /// `true` for a section of zeros, which has no bytes in the file.
    var isZeros: Bool { type == 8 }
    var addresses: Range<Int> { address..<address + size }
  }

  struct Segment: Sendable {
    let type: Int
    let flags: Int
    let offset: Int
    let fileSize: Int
  }

  struct Symbol: Sendable {
    /// The place of its name in the file.
    let name: Int
    let type: Int
    let section: Int
    let value: Int
    let size: Int

    /// `true` for a name of a place only, such as that of a constant.
    var isLabel: Bool { type == 0 && size == 0 }
  }

  struct Relocation: Sendable {
    /// The section that it changes.
    let section: Int
    let address: Int
    let type: Int
    let symbol: Int
    let addend: Int
  }

  package let path: String
  let data: Data
  private(set) var machine = 0
  private(set) var entry = 0
  private(set) var segments: [Segment] = []
  package private(set) var sections: [Section] = []

  /// - Throws: ``ELFError`` for a file that is no such program.
  package init(path: String) throws {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    else { throw ELFError(path: path, found: "no file that can be read") }
    try self.init(data, path: path)
  }

  /// - Throws: ``ELFError`` for bytes that are no such program.
  package init(_ data: Data, path: String) throws {
    self.path = path
    self.data = data.startIndex == 0 ? data : Data(data)
    guard data.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]),
      try number(54, UInt16.self) == 56, try number(58, UInt16.self) == 64
    else { throw ELFError(path: path, found: "another header") }
    machine = try number(18, UInt16.self)
    entry = try address(24)
    segments = try table(at: address(32), count: number(56, UInt16.self), size: 56) {
      Segment(
        type: try number($0, UInt32.self), flags: try number($0 + 4, UInt32.self),
        offset: try address($0 + 8), fileSize: try address($0 + 32))
    }
    for segment in segments { try check(segment.offset, segment.fileSize) }
    let first = try address(40)
    let names = try address(first + 64 * number(62, UInt16.self) + 24)
    sections = try table(at: first, count: number(60, UInt16.self), size: 64) {
      Section(
        name: string(at: names + (try number($0, UInt32.self))),
        type: try number($0 + 4, UInt32.self), flags: try number($0 + 8, Int64.self),
        address: try address($0 + 16), offset: try address($0 + 24), size: try address($0 + 32),
        link: try number($0 + 40, UInt32.self), info: try number($0 + 44, UInt32.self))
    }
    for section in sections where !section.isZeros { try check(section.offset, section.size) }
  }

  package func section(_ name: String) -> Section? { sections.first { $0.name == name } }

  /// The symbols of `.symtab` or `.dynsym`, by their numbers.
  func symbols(_ section: Section) throws -> [Symbol] {
    guard sections.indices.contains(section.link) else {
      throw ELFError(path: path, found: "symbols without names")
    }
    let names = sections[section.link].offset
    return try entries(of: section, size: 24) {
      let name = names + (try number($0, UInt32.self))
      try check(name, 0)
      return Symbol(
        name: name, type: try number($0 + 4, UInt8.self) & 15,
        section: try number($0 + 6, UInt16.self), value: try address($0 + 8),
        size: try address($0 + 16))
    }
  }

  /// The relocations of a section of them.
  func relocations(_ section: Section, symbolCount: Int) throws -> [Relocation] {
    try entries(of: section, size: 24) {
      let symbol = try number($0 + 12, UInt32.self)
      guard symbol < symbolCount else {
        throw ELFError(path: path, found: "a relocation out of bounds")
      }
      return Relocation(
        section: section.info, address: try address($0), type: try number($0 + 8, UInt32.self),
        symbol: symbol,
        addend: try number($0 + 16, Int64.self))
    }
  }

  /// Reads a section that is a table, by the places of its entries.
  func entries<Entry>(of section: Section?, size: Int, _ entry: (Int) throws -> Entry)
    throws -> [Entry]
  {
    guard let section else { return [] }
    return try table(at: section.offset, count: section.size / size, size: size, entry)
  }

  private func table<Entry>(
    at place: Int, count: Int, size: Int, _ entry: (Int) throws -> Entry
  ) throws -> [Entry] {
    try check(place, count * size)
    return try (0..<count).map { try entry(place + $0 * size) }
  }

  func number<Number: FixedWidthInteger>(_ place: Int, _ type: Number.Type) throws -> Int {
    try check(place, MemoryLayout<Number>.size)
    return data.withUnsafeBytes {
      Int(Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: type)))
    }
  }

  /// An address, an offset or a size: so small that sums stay far from overflow.
  private func address(_ place: Int) throws -> Int {
    let value = try number(place, Int64.self)
    guard 0...1 << 48 ~= value else {
      throw ELFError(path: path, found: "an address out of bounds")
    }
    return value
  }

  private func check(_ place: Int, _ size: Int) throws {
    guard place >= 0, size <= data.count, place <= data.count - size else {
      throw ELFError(path: path, found: "a part that is not in the file")
    }
  }

  func string(at place: Int) -> String {
    data.withUnsafeBytes { bytes in
      bytes.indices.contains(place)
        ? String(decoding: bytes[place...].prefix { $0 != 0 }, as: UTF8.self) : ""
    }
  }
}

/// A file that is not read as a program.
package struct ELFError: Error, Hashable, CustomStringConvertible {
  let path: String
  let found: String

  package var description: String {
    "\(path): expected a program of Linux (ELF, 64 bits, little-endian), found \(found)"
  }
}

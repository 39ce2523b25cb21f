import Foundation

/// A program file in the executable format of Linux (ELF, 64 bits, little-endian), which is mapped
/// and not copied.
///
/// The file may hold anything: each place in it is checked before it is read.
package struct ELFProgram: Sendable {
  /// The type of a segment that is loaded (`PT_LOAD`).
  private static let loadedType = 1
  /// The type of a section without bytes in the file (`SHT_NOBITS`).
  private static let zerosType = 8
  /// The bytes of the header with the place of the table of sections, and with their number and its
  /// other facts (`e_shoff`; `e_shentsize`, `e_shnum`, `e_shstrndx`): parts that are not loaded
  /// change them.
  private static let sectionFields = [40..<48, 58..<64]

  private let path: String
  private let data: Data
  private var loaded = RangeSet<Int>()
  private var sections: [String: Range<Int>] = [:]

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
    // The sizes of an entry of the two tables.
    guard data.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]),
      try number(54, UInt16.self) == 56, try number(58, UInt16.self) == 64
    else { throw ELFError(path: path, found: "another header") }
    let segments = try address(32)
    for place in (0..<(try number(56, UInt16.self))).map({ segments + 56 * $0 })
    where try number(place, UInt32.self) == Self.loadedType {
      loaded.insert(contentsOf: try range(place + 8, size: place + 32))
    }
    let first = try address(40)
    let names = try address(first + 64 * number(62, UInt16.self) + 24)
    for place in (0..<(try number(60, UInt16.self))).map({ first + 64 * $0 })
    where try number(place + 4, UInt32.self) != Self.zerosType {
      let name = string(at: names + (try number(place, UInt32.self)))
      sections[name] = try range(place + 24, size: place + 32)
    }
  }

  /// The loaded bytes, without the build identifier and the places of what is not loaded.
  package var loadedBytes: [Data] {
    var ranges = loaded
    for field in Self.sectionFields { ranges.remove(contentsOf: field) }
    if let note = sections[".note.gnu.build-id"] { ranges.remove(contentsOf: note) }
    return ranges.ranges.map { data[$0] }
  }

  /// Indicates whether LLVM's linker made the program.
  package var isLinkedByLLD: Bool { has("LLD", in: ".comment") }

  /// Returns whether the program loads a library.
  package func names(_ library: String) -> Bool { has(library, in: ".dynstr") }

  private func has(_ text: String, in section: String) -> Bool {
    sections[section].map { data[$0].firstRange(of: Data(text.utf8)) != nil } ?? false
  }

  private func range(_ offset: Int, size: Int) throws -> Range<Int> {
    let (offset, size) = (try address(offset), try address(size))
    try check(offset, size)
    return offset..<offset + size
  }

  private func number<Number: FixedWidthInteger>(_ place: Int, _ type: Number.Type) throws -> Int {
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

  private func string(at place: Int) -> String {
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
    "\(path): expected a Linux program (ELF, 64 bits, little-endian), found \(found)"
  }
}

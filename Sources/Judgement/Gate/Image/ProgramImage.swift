import Foundation

/// What a program consists of: its loaded bytes, cut into units, and what each refers to.
///
/// A unit is a function, a data object, a piece of the bytes between them, or a whole section that
/// is not cut because the runtime reads it from end to end. Nothing that is loaded is left out but
/// what the linker derives from the rest (``derived``).
package struct ProgramImage: Sendable {
  struct Unit: Sendable {
    enum Kind: Sendable {
      case function
      case object
      /// Bytes without a symbol: constants and jump tables, or the padding of code.
      case piece
      case section
    }

    let kind: Kind
    let section: Int
    let start: Int
    var end: Int
    /// The place of its name in the file, or 0.
    var name = 0
    /// `true` if a function is entered at its start only, as far as can be known.
    var hasOneEntry = true
  }

  struct Reference: Sendable {
    let offset: Int
    let type: Int
    /// The bytes of the field, which hold an address; 0 where they are compared as they are.
    let width: Int
    let addend: Int
    /// The place of the name of something in a library, or of a mark of the linker such as a
    /// section's end; 0 for a unit.
    let name: Int
    let target: Int?
    /// The place in the target.
    let place: Int
    /// Other units that the address may belong to, where the relocation names a section only.
    let others: [Int]

    var units: [Int] { (target.map { [$0] } ?? []) + others }
  }

  let program: ELFProgram
  /// In the order of their addresses.
  let units: [Unit]
  /// The references of each unit, in the order of their places.
  let references: [[Reference]]
  /// The units that are functions: a function's index is its place here.
  let functions: [Int]

  /// The number of functions.
  package var functionCount: Int { functions.count }

  /// The name of a function, as the linker knows it.
  package func name(ofFunction index: Int) -> String {
    program.string(at: units[functions[index]].name)
  }

  /// The functions, as units, that run before a process can notice it, and what they refer to; and
  /// those that may be entered elsewhere than at their start.
  let alwaysExecuted: Set<Int>

  /// The functions that a unit calls directly, as units.
  func calls(of unit: Int) -> some Sequence<Int> {
    references[unit].lazy.filter { $0.type == 4 }.compactMap(\.target)
  }

  /// The sections of which the runtime and the program read single entries by their address. All
  /// others are whole.
  static let cut: Set = [
    ".text", ".rodata", ".data", ".data.rel.ro", ".bss", ".cfstr.data", "swift5_fieldmd",
    "swift5_builtin", "swift5_assocty", "swift5_capture", "swift5_reflstr", "swift5_typeref",
    "swift5_mpenum",
  ]

  /// What the linker derives from the units: tables of names and addresses, and of unwinding; the
  /// compiler's hash of each module, which nothing reads.
  static let derived: Set = [
    ".note.gnu.build-id", ".dynsym", ".dynstr", ".gnu.hash", ".hash", ".gnu.version",
    ".gnu.version_r", ".rela.dyn", ".rela.plt", ".plt", ".plt.got", ".got", ".got.plt", ".dynamic",
    ".eh_frame", ".eh_frame_hdr", ".relro_padding", ".swift_modhash",
  ]

  /// - Throws: ``ELFError``, and for a program without relocations.
  package init(_ program: ELFProgram) throws {
    self.program = program
    guard program.machine == 62, program.section(".rela.text") != nil,
      let table = program.section(".symtab")
    else {
      throw ELFError(
        path: program.path,
        found: "one for another processor, or without its symbols and relocations; on x86-64 link "
          + "with -Xclang-linker -fuse-ld=lld -Xlinker --emit-relocs")
    }
    let symbols = try program.symbols(table)
    let relocations = try program.sections.filter {
      $0.type == 4 && !$0.isLoaded && program.sections.indices.contains($0.info)
        && Self.isCompared(program.sections[$0.info])
    }.flatMap { try program.relocations($0, symbolCount: symbols.count) }
    var resolver = ReferenceResolver(program: program, symbols: symbols)
    let text = program.section(".text")?.addresses ?? 0..<0
    var cuts = Set(symbols.lazy.filter(\.isLabel).map(\.value))
    for relocation in relocations {
      guard let address = resolver.sectionTarget(of: relocation) else { continue }
      // What a jump table refers to is inside of functions.
      let isTable = relocation.type == 2 && !program.sections[relocation.section].isCode
      if !isTable || !text.contains(address) { cuts.insert(address) }
    }
    units = Self.units(of: program, symbols: symbols, cuts: cuts.sorted())
    functions = units.indices.filter { [units] in units[$0].kind == .function }
    resolver.units = units
    var references = Array(repeating: [Reference](), count: units.count)
    for relocation in relocations {
      guard let unit = resolver.unit(at: relocation.address) else {
        throw ELFError(path: program.path, found: "a relocation of no section")
      }
      references[unit].append(try resolver.reference(relocation, from: unit))
    }
    for index in references.indices { references[index].sort { $0.offset < $1.offset } }
    self.references = references
    var reached = Set(functions.filter { [units] in !units[$0].hasOneEntry })
    var queue = units.indices.filter { [units] in
      [".init", ".init_array", ".preinit_array"].contains(program.sections[units[$0].section].name)
    }
    while let unit = queue.popLast() {
      for target in references[unit].compactMap(\.target)
      where units[target].kind == .function && reached.insert(target).inserted {
        queue.append(target)
      }
    }
    alwaysExecuted = reached
  }

  private static func isCompared(_ section: ELFProgram.Section) -> Bool {
    section.isLoaded && !derived.contains(section.name)
  }

  private static func units(
    of program: ELFProgram, symbols: [ELFProgram.Symbol], cuts: [Int]
  ) -> [Unit] {
    var lists = Array(repeating: [ELFProgram.Symbol](), count: program.sections.count)
    for symbol in symbols where lists.indices.contains(symbol.section) && symbol.type != 3 {
      lists[symbol.section].append(symbol)
    }
    var units: [Unit] = []
    for (number, section) in program.sections.enumerated()
    where section.size > 0 && isCompared(section) && !(section.isZeros && section.isOfThread) {
      let rest = section.addresses.upperBound
      guard cut.contains(section.name) else {
        units.append(Unit(kind: .section, section: number, start: section.address, end: rest))
        continue
      }
      let inside = lists[number].filter { section.addresses.contains($0.value) }
        .sorted { one, other in
          guard one.value == other.value, one.size == other.size else {
            return (one.value, -one.size) < (other.value, -other.size)
          }
          // By their text: the order of names in the file is another in each link.
          return one.name != other.name
            && program.string(at: one.name) < program.string(at: other.name)
        }
      var objects: [Unit] = []
      var labels: [Int: Int] = [:]
      for (place, symbol) in inside.enumerated() {
        let next = inside[place...].first { $0.value > symbol.value }?.value ?? rest
        let end = symbol.size > 0 ? min(symbol.value + symbol.size, rest) : next
        if let last = objects.last, symbol.value < last.end {
          // An alias in the middle of an object has the size of the whole object.
          if symbol.size > 0, section.isCode { objects[objects.count - 1].end = max(last.end, end) }
          if symbol.value != last.start { objects[objects.count - 1].hasOneEntry = false }
        } else if symbol.isLabel {
          labels[symbol.value] = labels[symbol.value] ?? symbol.name
        } else {
          objects.append(
            Unit(
              kind: section.isCode ? .function : .object, section: number, start: symbol.value,
              end: end, name: symbol.name, hasOneEntry: symbol.type == 2))
        }
      }
      var position = section.address
      for object in objects + [Unit(kind: .piece, section: number, start: rest, end: rest)] {
        // Bytes without an object are cut where something refers to.
        let first = cuts.partitioningIndex { $0 >= position }
        let inner = cuts[first...].prefix { $0 < object.start }
        for (start, end) in zip([position] + inner, inner + [object.start]) where start < end {
          // Those of code are functions, but for what fills the space before the next one.
          let middle = section.isCode ? program.codeEnd(start..<end, in: section) : start
          for (kind, range) in [(Unit.Kind.function, start..<middle), (.piece, middle..<end)]
          where !range.isEmpty {
            let isReferredTo = inner.first ?? end <= start
            units.append(
              Unit(
                kind: kind, section: number, start: range.lowerBound, end: range.upperBound,
                name: labels[range.lowerBound] ?? 0,
                hasOneEntry: isReferredTo && labels[start] == nil))
          }
        }
        if object.start < object.end { units.append(object) }
        position = object.end
      }
    }
    return units.sorted { $0.start < $1.start }
  }
}

extension ELFProgram {
  /// The end of some code without the bytes that do nothing: they fill the space before the next
  /// function.
  fileprivate func codeEnd(_ range: Range<Int>, in section: Section) -> Int {
    guard !section.isZeros else { return range.upperBound }
    let offset = section.offset - section.address
    let starts = [range.lowerBound] + range.suffix(15)
    return starts.first { start in
      var bytes = data[start + offset..<range.upperBound + offset]
      while let next = Self.padding.first(where: bytes.starts) { bytes.removeFirst(next.count) }
      return bytes.isEmpty
    } ?? range.upperBound
  }

  /// Instructions that do nothing, or prefixes of them.
  private static let padding: [[UInt8]] = [
    [0x66], [0x2e], [0x90], [0xcc], [0x0f, 0x1f, 0], [0x0f, 0x1f, 0x40, 0],
    [0x0f, 0x1f, 0x44, 0, 0], [0x0f, 0x1f, 0x80, 0, 0, 0, 0], [0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0],
  ]
}

/// Finds what relocations refer to.
private struct ReferenceResolver {
  let program: ELFProgram
  let symbols: [ELFProgram.Symbol]
  var units: [ProgramImage.Unit] = []

  /// Relocations whose field is an address relative to its own place.
  static let relative: Set = [2, 4, 9, 41, 42]
  /// How far behind the relocation's address the processor begins to count: the field itself, and
  /// a number of up to four bytes after it.
  private static let field = 4
  /// Swift refers to the text of a string by the address of an object 32 bytes before it.
  private static let textBias = 32
  /// In data, the bits above them say what kind of string it is.
  private static let addressBits = 1 << 60 - 1

  func unit(at address: Int) -> Int? {
    let index = units.partitioningIndex { $0.start > address } - 1
    return index >= 0 && address < units[index].end ? index : nil
  }

  /// The address that a relocation refers to that names a section only.
  func sectionTarget(of relocation: ELFProgram.Relocation) -> Int? {
    let symbol = symbols[relocation.symbol]
    guard symbol.type == 3 else { return nil }
    let address = symbol.value &+ relocation.addend
    return program.sections[relocation.section].isCode && Self.relative.contains(relocation.type)
      ? address &+ Self.field : address & Self.addressBits
  }

  func reference(
    _ relocation: ELFProgram.Relocation, from source: Int
  ) throws -> ProgramImage.Reference {
    let symbol = symbols[relocation.symbol]
    let width = try width(of: relocation)
    func result(
      _ target: Int?, _ address: Int, name: Int = 0, addend: Int, others: [Int] = []
    ) -> ProgramImage.Reference {
      ProgramImage.Reference(
        offset: relocation.address - units[source].start, type: relocation.type, width: width,
        addend: addend, name: name, target: target,
        place: target.map { address - units[$0].start } ?? 0, others: others)
    }
    guard let address = sectionTarget(of: relocation) else {
      // A mark of the linker says where a section starts or stops, whatever is there.
      let isMark =
        symbol.isLabel
        && ["__start_", "__stop_"].contains(where: program.string(at: symbol.name).hasPrefix)
      let isUnit = 1..<0xff00 ~= symbol.section && symbol.type != 6 && !isMark
      let target = isUnit ? unit(at: symbol.value) : nil
      return result(
        target, symbol.value, name: target == nil ? symbol.name : 0, addend: relocation.addend)
    }
    guard var unit = unit(at: address) else {
      // The end of a section, or a derived one; the section and the number in it say which.
      return result(nil, 0, name: -1 - symbol.section, addend: relocation.addend)
    }
    var place = address
    if units[source].kind == .piece, units[unit].kind == .function, units[unit].start != address {
      // An entry of a jump table is relative to the table's start.
      let entry = address - (relocation.address - units[source].start)
      if let inner = self.unit(at: entry) { (unit, place) = (inner, entry) }
    }
    let isCode = program.sections[relocation.section].isCode
    let near = isCode ? [Self.field, Self.textBias] : relocation.type == 1 ? [Self.textBias] : []
    // The target says where in the section it is, but not what kind of string.
    return result(
      unit, place, addend: relocation.type == 1 ? relocation.addend & ~Self.addressBits : 0,
      others: units[unit].kind == .function
        ? []
        : near.compactMap { bias in
          self.unit(at: address + bias).flatMap { other in
            other != unit && (bias != Self.textBias || units[other].start == address + bias)
              ? other : nil
          }
        })
  }

  /// The bytes of a field that holds what the relocation says, and nothing else; 0 otherwise.
  private func width(of relocation: ELFProgram.Relocation) throws -> Int {
    let section = program.sections[relocation.section]
    let place = relocation.address - section.address
    // An absolute address is written by the linker or the loader, and by nothing else.
    let width = relocation.type == 1 ? 8 : Self.relative.contains(relocation.type) ? 4 : 0
    guard !section.isZeros, place >= 0, place + width <= section.size else { return 0 }
    guard width == 4 else { return width }
    let symbol = symbols[relocation.symbol]
    let field = try program.number(section.offset + place, Int32.self)
    let address = relocation.address &+ field &- relocation.addend
    if address == symbol.value, symbol.section != 0 { return width }
    // A call of a library goes through its table; an address that is not near comes from one.
    let tables = relocation.type == 4 ? [".plt"] : [".got", ".got.plt"]
    return tables.contains { program.section($0)?.addresses.contains(address) ?? false } ? width : 0
  }
}

extension Array {
  /// The first index whose element belongs to the second part, in an array of two parts.
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Encoded keys or values of a layer, without duplicates, in the order of first use (specification,
/// section 4.1).
///
/// Two values are the same if their types and bytes are, as the specification says. A dictionary of
/// Swift's values would merge the normal forms of a text.
///
/// Invariant: the number of places in `slots` is a power of two, and at most half of them are
/// taken, so each search ends at a free one.
struct DistinctFields: ~Copyable {
  /// A field, found by its type and a word: the number itself, or the hash of a text.
  private struct Entry {
    let type: UInt64
    let word: UInt64
    /// The range of a text in the bytes.
    let text: Range<Int>
  }

  /// The fields one after the other.
  private(set) var writer: ProtobufWriter
  private var entries: [Entry] = []
  /// The index of an entry plus 1, or 0 for a free place.
  private var slots: [UInt32]
  /// Another one in each process, so that texts with one hash are hard to choose.
  private let seed = Self.processSeed

  private static let processSeed = UInt64.random(in: .min ... .max)

  init(expectedCount: Int) {
    writer = ProtobufWriter(capacity: 16 * expectedCount)
    entries.reserveCapacity(expectedCount)
    var slotCount = 16
    while slotCount < 2 * expectedCount { slotCount *= 2 }
    slots = [UInt32](repeating: 0, count: slotCount)
  }

  /// Returns the index of a number, which is written if it is new.
  mutating func index(
    type: UInt64, number: UInt64, _ write: (inout ProtobufWriter) -> Void
  ) -> Int {
    let slot = slot(type, number) { _ in true }
    if slots[slot] != 0 { return Int(slots[slot]) - 1 }
    write(&writer)
    return insert(Entry(type: type, word: number, text: 0..<0), at: slot)
  }

  /// Returns the index of a text, which is written if it is new; `write` writes it last.
  mutating func index(
    type: UInt64, text: UnsafeRawBufferPointer, _ write: (inout ProtobufWriter) -> Void
  ) -> Int {
    let hash = hash(text)
    let slot = slot(type, hash) { has(type: type, text: text, at: $0) }
    if slots[slot] != 0 { return Int(slots[slot]) - 1 }
    write(&writer)
    let end = writer.count
    return insert(Entry(type: type, word: hash, text: (end - text.count)..<end), at: slot)
  }

  /// Returns whether a text has an index.
  func has(type: UInt64, text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    guard index < entries.count, entries[index].type == type else { return false }
    return writer.withBytes {
      Self.areSame(UnsafeRawBufferPointer(rebasing: $0[entries[index].text]), text)
    }
  }

  /// The place of an entry, or the free one where it belongs.
  private func slot(_ type: UInt64, _ word: UInt64, where isSame: (Int) -> Bool) -> Int {
    var slot = Int(truncatingIfNeeded: Self.mix(seed &+ type, word)) & (slots.count - 1)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if entries[index].word == word, entries[index].type == type, isSame(index) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func insert(_ entry: Entry, at slot: Int) -> Int {
    entries.append(entry)
    slots[slot] = UInt32(entries.count)
    if 2 * entries.count > slots.count { grow() }
    return entries.count - 1
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: 2 * slots.count)
    for (index, entry) in entries.enumerated() {
      slots[slot(entry.type, entry.word) { _ in false }] = UInt32(index + 1)
    }
  }

  private func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var state = seed ^ UInt64(text.count)
    var position = 0
    repeat {
      state = Self.mix(state, Self.word(text, position))
      position += 8
    } while position < text.count
    return state
  }

  /// Both halves of a product of 128 bits, as in wyhash.
  private static func mix(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  private static func areSame(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
  ) -> Bool {
    guard first.count == second.count else { return false }
    var position = 0
    repeat {
      guard word(first, position) == word(second, position) else { return false }
      position += 8
    } while position < first.count
    return true
  }

  /// The eight bytes at a position, or the last eight if less follow; all bytes of a text of less
  /// than eight. So the words at 0, 8, 16 and so on have each byte of a text.
  private static func word(_ text: UnsafeRawBufferPointer, _ position: Int) -> UInt64 {
    let count = text.count
    if count >= 8 {
      return text.loadUnaligned(fromByteOffset: min(position, count - 8), as: UInt64.self)
    }
    if count >= 4 {
      let first = text.loadUnaligned(as: UInt32.self)
      let last = text.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
      return UInt64(first) << 32 | UInt64(last)
    }
    return text.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

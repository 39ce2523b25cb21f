/// Writes fields of a protocol buffer one after the other.
///
/// An array checks its owner and its bounds for each byte, which is most of the time of a small field.
///
/// Invariant: the first `count` of `capacity` bytes at `base` are initialized, and this writer alone
/// has them. Each write asks `reserve` for its room before.
struct ProtobufWriter: ~Copyable {
  private(set) var count = 0
  private var capacity: Int
  private var base: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// The bytes that are written.
  func contents() -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: base, count: count))
  }

  /// The bytes that are written, without a copy.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: base, count: count))
  }

  // Inlined, because the numbers of fields are constants.
  @inline(__always)
  mutating func varint(_ number: UInt64) {
    let room = reserve(10)
    var rest = number
    var length = 0
    while rest >= 0x80 {
      room[length] = UInt8(truncatingIfNeeded: rest) | 0x80
      rest >>= 7
      length += 1
    }
    room[length] = UInt8(truncatingIfNeeded: rest)
    count += length + 1
  }

  @inline(__always)
  mutating func tag(_ field: UInt64, _ wireType: ProtobufReader.WireType) {
    varint(field << 3 | UInt64(wireType.rawValue))
  }

  mutating func integer(_ field: UInt64, _ number: UInt64) {
    tag(field, .varint)
    varint(number)
  }

  mutating func bytes(_ field: UInt64, _ content: UnsafeRawBufferPointer) {
    tag(field, .lengthDelimited)
    varint(UInt64(content.count))
    append(content)
  }

  /// Adds fields that another writer has written.
  mutating func append(_ other: borrowing ProtobufWriter) {
    append(UnsafeRawBufferPointer(start: other.base, count: other.count))
  }

  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(start: reserve(bytes.count), count: bytes.count)
      .copyMemory(from: bytes)
    count += bytes.count
  }

  /// Begins a length-delimited field, whose content is what is written until `close`; returns where
  /// the content begins.
  @inline(__always)
  mutating func open(_ field: UInt64) -> Int {
    tag(field, .lengthDelimited)
    // The length is known at the end. One byte is enough for that of most features.
    varint(0)
    return count
  }

  /// Ends the field that was opened last.
  mutating func close(_ contentStart: Int) {
    precondition((1...count).contains(contentStart), "expected the start of an open field")
    let length = count - contentStart
    guard length >= 0x80 else {
      base[contentStart - 1] = UInt8(truncatingIfNeeded: length)
      return
    }
    var prefix = ProtobufWriter(capacity: 10)
    prefix.varint(UInt64(length))
    let shift = prefix.count - 1
    _ = reserve(shift)
    let content = base + contentStart
    (content + shift).update(from: content, count: length)
    (content - 1).update(from: prefix.base, count: prefix.count)
    count += shift
  }

  /// Returns space for more bytes after the written ones.
  private mutating func reserve(_ additional: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - count < additional { grow(additional) }
    return base + count
  }

  private mutating func grow(_ additional: Int) {
    let newCapacity = max(2 * capacity, count + additional)
    let newBase = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    newBase.moveInitialize(from: base, count: count)
    base.deallocate()
    (base, capacity) = (newBase, newCapacity)
  }
}

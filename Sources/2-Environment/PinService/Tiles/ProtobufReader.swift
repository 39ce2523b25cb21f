/// Reads the fields of one message of a protocol buffer.
///
/// Invariant: `offset <= end <= bytes.count`. Each read checks it, so nothing outside of the message
/// is read, and a length is at most the number of bytes that are there.
struct ProtobufReader {
  /// A message of the schema (section 4), by its name in errors.
  enum Message {
    case tile, layer, feature, value
  }

  /// The way in which a field is stored (section 2).
  enum WireType: UInt8 {
    /// An integer in groups of seven bits, the lowest first.
    case varint = 0
    /// Eight bytes, the lowest first.
    case fixed64 = 1
    /// A length and as many bytes.
    case lengthDelimited = 2
    /// Four bytes, the lowest first.
    case fixed32 = 5
  }

  static let maxFieldNumber: UInt64 = 1 << 29 - 1

  private let bytes: [UInt8]
  private let message: Message
  /// The position of the next byte in the tile.
  private(set) var offset: Int
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.init(bytes, .tile, 0..<bytes.count)
  }

  private init(_ bytes: [UInt8], _ message: Message, _ range: Range<Int>) {
    self.bytes = bytes
    self.message = message
    offset = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - offset }
  var isAtEnd: Bool { offset == end }

  /// The tag of a field, whose content follows.
  struct Tag {
    let field: Int
    fileprivate let wireType: WireType
    let offset: Int
  }

  /// The tag of the next field, or `nil` at the end; the caller reads or skips the content.
  mutating func nextTag() throws(VectorTileError) -> Tag? {
    guard !isAtEnd else { return nil }
    let start = offset
    let encoded = try varint()
    guard (1...Self.maxFieldNumber).contains(encoded >> 3) else {
      throw .init(
        offset: start, expected: "a field number from 1 to \(Self.maxFieldNumber)",
        found: "\(encoded >> 3)")
    }
    guard let wireType = WireType(rawValue: UInt8(encoded & 7)) else {
      throw .init(offset: start, expected: "wire type 0, 1, 2 or 5", found: "\(encoded & 7)")
    }
    return Tag(field: Int(encoded >> 3), wireType: wireType, offset: start)
  }

  mutating func skip(_ tag: Tag) throws(VectorTileError) {
    switch tag.wireType {
    case .varint: _ = try varint()
    case .fixed64: _ = try content(tag, length: 8)
    case .lengthDelimited: _ = try content(tag, length: try varint())
    case .fixed32: _ = try content(tag, length: 4)
    }
  }

  mutating func integer(_ tag: Tag) throws(VectorTileError) -> UInt64 {
    try expect(.varint, tag)
    return try varint()
  }

  mutating func text(_ tag: Tag) throws(VectorTileError) -> String {
    try expect(.lengthDelimited, tag)
    let range = try content(tag, length: try varint())
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw .init(
        offset: range.lowerBound, expected: "text in UTF-8 in \(field(tag))", found: "other bytes")
    }
    return text
  }

  /// A reader of the field's content, which is a message or packed varints.
  mutating func nested(_ tag: Tag, _ message: Message) throws(VectorTileError) -> ProtobufReader {
    try expect(.lengthDelimited, tag)
    return ProtobufReader(bytes, message, try content(tag, length: try varint()))
  }

  mutating func varint() throws(VectorTileError) -> UInt64 {
    let start = offset
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      // Nine bytes have 63 bits; the tenth can only have the last one.
      guard shift < 63 || byte <= 1 else {
        throw .init(
          offset: start, expected: "a varint of at most 64 bits in 10 bytes", found: "a longer one")
      }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    throw .init(offset: start, expected: "a varint", found: "the end of its message")
  }

  private func field(_ tag: Tag) -> String { "field \(tag.field) of a \(message)" }

  private func expect(_ wireType: WireType, _ tag: Tag) throws(VectorTileError) {
    guard tag.wireType == wireType else {
      throw .init(
        offset: tag.offset, expected: "wire type \(wireType.rawValue) in \(field(tag))",
        found: "wire type \(tag.wireType.rawValue)")
    }
  }

  private mutating func content(_ tag: Tag, length: UInt64) throws(VectorTileError) -> Range<Int> {
    guard length <= UInt64(remaining) else {
      throw .init(
        offset: tag.offset, expected: "\(length) bytes in \(field(tag))",
        found: "\(remaining) up to the end of its message")
    }
    let start = offset
    offset += Int(length)
    return start..<offset
  }
}

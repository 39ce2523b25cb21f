/// Reads the fields of one message of a protocol buffer.
///
/// Invariant: `offset <= end <= bytes.count`. Each read checks it, so nothing outside of the message
/// is read, and a length is at most the number of bytes that are there.
struct ProtobufReader {
  typealias Message = VectorTileError.Message
  typealias WireType = VectorTileError.WireType

  static let maxFieldNumber: UInt64 = 1 << 29 - 1

  private let bytes: [UInt8]
  private let message: Message
  /// The position of the next byte in the tile.
  private(set) var offset: Int
  private let end: Int
  /// A bit for each field that the schema has once and that was read.
  private var onceRead: UInt16 = 0

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
      throw .invalidFieldNumber(encoded >> 3, offset: start)
    }
    guard let wireType = WireType(rawValue: UInt8(encoded & 7)) else {
      throw .unknownWireType(UInt8(encoded & 7), offset: start)
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

  /// A number of as many bytes as its type has.
  mutating func fixed<Number: FixedWidthInteger>(
    _ wireType: WireType, _ tag: Tag
  ) throws(VectorTileError) -> Number {
    try expect(wireType, tag)
    let range = try content(tag, length: UInt64(Number.bitWidth / 8))
    return bytes[range].reversed().reduce(0) { $0 << 8 | Number($1) }
  }

  mutating func text(_ tag: Tag) throws(VectorTileError) -> String {
    try expect(.lengthDelimited, tag)
    let range = try content(tag, length: try varint())
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw .invalidUTF8(self.field(tag), offset: range.lowerBound)
    }
    return text
  }

  /// A reader of the field's content, which is a message or packed varints.
  mutating func nested(_ tag: Tag, _ message: Message) throws(VectorTileError) -> ProtobufReader {
    try expect(.lengthDelimited, tag)
    return ProtobufReader(bytes, message, try content(tag, length: try varint()))
  }

  /// Refuses a field that was read before in this message.
  mutating func expectOnce(_ tag: Tag) throws(VectorTileError) {
    let bit: UInt16 = 1 << UInt16(tag.field)
    guard onceRead & bit == 0 else { throw .repeatedField(field(tag), offset: tag.offset) }
    onceRead |= bit
  }

  mutating func varint() throws(VectorTileError) -> UInt64 {
    let start = offset
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      // Nine bytes have 63 bits; the tenth can only have the last one.
      guard shift < 63 || byte <= 1 else { throw .oversizedVarint(offset: start) }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    throw .truncatedVarint(offset: start)
  }

  private func field(_ tag: Tag) -> VectorTileError.Field {
    VectorTileError.Field(message: message, number: tag.field)
  }

  private func expect(_ wireType: WireType, _ tag: Tag) throws(VectorTileError) {
    guard tag.wireType == wireType else {
      throw .unexpectedWireType(
        field(tag), expected: wireType, found: tag.wireType, offset: tag.offset)
    }
  }

  private mutating func content(_ tag: Tag, length: UInt64) throws(VectorTileError) -> Range<Int> {
    guard length <= UInt64(remaining) else {
      throw .truncatedField(
        field(tag), length: length, remaining: remaining, offset: tag.offset)
    }
    let start = offset
    offset += Int(length)
    return start..<offset
  }
}

/// Reads the fields of a protocol buffer one after the other.
struct ProtobufReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The position of the next byte in the whole tile.
  var offset: Int { rest.startIndex }
  var isAtEnd: Bool { rest.isEmpty }

  /// A field with its value as it is stored.
  struct Field {
    let number: UInt64
    let offset: Int
    fileprivate let value: Value

    fileprivate enum Value {
      case varint(UInt64)
      case fixed(UInt64, WireType)
      case bytes(ArraySlice<UInt8>)
    }

    func integer() throws(VectorTileError) -> UInt64 {
      guard case .varint(let number) = value else { throw fault("a whole number") }
      return number
    }

    func fixed(_ type: WireType) throws(VectorTileError) -> UInt64 {
      guard case .fixed(let bits, type) = value else { throw fault("a number of fixed length") }
      return bits
    }

    func content() throws(VectorTileError) -> ArraySlice<UInt8> {
      guard case .bytes(let bytes) = value else { throw fault("a length and bytes") }
      return bytes
    }

    func text() throws(VectorTileError) -> String {
      guard let text = String(validating: try content(), as: UTF8.self) else {
        throw VectorTileError(offset: offset, expected: "a text in UTF-8", found: "other bytes")
      }
      return text
    }

    private func fault(_ expected: String) -> VectorTileError {
      VectorTileError(
        offset: offset, expected: "\(expected) in field \(number)", found: "another type")
    }
  }

  /// The next field; `nil` at the end.
  mutating func next() throws(VectorTileError) -> Field? {
    guard !isAtEnd else { return nil }
    let offset = offset
    let tag = try varint()
    let value: Field.Value
    switch WireType(rawValue: tag & 7) {
    case .varint: value = .varint(try varint())
    case .fixed32: value = .fixed(try fixed(bytes: 4), .fixed32)
    case .fixed64: value = .fixed(try fixed(bytes: 8), .fixed64)
    case .bytes:
      let count = try varint()
      guard count <= UInt64(rest.count) else {
        throw VectorTileError(
          offset: offset, expected: "\(count) bytes in field \(tag >> 3)", found: "\(rest.count)")
      }
      value = .bytes(rest.prefix(Int(count)))
      rest = rest.dropFirst(Int(count))
    case nil:
      throw VectorTileError(
        offset: offset, expected: "a field of a known type", found: "type \(tag & 7)")
    }
    return Field(number: tag >> 3, offset: offset, value: value)
  }

  /// A whole number in groups of seven bits, the lowest first.
  mutating func varint() throws(VectorTileError) -> UInt64 {
    let start = offset
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = rest.popFirst() else {
        throw VectorTileError(offset: start, expected: "a whole number", found: "the end")
      }
      // Of the tenth byte one bit fits.
      guard shift < 63 || byte <= 1 else { break }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    throw VectorTileError(
      offset: start, expected: "a whole number of 64 bits", found: "a longer one")
  }

  private mutating func fixed(bytes count: Int) throws(VectorTileError) -> UInt64 {
    guard rest.count >= count else {
      throw VectorTileError(offset: offset, expected: "\(count) bytes", found: "\(rest.count)")
    }
    var number: UInt64 = 0
    for byte in rest.prefix(count).reversed() { number = number << 8 | UInt64(byte) }
    rest = rest.dropFirst(count)
    return number
  }
}

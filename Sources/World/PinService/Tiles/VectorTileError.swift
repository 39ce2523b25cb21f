/// The reason why bytes are not a vector tile, after the specification 2.1 (section 4).
///
/// Each case has the position of the byte, counted from 0, where the mistake begins.
public enum VectorTileError: Error, Hashable, Sendable {
  /// A varint that the end of its message cuts off (section 2).
  case truncatedVarint(offset: Int)
  /// A varint of more than 64 bits, or of more than ten bytes (section 2).
  case oversizedVarint(offset: Int)
  /// A field that is longer than the rest of its message (section 2).
  case truncatedField(Field, length: UInt64, remaining: Int, offset: Int)
  /// A field number that protocol buffers do not allow (section 2).
  case invalidFieldNumber(UInt64, offset: Int)
  /// A wire type that protocol buffers do not have, or groups, which they had (section 2).
  case unknownWireType(UInt8, offset: Int)
  /// A field of another wire type than the schema's (section 2).
  case unexpectedWireType(Field, expected: WireType, found: WireType, offset: Int)
  /// A field that occurs again though the schema has one (section 2).
  case repeatedField(Field, offset: Int)
  /// A text that is not valid UTF-8 (section 2).
  case invalidUTF8(Field, offset: Int)

  /// A layer without a name (section 4.1).
  case missingLayerName(offset: Int)
  /// A layer with the name of one before (section 4.1).
  case duplicateLayerName(String, offset: Int)
  /// A layer of a version that this decoder does not know (section 4.1).
  case unsupportedVersion(UInt64, offset: Int)
  /// An extent that is 0, or of more than 32 bits (section 4.1).
  case invalidExtent(UInt64, offset: Int)
  /// A value with none of the types of the schema, or with several (section 4.1).
  case invalidValue(typeCount: Int, offset: Int)

  /// A key index at the end of the tags, without a value index (section 4.4).
  case oddTagCount(Int, offset: Int)
  /// A key index that is not below the number of keys (section 4.4).
  case keyIndexOutOfRange(UInt64, keyCount: Int, offset: Int)
  /// A value index that is not below the number of values (section 4.4).
  case valueIndexOutOfRange(UInt64, valueCount: Int, offset: Int)
  /// A key index that a feature has twice (section 4.4).
  case repeatedKey(String, offset: Int)

  /// A point feature without a geometry (section 4.2).
  case missingGeometry(offset: Int)
  /// A command that a point geometry does not begin with (section 4.3.4.2).
  case unexpectedCommand(id: UInt8, count: UInt64, offset: Int)
  /// A command with more points than the bytes after it can hold (section 4.3.3.1).
  case commandCountBeyondData(count: UInt64, remaining: Int, offset: Int)
  /// Bytes after the only command of a point geometry (section 4.3.4.2).
  case trailingGeometry(remaining: Int, offset: Int)
  /// A step between points that the format does not support (section 4.3.2).
  case stepOutOfRange(UInt64, offset: Int)
  /// A point with a coordinate of more than 32 bits (section 4.3).
  case coordinateOverflow(Int64, offset: Int)

  /// A field of a message of the schema (section 2).
  public struct Field: Hashable, Sendable, CustomStringConvertible {
    /// The message that the field is in (section 2).
    public let message: Message
    /// The number of the field (section 2).
    public let number: Int

    /// Creates the field of a message (section 2).
    public init(message: Message, number: Int) {
      self.message = message
      self.number = number
    }

    /// The field in words, for messages (section 2).
    public var description: String { "field \(number) of a \(message.rawValue)" }
  }

  /// A message of the schema (section 2).
  public enum Message: String, Hashable, Sendable {
    /// The whole tile (section 4).
    case tile
    /// A layer of the tile (section 4.1).
    case layer
    /// A feature of a layer (section 4.2).
    case feature
    /// A value of a layer (section 4.1).
    case value
  }

  /// The way in which a field is stored (section 2).
  public enum WireType: UInt8, Hashable, Sendable, CustomStringConvertible {
    /// An integer in groups of seven bits, the lowest first (section 2).
    case varint = 0
    /// Eight bytes, the lowest first (section 2).
    case fixed64 = 1
    /// A length and as many bytes (section 2).
    case lengthDelimited = 2
    /// Four bytes, the lowest first (section 2).
    case fixed32 = 5

    /// The wire type in words, for messages (section 2).
    public var description: String {
      let name =
        switch self {
        case .varint: "varint"
        case .fixed64: "64 bits"
        case .lengthDelimited: "length-delimited"
        case .fixed32: "32 bits"
        }
      return "wire type \(rawValue) (\(name))"
    }
  }
}

extension VectorTileError: CustomStringConvertible {
  /// The message for people: where, what was expected, and what was found (section 4).
  public var description: String {
    let (offset, expected, found) = parts
    return "vector tile, byte \(offset): expected \(expected), found \(found)"
  }

  private var parts: (offset: Int, expected: String, found: String) {
    switch self {
    case .truncatedVarint(let offset):
      (offset, "a varint", "the end of its message")
    case .oversizedVarint(let offset):
      (offset, "a varint of at most 64 bits in 10 bytes", "a longer one")
    case .truncatedField(let field, let length, let remaining, let offset):
      (offset, "\(length) bytes in \(field)", "\(remaining) up to the end of its message")
    case .invalidFieldNumber(let number, let offset):
      (offset, "a field number from 1 to \(ProtobufReader.maxFieldNumber)", "\(number)")
    case .unknownWireType(let type, let offset):
      (offset, "wire type 0, 1, 2 or 5", "\(type)")
    case .unexpectedWireType(let field, let expected, let found, let offset):
      (offset, "\(expected) in \(field)", "\(found)")
    case .repeatedField(let field, let offset):
      (offset, "\(field) once", "it again")
    case .invalidUTF8(let field, let offset):
      (offset, "text in UTF-8 in \(field)", "other bytes")
    case .missingLayerName(let offset):
      (offset, "a layer with a name", "none")
    case .duplicateLayerName(let name, let offset):
      (offset, "layers with distinct names", "'\(name)' again")
    case .unsupportedVersion(let version, let offset):
      (offset, "a layer of version 1 or 2", "version \(version)")
    case .invalidExtent(let extent, let offset):
      (offset, "an extent from 1 to \(UInt32.max)", "\(extent)")
    case .invalidValue(let typeCount, let offset):
      (offset, "a value of one known type", "\(typeCount) of them")
    case .oddTagCount(let count, let offset):
      (offset, "a value index after each key index", "\(count) tags")
    case .keyIndexOutOfRange(let index, let count, let offset):
      (offset, "the index of one of \(count) keys", "\(index)")
    case .valueIndexOutOfRange(let index, let count, let offset):
      (offset, "the index of one of \(count) values", "\(index)")
    case .repeatedKey(let key, let offset):
      (offset, "distinct keys in a feature", "'\(key)' again")
    case .missingGeometry(let offset):
      (offset, "a point feature with a geometry", "none")
    case .unexpectedCommand(let id, let count, let offset):
      (offset, "the command MoveTo (1) with points", "command \(id) with count \(count)")
    case .commandCountBeyondData(let count, let remaining, let offset):
      (offset, "\(count) points after the command", "\(remaining) bytes")
    case .trailingGeometry(let remaining, let offset):
      (offset, "the end of the geometry", "\(remaining) more bytes")
    case .stepOutOfRange(let parameter, let offset):
      (offset, "a step of less than 2^31 as a parameter of 32 bits", "\(parameter)")
    case .coordinateOverflow(let coordinate, let offset):
      (offset, "a coordinate of 32 bits", "\(coordinate)")
    }
  }
}

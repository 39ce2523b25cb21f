import PinService
import Testing

@Suite("Errors of vector tiles")
struct VectorTileErrorTests {
  private typealias Mistake = (bytes: [UInt8], message: String)

  private static let protocolBuffers: [Mistake] = [
    ([0x1A], "byte 1: expected a varint, found the end of its message"),
    ([0x1A, 0x80], "byte 1: expected a varint, found the end of its message"),
    (
      [UInt8](repeating: 0x80, count: 11),
      "byte 0: expected a varint of at most 64 bits in 10 bytes, found a longer one"
    ),
    // The tenth byte has bits beyond the 64th.
    ([UInt8](repeating: 0xFF, count: 9) + [2], "byte 0: expected a varint of at most 64 bits"),
    ([0x1A, 5, 0x0A], "byte 0: expected 5 bytes in field 3 of a tile, found 1"),
    (
      [0x1A] + [UInt8](repeating: 0xFF, count: 9) + [1],
      "byte 0: expected 18446744073709551615 bytes in field 3 of a tile, found 0"
    ),
    ([0x49, 1, 2], "byte 0: expected 8 bytes in field 9 of a tile, found 2"),
    ([0x4D, 1, 2], "byte 0: expected 4 bytes in field 9 of a tile, found 2"),
    ([0x02, 0], "byte 0: expected a field number from 1 to 536870911, found 0"),
    ([0x80, 0x80, 0x80, 0x80, 0x10], "a field number from 1 to 536870911, found 536870912"),
    ([0x4B, 0x4C], "byte 0: expected wire type 0, 1, 2 or 5, found 3"),
    ([0x1F, 1], "byte 0: expected wire type 0, 1, 2 or 5, found 7"),
    (
      [0x18, 1],
      "byte 0: expected wire type 2 in field 3 of a tile, found wire type 0"
    ),
    (
      Message.field(3, [0x08, 1]),
      "byte 2: expected wire type 2 in field 1 of a layer"
    ),
    (
      Message.tile([0x2D, 0, 0, 0, 1]),
      "expected wire type 0 in field 5 of a layer, found wire type 5"
    ),
    (
      Message.tile(Message.point([0x09, 0, 0, 0, 0, 0, 0, 0, 1])),
      "expected wire type 0 in field 1 of a feature, found wire type 1"
    ),
    // Tags that are not packed.
    (Message.tile(Message.point([0x10, 0])), "wire type 2 in field 2 of a feature"),
    (
      Message.tile(Message.field(4, [0x2D, 0, 0, 0, 1])),
      "expected wire type 0 in field 5 of a value, found wire type 5"
    ),
    (
      Message.field(3, Message.field(1, [0x61, 0xFF])),
      "byte 4: expected text in UTF-8 in field 1 of a layer, found other bytes"
    ),
    // As many bytes as the character that replaces them has.
    (Message.tile(Message.field(3, [0xF0, 0x9F, 0x98])), "text in UTF-8 in field 3 of a layer"),
    (
      Message.tile(Message.field(4, Message.field(1, [0xED, 0xA0, 0x80]))),
      "text in UTF-8 in field 1 of a value"
    ),
  ]

  private static let layers: [Mistake] = [
    (Message.field(3, [0x78, 2]), "byte 2: expected a layer with a name, found none"),
    (
      Message.tile() + Message.tile(),
      "byte 7: expected layers with distinct names, found 'x' again"
    ),
    (Message.tile([0x28, 0]), "byte 7: expected an extent from 1 to 4294967295, found 0"),
    (
      Message.tile([0x28, 0x80, 0x80, 0x80, 0x80, 0x10]),
      "byte 7: expected an extent from 1 to 4294967295, found 4294967296"
    ),
    (
      Message.tile(Message.field(4, [])), "byte 9: expected a value of one known type, found none"
    ),
    // A point feature without the field of its geometry (4.2).
    (
      Message.tile(Message.field(2, [0x18, 1])),
      "byte 9: expected a point feature with a geometry, found none"
    ),
  ]

  /// Mistakes in the tags of a feature (4.4).
  private static let tags: [Mistake] = [
    ([0], "byte 19: expected a varint, found the end of its message"),
    ([0, 0, 1], "byte 21: expected a varint, found the end of its message"),
    ([2, 0], "byte 18: expected the index of one of 2 keys, found 2"),
    ([0, 1], "byte 19: expected the index of one of 1 values, found 1"),
    (
      [UInt8](repeating: 0xFF, count: 9) + [1, 0],
      "byte 18: expected the index of one of 2 keys, found 18446744073709551615"
    ),
    ([0x80], "byte 18: expected a varint, found the end of its message"),
  ]

  /// Mistakes in the geometry of a feature (4.3).
  private static let geometries: [Mistake] = [
    ([], "byte 13: expected a varint, found the end of its message"),
    ([10, 50, 34], "byte 13: expected the command MoveTo (1) with points, found command 2 with"),
    ([1], "byte 13: expected the command MoveTo (1) with points, found command 1 with count 0"),
    ([17, 50, 34], "byte 16: expected a varint, found the end of its message"),
    (
      [UInt8](repeating: 0xF9, count: 9) + [1, 50, 34],
      "byte 25: expected a varint, found the end of its message"
    ),
    ([9, 50, 0x80], "byte 15: expected a varint, found the end of its message"),
    ([9, 50, 34, 15], "byte 16: expected the end of the geometry, found 1 more bytes"),
    (
      [9, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0],
      "byte 14: expected a step of less than 2^31 to a coordinate of 32 bits"
    ),
    ([9, 0, 0x80, 0x80, 0x80, 0x80, 0x10], "byte 15: expected a step of less than 2^31"),
    (
      [17, 0xFE, 0xFF, 0xFF, 0xFF, 0x0F, 0, 2, 0],
      "byte 20: expected a step of less than 2^31 to a coordinate of 32 bits"
    ),
    (
      [17, 0xFD, 0xFF, 0xFF, 0xFF, 0x0F, 0, 3, 0],
      "byte 20: expected a step of less than 2^31 to a coordinate of 32 bits"
    ),
  ]

  private static let mistakes: [Mistake] = {
    let inTags = tags.map { tags, message -> Mistake in
      let keys = Message.field(3, [0x61]) + Message.field(3, [0x62])
      let point = Message.point(Message.field(2, tags))
      return (Message.tile(point, keys, Message.field(4, [0x38, 1])), message)
    }
    let inGeometries = geometries.map { geometry, message -> Mistake in
      (Message.tile(Message.geometry(geometry)), message)
    }
    return protocolBuffers + layers + inTags + inGeometries
  }()

  @Test("A mistake is named with its byte", arguments: mistakes)
  func aMistakeIsNamed(bytes: [UInt8], message: String) {
    let error = #expect(throws: VectorTileError.self) { try VectorTile(decoding: bytes) }
    #expect(
      error?.description.contains(message) == true, "\(error?.description ?? "none")")
  }
}

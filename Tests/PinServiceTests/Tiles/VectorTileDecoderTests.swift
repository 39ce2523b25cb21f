import PinService
import TestSupport
import Testing

@Suite("The decoder of vector tiles")
struct VectorTileDecoderTests {
  @Test("Bytes are decoded from any collection, and offsets count from its first byte")
  func collections() throws {
    let bytes = VectorTile.small.encoded()
    #expect(try VectorTile(decoding: []).layers.isEmpty)
    #expect(try VectorTile(decoding: ([0xFF, 0xFF] + bytes).dropFirst(2)) == VectorTile.small)
    #expect(try VectorTile(decoding: bytes.lazy.map { $0 }) == VectorTile.small)
    let slice = [0xFF, 0x1A, 5, 0x0A].dropFirst() as ArraySlice<UInt8>
    let error = #expect(throws: VectorTileError.self) { try VectorTile(decoding: slice) }
    #expect(error?.description.contains("byte 0: expected 5 bytes in field 3") == true)
  }

  @Test("Lines, polygons and features of unknown types are left out (4.3.4)", arguments: 0...5)
  func geometryTypes(type: UInt8) throws {
    // The geometry of a line, which is only read as points if the type is not.
    let line = Message.field(2, [0x18, type] + Message.field(4, [9, 2, 2, 10, 0, 2]))
    let bytes = Message.tile(line, Message.point())
    if type == 1 {
      #expect(throws: VectorTileError.self) { try VectorTile(decoding: bytes) }
    } else {
      let point = VectorTile(points: [.init(x: 25, y: 17)])
      #expect(try VectorTile(decoding: bytes) == point)
    }
  }

  @Test("A layer without points stays, without features")
  func layerOfLines() throws {
    let line = Message.field(2, [0x18, 2] + Message.field(4, [9, 2, 2, 10, 0, 2]))
    let tile = try VectorTile(decoding: Message.tile(line))
    #expect(tile == VectorTile(features: []))
  }

  @Test("Fields that the schema does not have are skipped, whatever their wire type is (2)")
  func unknownFields() throws {
    let unknown: [UInt8] =
      // Fields 9, 10, 11, 12 and 16.
      [0x48, 0x80, 1] + [0x51, 1, 2, 3, 4, 5, 6, 7, 8] + [0x5A, 2, 1, 2] + [0x65, 1, 2, 3, 4]
      + [0x82, 1, 0]
    let value = Message.field(4, unknown + [0x38, 1])
    let bytes =
      unknown
      + Message.tile(
        unknown, Message.point(Message.field(2, [0, 0]), unknown), Message.field(3, [0x61]), value)
    let feature = VectorTile.Feature(points: [.init(x: 25, y: 17)], [("a", .boolean(true))])
    #expect(try VectorTile(decoding: bytes).layers.first?.features == [feature])
  }

  @Test("Fields may come in any order, and keys and values before the features")
  func fieldOrder() throws {
    let bytes = Message.field(
      2, Message.field(4, [9, 50, 34]) + Message.field(2, [0, 0]) + [0x18, 1, 0x08, 5])
    let fields =
      [0x28, 0x80, 2] + Message.field(4, [0x28, 3]) + Message.field(3, [0x61]) + bytes
      + Message.field(1, [0x78]) + [0x78, 1]
    let feature = VectorTile.Feature(
      id: 5, points: [.init(x: 25, y: 17)], [("a", .unsigned(3))])
    let tile = try VectorTile(decoding: Message.field(3, fields))
    #expect(tile == VectorTile(extent: 256, features: [feature]))
  }

  @Test("Of a field that the schema does not repeat the last one counts")
  func repeatedFields() throws {
    let bytes = Message.tile([0x28, 1], [0x28, 0x80, 2], Message.point([0x08, 4], [0x08, 5]))
    let feature = VectorTile.Feature(id: 5, points: [.init(x: 25, y: 17)])
    #expect(
      try VectorTile(decoding: bytes) == VectorTile(extent: 256, features: [feature]))
  }

  @Test("A layer has version 1 and extent 4096 if it does not say others (4.1)")
  func defaults() throws {
    let tile = try VectorTile(decoding: Message.field(3, Message.field(1, [0x78])))
    #expect(tile == VectorTile(extent: 4_096, features: []))
  }

  @Test("Names of layers that are equal in Swift, but not in their bytes, are distinct (4.1)")
  func namesInNormalForms() throws {
    let layer = VectorTile.small.layers[0]
    var (composed, decomposed) = (layer, layer)
    composed.name = "\u{E4}"
    decomposed.name = "a\u{308}"
    let tile = VectorTile(layers: [composed, decomposed])
    #expect(try VectorTile(decoding: tile.encoded()) == tile)
  }

  @Test("Each beginning of a tile is refused, except the empty one")
  func truncatedTiles() {
    let bytes = VectorTile.small.encoded()
    for count in 1..<bytes.count {
      #expect(throws: VectorTileError.self) { try VectorTile(decoding: bytes[..<count]) }
    }
  }

  @Test("A tile with one other byte is decoded or refused, and what is decoded can be encoded")
  func mutatedTiles() throws {
    let bytes = VectorTile.small.encoded()
    for position in bytes.indices {
      for byte in UInt8.min...UInt8.max where byte != bytes[position] {
        var mutated = bytes
        mutated[position] = byte
        try Self.checkDecoding(mutated)
      }
    }
  }

  @Test("Random bytes, and tiles with several other bytes, are decoded or refused")
  func randomBytes() throws {
    var random = SeededGenerator(seed: 11)
    let bytes = VectorTile.small.encoded()
    for _ in 0..<20_000 {
      var mutated = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let position = Int.random(in: mutated.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: mutated[position] = .random(in: .min ... .max, using: &random)
        case 1: mutated.remove(at: position)
        default: mutated.insert(.random(in: .min ... .max, using: &random), at: position)
        }
      }
      try Self.checkDecoding(mutated)
      try Self.checkDecoding(
        (0..<Int.random(in: 0..<40, using: &random)).map { _ in
          .random(in: .min ... .max, using: &random)
        })
    }
  }

  /// Decodes bytes from anywhere; a tile that comes of it can be encoded and decoded again.
  private static func checkDecoding(_ bytes: [UInt8]) throws {
    guard let tile = try? VectorTile(decoding: bytes) else { return }
    let encoded = tile.encoded()
    let again = try VectorTile(decoding: encoded)
    // Not the tiles, because layers without features are left out.
    #expect(again.encoded() == encoded)
    #expect(again.layers.map(\.name) == tile.layers.filter { !$0.features.isEmpty }.map(\.name))
  }
}

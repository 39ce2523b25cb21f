import PinService
import Testing

@Suite("The encoder of vector tiles")
struct VectorTileEncoderTests {
  @Test("A point at 25, 17 has the bytes of the specification's example (4.3.5.1)")
  func point() {
    #expect(
      VectorTile(points: [.init(x: 25, y: 17)]).encoded() == [
        0x1A, 17, 0x78, 2, 0x0A, 1, 0x78, 0x12, 7, 0x18, 1, 0x22, 3, 9, 50, 34, 0x28, 0x80, 0x20,
      ])
  }

  @Test("Two points are one command with steps from point to point (4.3.5.2)")
  func severalPoints() {
    let bytes = VectorTile(points: [.init(x: 5, y: 7), .init(x: 3, y: 2)]).encoded()
    #expect(bytes.contains([0x22, 5, 17, 10, 14, 3, 9]))
  }

  @Test("Keys and values are stored once, in the order of first use (4.5)")
  func sharedKeysAndValues() {
    let point = VectorTile.Point(x: 1_205, y: 1_540)
    let tile = VectorTile(
      "points",
      features: [
        .init(
          id: 1, points: [point],
          [("hello", .text("world")), ("h", .text("world")), ("count", .unsigned(1))]),
        .init(id: 2, points: [point], [("hello", .text("again")), ("count", .unsigned(2))]),
      ])
    var expected: [UInt8] = [0x78, 2, 0x0A, 6] + Array("points".utf8)
    // The parameters 2410 and 3080 have two bytes each.
    let end: [UInt8] = [0x18, 1, 0x22, 5, 9, 0xEA, 0x12, 0x88, 0x18]
    expected += Message.field(2, [0x08, 1, 0x12, 6, 0, 0, 1, 0, 2, 1] + end)
    expected += Message.field(2, [0x08, 2, 0x12, 4, 0, 2, 2, 3] + end)
    for key in ["hello", "h", "count"] { expected += Message.field(3, Array(key.utf8)) }
    expected += Message.field(4, Message.field(1, Array("world".utf8)))
    expected += Message.field(4, [0x28, 1])
    expected += Message.field(4, Message.field(1, Array("again".utf8)))
    expected += Message.field(4, [0x28, 2])
    expected += [0x28, 0x80, 0x20]
    #expect(tile.encoded() == Message.field(3, expected))
  }

  @Test("Values of other bytes or types stay apart, and the same ones are stored once (4.1)")
  func valuesByTheirBytes() {
    // The first two are equal in Swift.
    let values: [VectorTile.Value] = [
      .text("\u{E4}"), .text("a\u{308}"), .unsigned(1), .boolean(true), .text("1"),
    ]
    let once = VectorTile(values: values).encoded()
    let twice = VectorTile(values: values + values).encoded()
    #expect(Self.valueCount(once) == values.count)
    #expect(Self.valueCount(twice) == values.count)
  }

  @Test("What the specification does not allow is left out")
  func leftOut() throws {
    #expect(VectorTile(layers: []).encoded().isEmpty)
    #expect(VectorTile(features: []).encoded().isEmpty)
    #expect(VectorTile(points: []).encoded().isEmpty)

    func feature(
      _ attributes: [(name: String, value: VectorTile.Value)]
    ) -> VectorTile.Feature { .init(points: [.init(x: 1, y: 2)], attributes) }
    let tile = VectorTile(features: [
      .init(points: [], [("unused", .boolean(true))]),
      feature([("a", .unsigned(1)), ("b", .unsigned(2)), ("a", .unsigned(3))]),
    ])
    let kept = VectorTile(features: [feature([("a", .unsigned(1)), ("b", .unsigned(2))])])
    #expect(try VectorTile(decoding: tile.encoded()) == kept)
    #expect(!tile.encoded().contains(Array("unused".utf8)))
  }

  @Test("Layers of one name are a mistake of the program (4.1)")
  func duplicateNames() async {
    await #expect(processExitsWith: .failure) {
      let layer = VectorTile.small.layers[0]
      _ = VectorTile(layers: [layer, layer]).encoded()
    }
  }

  @Test("Points too far from each other are a mistake of the program (4.3.2)")
  func farPoints() async {
    await #expect(processExitsWith: .failure) {
      _ = VectorTile(points: [.init(x: -1, y: 0), .init(x: .max, y: 0)]).encoded()
    }
    await #expect(processExitsWith: .failure) {
      _ = VectorTile(points: [.init(x: .min, y: 0)]).encoded()
    }
  }

  /// The number of values of the only layer.
  private static func valueCount(_ tile: [UInt8]) -> Int {
    var rest = tile[...]
    func varint() -> Int {
      var number = 0
      var shift = 0
      while let byte = rest.popFirst() {
        number |= Int(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return number
    }
    // Of the layer there is only the tag and the length around its fields.
    _ = (varint(), varint())
    var count = 0
    while !rest.isEmpty {
      let tag = varint()
      let content = varint()
      if tag == 4 << 3 | 2 { count += 1 }
      if tag & 7 == 2 { rest = rest.dropFirst(content) }
    }
    return count
  }
}

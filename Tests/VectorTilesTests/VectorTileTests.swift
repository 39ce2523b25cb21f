import TestSupport
import Testing
import VectorTiles

@Suite("Vector tiles")
struct VectorTileTests {
  private static let small = VectorTile(layers: [
    VectorTile.Layer(
      name: "clusters",
      features: [
        VectorTile.Feature(
          id: 7, points: [VectorTile.Point(x: 25, y: 17)],
          attributes: [
            VectorTile.Attribute(name: "cluster", value: .boolean(true)),
            VectorTile.Attribute(name: "point_count", value: .unsigned(300)),
            VectorTile.Attribute(name: "name", value: .text("Zürich")),
          ]),
        VectorTile.Feature(
          points: [VectorTile.Point(x: 5, y: 7), VectorTile.Point(x: 3, y: -2)],
          attributes: [
            VectorTile.Attribute(name: "cluster", value: .boolean(true)),
            VectorTile.Attribute(name: "depth", value: .double(-1.5)),
            VectorTile.Attribute(name: "height", value: .float(2.25)),
            VectorTile.Attribute(name: "level", value: .integer(-3)),
          ]),
      ])
  ])

  @Test("A point at 25, 17 has the bytes of the specification's example (4.3.5.1)")
  func specification() {
    let tile = VectorTile(layers: [
      VectorTile.Layer(name: "x", features: [.init(points: [VectorTile.Point(x: 25, y: 17)])])
    ])
    #expect(
      tile.encoded() == [
        0x1A, 17, 0x78, 2, 0x0A, 1, 0x78, 0x12, 7, 0x18, 1, 0x22, 3, 9, 50, 34, 0x28, 0x80, 0x20,
      ])
  }

  @Test("Two points are one command with steps from point to point (4.3.5.2)")
  func severalPoints() {
    let tile = VectorTile(layers: [
      VectorTile.Layer(
        name: "x",
        features: [.init(points: [VectorTile.Point(x: 5, y: 7), VectorTile.Point(x: 3, y: 2)])])
    ])
    #expect(tile.encoded().contains([17, 10, 14, 3, 9]))
  }

  @Test("A tile that is written and read is the same, whatever is in it")
  func roundTrip() throws {
    #expect(try VectorTile(decoding: Self.small.encoded()) == Self.small)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let features = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        VectorTile.Feature(
          id: Bool.random(using: &random) ? random.next() : nil,
          points: (0..<Int.random(in: 1...3, using: &random)).map { _ in
            VectorTile.Point(
              x: .random(in: -5_000...5_000, using: &random),
              y: .random(in: -5_000...5_000, using: &random))
          },
          attributes: [
            .init(name: "a", value: .unsigned(random.next())),
            .init(name: "b", value: .integer(Int64(bitPattern: random.next()))),
            .init(name: "c", value: .text(String(random.next() % 5))),
          ])
      }
      let tile = VectorTile(layers: [.init(name: "l", extent: 512, features: features)])
      #expect(try VectorTile(decoding: tile.encoded()) == tile)
    }
  }

  @Test("A layer without features is left out, and no bytes are a tile without layers")
  func emptyTiles() throws {
    let tile = VectorTile(layers: [.init(name: "empty", features: [])])
    #expect(tile.encoded().isEmpty)
    #expect(try VectorTile(decoding: []).layers.isEmpty)
  }

  @Test("Each beginning of a tile, and each tile with one other byte, is read or refused")
  func damagedTiles() {
    let bytes = Self.small.encoded()
    var refused = 0
    for count in bytes.indices where (try? VectorTile(decoding: Array(bytes[..<count]))) == nil {
      refused += 1
    }
    // One layer: only the empty beginning is a tile.
    #expect(refused == bytes.count - 1)
    for position in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[position] ^= 1 << UInt8(bit)
        _ = try? VectorTile(decoding: damaged)
      }
    }
  }

  @Test(
    "What is not as expected is named with its byte",
    arguments: [
      // A layer that is longer than the tile.
      ([0x1A, 5, 0x0A], "byte 0: expected 5 bytes in field 3, found 1"),
      // A layer without a name.
      ([0x1A, 2, 0x78, 2], "byte 2: expected a layer with a name, found none"),
      // Version 3.
      ([0x1A, 5, 0x0A, 1, 0x78, 0x78, 3], "byte 2: expected version 1 or 2, found 3"),
      // A name that is a number.
      ([0x1A, 2, 0x08, 1], "byte 2: expected a length and bytes in field 1, found another type"),
      // A name that is no UTF-8.
      ([0x1A, 3, 0x0A, 1, 0xFF], "byte 2: expected a text in UTF-8, found other bytes"),
      // Two layers of one name.
      (
        [0x1A, 3, 0x0A, 1, 0x78, 0x1A, 3, 0x0A, 1, 0x78],
        "byte 5: expected layers of different names, found \"x\" twice"
      ),
      // A tag without a value, one of a name that is not there, and too many points.
      (
        [0x1A, 12, 0x0A, 1, 0x78, 0x12, 7, 0x18, 1, 0x12, 1, 0, 0x22, 3, 9, 50, 34],
        "expected"
      ),
      (
        [0x1A, 14, 0x0A, 1, 0x78, 0x12, 9, 0x18, 1, 0x12, 2, 0, 0, 0x22, 1, 9],
        "expected the command 'move to'"
      ),
      // Eleven bytes of a number, and a type that is not known.
      (
        [UInt8](repeating: 0x80, count: 11), "byte 0: expected a whole number of 64 bits"
      ),
      ([0x1F, 1], "byte 0: expected a field of a known type, found type 7"),
    ])
  func errors(bytes: [UInt8], message: String) {
    let error = #expect(throws: VectorTileError.self) { try VectorTile(decoding: bytes) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "none")")
  }

  @Test("A feature that is no point, and a field that is not known, are left out")
  func unknownParts() throws {
    // A line, then a point with an unknown field 9.
    let bytes: [UInt8] = [
      0x1A, 27, 0x78, 2, 0x0A, 1, 0x78, 0x12, 9, 0x18, 2, 0x22, 5, 9, 2, 2, 10, 0, 0x12, 9, 0x18, 1,
      0x22, 3, 9, 50, 34, 0x48, 1,
    ]
    let tile = try VectorTile(decoding: bytes)
    #expect(tile.layers.map(\.features) == [[.init(points: [.init(x: 25, y: 17)])]])
  }
}

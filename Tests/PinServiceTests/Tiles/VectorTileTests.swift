import PinService
import TestSupport
import Testing

@Suite("Vector tiles")
struct VectorTileTests {
  @Test("A tile that is encoded and decoded is the same, whatever is in it")
  func roundTrip() throws {
    #expect(try VectorTile(decoding: VectorTile.small.encoded()) == VectorTile.small)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      let tile = VectorTile.random(&random)
      let bytes = tile.encoded()
      let decoded = try VectorTile(decoding: bytes)
      #expect(decoded == tile)
      // Bytes that == does not compare, as those of normal forms.
      #expect(decoded.encoded() == bytes)
    }
  }

  @Test("A layer with thousands of features, keys and values is encoded and decoded")
  func largeLayer() throws {
    var features = (0..<3_000).map { index in
      VectorTile.Feature(
        id: UInt64(index), points: [.init(x: Int32(index), y: Int32(-index))],
        [
          ("key \(index % 700)", .text("the value with the number \(index)")),
          ("count", .unsigned(UInt64(index))),
        ])
    }
    // Lengths of two and of three bytes.
    for count in [100, 20_000] {
      features.append(.init(points: (0..<Int32(count)).map { .init(x: $0, y: 7 &* $0) }))
    }
    let tile = VectorTile(features: features)
    #expect(try VectorTile(decoding: tile.encoded()) == tile)
  }

  @Test("The largest and smallest values of each type are the same after encoding and decoding")
  func extremes() throws {
    let values: [VectorTile.Value] = [
      .unsigned(0), .unsigned(.max), .text(""), .text("\u{0}"), .text("\u{FEFF}"), .text("👩‍👩‍👧‍👦"),
      .text(String(repeating: "ä", count: 10_000)), .boolean(false), .boolean(true),
    ]
    let tile = VectorTile(values: values)
    #expect(try VectorTile(decoding: tile.encoded()) == tile)

    let (low, high) = (-Int32.max, Int32.max)
    let corners = VectorTile(points: [
      .init(x: low, y: low), .init(x: 0, y: -1), .init(x: high, y: high - 1), .init(x: 1, y: 0),
    ])
    #expect(try VectorTile(decoding: corners.encoded()) == corners)
    let wide = VectorTile(extent: .max, features: VectorTile.small.layers[0].features)
    #expect(try VectorTile(decoding: wide.encoded()) == wide)
  }
}

extension VectorTile {
  fileprivate static func random(_ random: inout SeededGenerator) -> VectorTile {
    VectorTile(
      layers: (0..<Int.random(in: 1...3, using: &random)).map { number in
        Layer(
          name: "layer \(number)", extent: [256, 512, 4_096].randomElement(using: &random) ?? 1,
          features: (0..<Int.random(in: 1...40, using: &random)).map { _ in
            Feature(
              id: Bool.random(using: &random) ? random.next() : nil,
              points: (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Point(
                  x: .random(in: -5_000...5_000, using: &random),
                  y: .random(in: -5_000...5_000, using: &random))
              },
              attributes: ["a", "b", "point_count", "the key with the longest name"]
                .shuffled(using: &random).prefix(.random(in: 0...4, using: &random))
                .map { Attribute(name: $0, value: .random(&random)) })
          })
      })
  }
}

extension VectorTile.Value {
  fileprivate static func random(_ random: inout SeededGenerator) -> VectorTile.Value {
    // Few different values, so that features share them, or values of all sizes.
    let isSmall = Bool.random(using: &random)
    let bits = isSmall ? random.next() % 4 : random.next() >> (random.next() % 64)
    return switch random.next() % 4 {
    case 0: .text(String(repeating: "è", count: Int(bits % 30)))
    case 1: .text(String(repeating: "e\u{300}", count: Int(bits % 30)))
    case 2: .unsigned(bits)
    default: .boolean(bits % 2 == 0)
    }
  }
}

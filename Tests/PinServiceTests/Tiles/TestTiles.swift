import PinService

extension VectorTile {
  /// Two features with a value of each type.
  static let small = VectorTile(
    "clusters",
    features: [
      Feature(
        id: 7, points: [Point(x: 25, y: 17)],
        [("cluster", .boolean(true)), ("point_count", .unsigned(300)), ("name", .text("Zürich"))]),
      Feature(
        points: [Point(x: 5, y: 7), Point(x: 3, y: -2)],
        [
          ("cluster", .boolean(true)), ("depth", .unsigned(1)), ("name", .text("Genf")),
        ]),
    ])

  /// A tile of one layer.
  init(_ name: String = "x", extent: UInt32 = 4_096, features: [Feature]) {
    self.init(layers: [Layer(name: name, extent: extent, features: features)])
  }

  /// A layer "x" of one feature without attributes.
  init(points: [Point]) {
    self.init(features: [Feature(points: points)])
  }

  /// A layer "x" of a feature for each value.
  init(values: [Value]) {
    self.init(features: values.map { Feature(points: [Point(x: 0, y: 0)], [("a", $0)]) })
  }
}

extension VectorTile.Feature {
  init(
    id: UInt64? = nil, points: [VectorTile.Point],
    _ attributes: [(name: String, value: VectorTile.Value)]
  ) {
    self.init(
      id: id, points: points,
      attributes: attributes.map { VectorTile.Attribute(name: $0.name, value: $0.value) })
  }
}

/// The bytes of messages, for tiles that the encoder does not make.
enum Message {
  /// A length-delimited field of less than 128 bytes.
  static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    precondition(content.count < 128)
    return [number << 3 | 2, UInt8(content.count)] + content
  }

  /// A tile with one layer "x" of version 2, with more fields.
  static func tile(_ fields: [UInt8]...) -> [UInt8] {
    field(3, [0x78, 2] + field(1, Array("x".utf8)) + fields.joined())
  }

  /// The field of a point feature at 25, 17, with more fields.
  static func point(_ fields: [UInt8]...) -> [UInt8] {
    field(2, [0x18, 1] + field(4, [9, 50, 34]) + fields.joined())
  }

  /// The field of a point feature with the geometry.
  static func geometry(_ geometry: [UInt8]) -> [UInt8] {
    field(2, [0x18, 1] + field(4, geometry))
  }
}

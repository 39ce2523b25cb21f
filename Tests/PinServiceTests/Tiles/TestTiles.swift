import PinService

extension VectorTile {
  /// Two features with a value of each type.
  static let small = VectorTile(layers: [
    Layer(
      name: "clusters",
      features: [
        Feature(
          id: 7, points: [Point(x: 25, y: 17)],
          attributes: [
            Attribute(name: "cluster", value: .boolean(true)),
            Attribute(name: "point_count", value: .unsigned(300)),
            Attribute(name: "name", value: .text("Zürich")),
          ]),
        Feature(
          points: [Point(x: 5, y: 7), Point(x: 3, y: -2)],
          attributes: [
            Attribute(name: "cluster", value: .boolean(true)),
            Attribute(name: "depth", value: .double(-1.5)),
            Attribute(name: "height", value: .float(2.25)),
            Attribute(name: "level", value: .integer(-3)),
          ]),
      ])
  ])

  /// A layer "x" of one feature without attributes.
  init(points: [Point]) {
    self.init(layers: [Layer(name: "x", features: [Feature(points: points)])])
  }

  /// A layer "x" of a feature for each value.
  init(values: [Value]) {
    self.init(layers: [
      Layer(
        name: "x",
        features: values.map { value in
          Feature(
            points: [Point(x: 0, y: 0)], attributes: [Attribute(name: "a", value: value)])
        })
    ])
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

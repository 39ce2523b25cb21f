extension VectorTile {
  /// Returns the tile as the bytes of a protocol buffer; the same tile gives the same bytes.
  ///
  /// Names and values of attributes are stored once for a layer, in the order of their first use. A
  /// layer without features is left out, as the specification asks (4.1).
  public func encoded() -> [UInt8] {
    var output = ProtobufWriter()
    for layer in layers where !layer.features.isEmpty {
      let encoded = layer.encoded()
      output.bytes.reserveCapacity(encoded.count + 8)
      output.field(3, encoded)
    }
    return output.bytes
  }
}

extension VectorTile.Layer {
  fileprivate func encoded() -> [UInt8] {
    var names: [String: UInt64] = [:]
    var values: [VectorTile.Value: UInt64] = [:]
    var orderedNames: [String] = []
    var orderedValues: [VectorTile.Value] = []
    var output = ProtobufWriter()
    output.bytes.reserveCapacity(64 + 40 * features.count)
    output.field(15, 2)
    output.field(1, name)
    var feature = ProtobufWriter()
    var packed = ProtobufWriter()
    for source in features {
      feature.bytes.removeAll(keepingCapacity: true)
      if let id = source.id { feature.field(1, id) }
      packed.bytes.removeAll(keepingCapacity: true)
      for attribute in source.attributes {
        packed.varint(Self.number(of: attribute.name, in: &names, &orderedNames))
        packed.varint(Self.number(of: attribute.value, in: &values, &orderedValues))
      }
      if !packed.bytes.isEmpty { feature.field(2, packed.bytes) }
      // The type of the geometry is "point".
      feature.field(3, 1)
      packed.bytes.removeAll(keepingCapacity: true)
      packed.geometry(source.points)
      feature.field(4, packed.bytes)
      output.field(2, feature.bytes)
    }
    for name in orderedNames { output.field(3, name) }
    for value in orderedValues { output.field(4, value.encoded) }
    output.field(5, UInt64(extent))
    return output.bytes
  }

  private static func number<Key: Hashable>(
    of key: Key, in numbers: inout [Key: UInt64], _ ordered: inout [Key]
  ) -> UInt64 {
    if let number = numbers[key] { return number }
    let number = UInt64(ordered.count)
    numbers[key] = number
    ordered.append(key)
    return number
  }
}

extension VectorTile.Value {
  fileprivate var encoded: [UInt8] {
    var output = ProtobufWriter()
    switch self {
    case .text(let text): output.field(1, text)
    case .float(let number):
      output.tag(2, .fixed32)
      output.fixed(number.bitPattern)
    case .double(let number):
      output.tag(3, .fixed64)
      output.fixed(number.bitPattern)
    case .integer(let number): output.field(4, UInt64(bitPattern: number))
    case .unsigned(let number): output.field(5, number)
    case .boolean(let flag): output.field(7, flag ? 1 : 0)
    }
    return output.bytes
  }
}

/// How a field's value is stored in a protocol buffer.
enum WireType: UInt64 {
  case varint = 0
  case fixed64 = 1
  case bytes = 2
  case fixed32 = 5
}

/// Writes the fields of a protocol buffer.
private struct ProtobufWriter {
  var bytes: [UInt8] = []

  mutating func varint(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func tag(_ field: UInt64, _ type: WireType) {
    varint(field << 3 | type.rawValue)
  }

  mutating func field(_ field: UInt64, _ number: UInt64) {
    tag(field, .varint)
    varint(number)
  }

  mutating func field(_ field: UInt64, _ content: [UInt8]) {
    tag(field, .bytes)
    varint(UInt64(content.count))
    bytes += content
  }

  mutating func field(_ field: UInt64, _ text: String) {
    tag(field, .bytes)
    varint(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  mutating func fixed(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  /// The command "move to" with the steps from point to point (specification, 4.3).
  mutating func geometry(_ points: [VectorTile.Point]) {
    varint(UInt64(points.count) << 3 | 1)
    var last = VectorTile.Point(x: 0, y: 0)
    for point in points {
      varint(Self.zigzag(point.x &- last.x))
      varint(Self.zigzag(point.y &- last.y))
      last = point
    }
  }

  private static func zigzag(_ number: Int32) -> UInt64 {
    UInt64(UInt32(bitPattern: number << 1 ^ number >> 31))
  }
}

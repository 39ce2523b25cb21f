extension VectorTile {
  /// Reads a tile from the bytes of a protocol buffer.
  ///
  /// Fields that are not known are skipped, and so are features that are no points. Memory and time
  /// are in proportion to the bytes.
  ///
  /// - Throws: a ``VectorTileError`` with the place of the first byte that is not as expected.
  public init(decoding bytes: [UInt8]) throws(VectorTileError) {
    layers = []
    var reader = ProtobufReader(bytes[...])
    while let field = try reader.next() {
      guard field.number == 3 else { continue }
      let layer = try Layer(decoding: try field.content())
      guard !layers.contains(where: { $0.name == layer.name }) else {
        throw VectorTileError(
          offset: field.offset, expected: "layers of different names",
          found: "\"\(layer.name)\" twice")
      }
      layers.append(layer)
    }
  }
}

/// The bytes of a tile are not as the format wants them.
public struct VectorTileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position of the byte, from 0.
  public let offset: Int
  /// What belongs there.
  public let expected: String
  /// What is there.
  public let found: String

  public var description: String {
    "vector tile, byte \(offset): expected \(expected), found \(found)"
  }
}

extension VectorTile.Layer {
  fileprivate init(decoding bytes: ArraySlice<UInt8>) throws(VectorTileError) {
    var name: String?
    var version: UInt64 = 1
    var extent: UInt64 = 4_096
    var names: [String] = []
    var values: [VectorTile.Value] = []
    var encodedFeatures: [ArraySlice<UInt8>] = []
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch field.number {
      case 1: name = try field.text()
      case 2: encodedFeatures.append(try field.content())
      case 3: names.append(try field.text())
      case 4: values.append(try VectorTile.Value(decoding: try field.content()))
      case 5: extent = try field.integer()
      case 15: version = try field.integer()
      default: break
      }
    }
    func fault(_ expected: String, _ found: String) -> VectorTileError {
      VectorTileError(offset: bytes.startIndex, expected: expected, found: found)
    }
    guard let name else { throw fault("a layer with a name", "none") }
    guard (1...2).contains(version) else { throw fault("version 1 or 2", "\(version)") }
    guard let extent = UInt32(exactly: extent), extent > 0 else {
      throw fault("an extent of 32 bits above 0", "\(extent)")
    }
    self.init(name: name, extent: extent, features: [])
    // Names and values may come after the features that use them.
    for encoded in encodedFeatures {
      if let feature = try VectorTile.Feature(decoding: encoded, names: names, values: values) {
        features.append(feature)
      }
    }
  }
}

extension VectorTile.Feature {
  /// `nil` for a feature that is no points.
  fileprivate init?(
    decoding bytes: ArraySlice<UInt8>, names: [String], values: [VectorTile.Value]
  ) throws(VectorTileError) {
    var id: UInt64?
    var tags = bytes[bytes.startIndex..<bytes.startIndex]
    var geometry = tags
    var type: UInt64 = 0
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch field.number {
      case 1: id = try field.integer()
      case 2: tags = try field.content()
      case 3: type = try field.integer()
      case 4: geometry = try field.content()
      default: break
      }
    }
    guard type == 1 else { return nil }
    self.init(id: id, points: try Self.points(decoding: geometry))
    var numbers = ProtobufReader(tags)
    while !numbers.isAtEnd {
      let offset = numbers.offset
      let name = try numbers.varint()
      guard !numbers.isAtEnd else {
        throw VectorTileError(offset: offset, expected: "a value after each name", found: "the end")
      }
      let value = try numbers.varint()
      guard name < UInt64(names.count), value < UInt64(values.count) else {
        throw VectorTileError(
          offset: offset,
          expected: "one of \(names.count) names and one of \(values.count) values",
          found: "name \(name) and value \(value)")
      }
      attributes.append(
        VectorTile.Attribute(name: names[Int(name)], value: values[Int(value)]))
    }
  }

  private static func points(
    decoding bytes: ArraySlice<UInt8>
  ) throws(VectorTileError) -> [VectorTile.Point] {
    var reader = ProtobufReader(bytes)
    let command = try reader.varint()
    let count = command >> 3
    // A point has two bytes at least.
    guard command & 7 == 1, count > 0, count <= UInt64(bytes.count) / 2 else {
      throw VectorTileError(
        offset: bytes.startIndex, expected: "the command 'move to' with the points that follow it",
        found: "command \(command & 7) with \(count) points in \(bytes.count) bytes")
    }
    var points: [VectorTile.Point] = []
    points.reserveCapacity(Int(count))
    var last = VectorTile.Point(x: 0, y: 0)
    for _ in 0..<count {
      last.x = try sum(last.x, &reader)
      last.y = try sum(last.y, &reader)
      points.append(last)
    }
    guard reader.isAtEnd else {
      throw VectorTileError(
        offset: reader.offset, expected: "the end of the points", found: "further commands")
    }
    return points
  }

  private static func sum(
    _ start: Int32, _ reader: inout ProtobufReader
  ) throws(VectorTileError) -> Int32 {
    let offset = reader.offset
    let encoded = try reader.varint()
    guard let bits = UInt32(exactly: encoded) else {
      throw VectorTileError(offset: offset, expected: "a step of 32 bits", found: "\(encoded)")
    }
    let step = Int32(bitPattern: bits >> 1) ^ -Int32(bitPattern: bits & 1)
    let (sum, isTooLarge) = start.addingReportingOverflow(step)
    guard !isTooLarge else {
      throw VectorTileError(offset: offset, expected: "a place of 32 bits", found: "one beyond")
    }
    return sum
  }
}

extension VectorTile.Value {
  fileprivate init(decoding bytes: ArraySlice<UInt8>) throws(VectorTileError) {
    var value: VectorTile.Value?
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch field.number {
      case 1: value = .text(try field.text())
      case 2: value = .float(Float(bitPattern: UInt32(try field.fixed(.fixed32))))
      case 3: value = .double(Double(bitPattern: try field.fixed(.fixed64)))
      case 4: value = .integer(Int64(bitPattern: try field.integer()))
      case 5: value = .unsigned(try field.integer())
      case 6:
        let bits = try field.integer()
        value = .integer(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))
      case 7: value = .boolean(try field.integer() != 0)
      default: break
      }
    }
    guard let value else {
      throw VectorTileError(
        offset: bytes.startIndex, expected: "a value of a known type", found: "none")
    }
    self = value
  }
}

extension VectorTile {
  /// Creates the tile that is encoded as a protocol buffer of version 1 or 2 (sections 2 and 4).
  ///
  /// Fields that the schema does not have are skipped, and so are features that are not points: lines,
  /// polygons and unknown ones (4.3.4). A layer that has no points stays, without features. All else
  /// must be as the specification says. A field that the schema does not repeat may come once, and
  /// tags and geometries must be packed.
  ///
  /// The bytes may come from anywhere: decoding never traps, and its time and its memory are in
  /// proportion to their number.
  ///
  /// - Throws: A ``VectorTileError`` with the position of the first byte that it cannot accept.
  public init(decoding bytes: some Collection<UInt8>) throws(VectorTileError) {
    layers = []
    var names: Set<[UInt8]> = []
    var reader = ProtobufReader([UInt8](bytes))
    while let tag = try reader.nextTag() {
      guard tag.field == 3 else {
        try reader.skip(tag)
        continue
      }
      let layer = try Layer(try reader.nested(tag, .layer))
      // The specification compares bytes; two texts that are equal in Swift may differ in them.
      guard names.insert(Array(layer.name.utf8)).inserted else {
        throw .duplicateLayerName(layer.name, offset: tag.offset)
      }
      layers.append(layer)
    }
  }
}

extension VectorTile.Layer {
  fileprivate init(_ start: ProtobufReader) throws(VectorTileError) {
    var name: String?
    var extent: UInt64 = 4_096
    var attributes = AttributeLists()
    var reader = start
    while let tag = try reader.nextTag() {
      if [1, 5, 15].contains(tag.field) { try reader.expectOnce(tag) }
      switch tag.field {
      case 1: name = try reader.text(tag)
      case 3: attributes.keys.append(try reader.text(tag))
      case 4:
        attributes.values.append(try VectorTile.Value(try reader.nested(tag, .value)))
      case 5:
        extent = try reader.integer(tag)
        guard extent > 0, extent <= UInt32.max else {
          throw .invalidExtent(extent, offset: tag.offset)
        }
      case 15:
        let version = try reader.integer(tag)
        guard version == 1 || version == 2 else {
          throw .unsupportedVersion(version, offset: tag.offset)
        }
      default: try reader.skip(tag)
      }
    }
    guard let name else { throw .missingLayerName(offset: start.offset) }
    self.init(name: name, extent: UInt32(extent), features: [])

    // Again from the start, because keys and values usually come after the features with their
    // indices.
    attributes.lastFeatures = [Int](repeating: -1, count: attributes.keys.count)
    reader = start
    while let tag = try reader.nextTag() {
      guard tag.field == 2 else {
        try reader.skip(tag)
        continue
      }
      let message = try reader.nested(tag, .feature)
      if let feature = try VectorTile.Feature(message, &attributes, offset: tag.offset) {
        features.append(feature)
      }
    }
  }
}

/// The keys and values of a layer, of which features have the indices (4.4).
private struct AttributeLists {
  var keys: [String] = []
  var values: [VectorTile.Value] = []
  /// The last feature that has the key, for each key, by the offset of the feature.
  var lastFeatures: [Int] = []

  /// The attributes with the indices that a feature has.
  mutating func attributes(
    _ tags: ProtobufReader, ofFeature feature: Int
  ) throws(VectorTileError) -> [VectorTile.Attribute] {
    var tags = tags
    var attributes: [VectorTile.Attribute] = []
    // No more than the bytes can have, and no more than there are distinct keys.
    attributes.reserveCapacity(min(tags.remaining / 2, keys.count))
    while !tags.isAtEnd {
      let keyOffset = tags.offset
      let key = try tags.varint()
      guard key < UInt64(keys.count) else {
        throw .keyIndexOutOfRange(key, keyCount: keys.count, offset: keyOffset)
      }
      guard !tags.isAtEnd else {
        throw .oddTagCount(2 * attributes.count + 1, offset: keyOffset)
      }
      let valueOffset = tags.offset
      let value = try tags.varint()
      guard value < UInt64(values.count) else {
        throw .valueIndexOutOfRange(value, valueCount: values.count, offset: valueOffset)
      }
      guard lastFeatures[Int(key)] != feature else {
        throw .repeatedKey(keys[Int(key)], offset: keyOffset)
      }
      lastFeatures[Int(key)] = feature
      attributes.append(
        VectorTile.Attribute(name: keys[Int(key)], value: values[Int(value)]))
    }
    return attributes
  }
}

extension VectorTile.Feature {
  /// Creates a feature, or `nil` if its geometry is not points.
  fileprivate init?(
    _ start: ProtobufReader, _ lists: inout AttributeLists, offset: Int
  ) throws(VectorTileError) {
    var id: UInt64?
    var tags: ProtobufReader?
    var geometryType: UInt64 = 0
    var geometry: ProtobufReader?
    var reader = start
    while let tag = try reader.nextTag() {
      if (1...4).contains(tag.field) { try reader.expectOnce(tag) }
      switch tag.field {
      case 1: id = try reader.integer(tag)
      case 2: tags = try reader.nested(tag, .feature)
      case 3: geometryType = try reader.integer(tag)
      case 4: geometry = try reader.nested(tag, .feature)
      default: try reader.skip(tag)
      }
    }
    guard geometryType == 1 else { return nil }
    guard let geometry else { throw .missingGeometry(offset: start.offset) }
    self.init(id: id, points: try Self.points(geometry))
    if let tags { attributes = try lists.attributes(tags, ofFeature: offset) }
  }

  /// The points of the one command of a point geometry (4.3.3.1 and 4.3.4.2).
  private static func points(
    _ geometry: ProtobufReader
  ) throws(VectorTileError) -> [VectorTile.Point] {
    var geometry = geometry
    guard !geometry.isAtEnd else { throw .missingGeometry(offset: geometry.offset) }
    let commandOffset = geometry.offset
    let command = try geometry.varint()
    let (id, count) = (UInt8(command & 7), command >> 3)
    guard id == 1, count > 0 else {
      throw .unexpectedCommand(id: id, count: count, offset: commandOffset)
    }
    // A point has two bytes at least.
    guard count <= UInt64(geometry.remaining) / 2 else {
      throw .commandCountBeyondData(
        count: count, remaining: geometry.remaining, offset: commandOffset)
    }
    var points: [VectorTile.Point] = []
    points.reserveCapacity(Int(count))
    var cursor = VectorTile.Point(x: 0, y: 0)
    for _ in 0..<count {
      try geometry.step(&cursor.x)
      try geometry.step(&cursor.y)
      points.append(cursor)
    }
    guard geometry.isAtEnd else {
      throw .trailingGeometry(remaining: geometry.remaining, offset: geometry.offset)
    }
    return points
  }
}

extension ProtobufReader {
  /// Moves a coordinate by the next parameter (4.3.2).
  fileprivate mutating func step(_ coordinate: inout Int32) throws(VectorTileError) {
    let start = offset
    let parameter = try varint()
    // The greatest parameter of 32 bits is −2^31, which the specification does not support.
    guard parameter < UInt32.max else { throw .stepOutOfRange(parameter, offset: start) }
    let step = Int64(parameter >> 1) ^ -Int64(parameter & 1)
    let sum = Int64(coordinate) + step
    guard let moved = Int32(exactly: sum) else { throw .coordinateOverflow(sum, offset: start) }
    coordinate = moved
  }
}

extension VectorTile.Value {
  fileprivate init(_ start: ProtobufReader) throws(VectorTileError) {
    var value: VectorTile.Value?
    var typeCount = 0
    var reader = start
    while let tag = try reader.nextTag() {
      if (1...7).contains(tag.field) { typeCount += 1 }
      switch tag.field {
      case 1: value = .text(try reader.text(tag))
      case 2: value = .float(Float(bitPattern: try reader.fixed(.fixed32, tag)))
      case 3: value = .double(Double(bitPattern: try reader.fixed(.fixed64, tag)))
      case 4: value = .integer(Int64(bitPattern: try reader.integer(tag)))
      case 5: value = .unsigned(try reader.integer(tag))
      case 6:
        let bits = try reader.integer(tag)
        value = .integer(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))
      case 7: value = .boolean(try reader.integer(tag) != 0)
      default: try reader.skip(tag)
      }
    }
    guard let value, typeCount == 1 else {
      throw .invalidValue(typeCount: typeCount, offset: start.offset)
    }
    self = value
  }
}

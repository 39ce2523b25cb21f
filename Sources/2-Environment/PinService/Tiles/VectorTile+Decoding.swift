extension VectorTile {
  /// Creates the tile that is encoded as a protocol buffer (sections 2 and 4). The version of a layer
  /// is not looked at.
  ///
  /// Fields that the schema does not have are skipped, and so are features that are not points: lines,
  /// polygons and unknown ones (4.3.4). A layer that has no points stays, without features. Of a field
  /// that the schema does not repeat the last one counts. Tags and geometries must be packed. Values
  /// that are no text, no unsigned integer and no boolean are refused.
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
        throw .init(
          offset: tag.offset, expected: "layers with distinct names", found: "'\(layer.name)' again"
        )
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
      switch tag.field {
      case 1: name = try reader.text(tag)
      case 3: attributes.keys.append(try reader.text(tag))
      case 4:
        attributes.values.append(try VectorTile.Value(try reader.nested(tag, .value)))
      case 5:
        extent = try reader.integer(tag)
        guard extent > 0, extent <= UInt32.max else {
          throw .init(
            offset: tag.offset, expected: "an extent from 1 to \(UInt32.max)", found: "\(extent)")
        }
      default: try reader.skip(tag)
      }
    }
    guard let name else {
      throw .init(offset: start.offset, expected: "a layer with a name", found: "none")
    }
    self.init(name: name, extent: UInt32(extent), features: [])

    // Again from the start, because keys and values usually come after the features with their
    // indices.
    reader = start
    while let tag = try reader.nextTag() {
      guard tag.field == 2 else {
        try reader.skip(tag)
        continue
      }
      let message = try reader.nested(tag, .feature)
      if let feature = try VectorTile.Feature(message, attributes) { features.append(feature) }
    }
  }
}

/// The keys and values of a layer; features have their indices (4.4).
private struct AttributeLists {
  var keys: [String] = []
  var values: [VectorTile.Value] = []

  /// The attributes with the indices that a feature has.
  func attributes(_ tags: ProtobufReader) throws(VectorTileError) -> [VectorTile.Attribute] {
    var tags = tags
    var attributes: [VectorTile.Attribute] = []
    while !tags.isAtEnd {
      let key = try tags.index(of: keys, named: "keys")
      let value = try tags.index(of: values, named: "values")
      attributes.append(VectorTile.Attribute(name: keys[key], value: values[value]))
    }
    return attributes
  }
}

extension VectorTile.Feature {
  /// Creates a feature, or `nil` if its geometry is not points.
  fileprivate init?(
    _ start: ProtobufReader, _ lists: AttributeLists
  ) throws(VectorTileError) {
    var id: UInt64?
    var tags: ProtobufReader?
    var geometryType: UInt64 = 0
    var geometry: ProtobufReader?
    var reader = start
    while let tag = try reader.nextTag() {
      switch tag.field {
      case 1: id = try reader.integer(tag)
      case 2: tags = try reader.nested(tag, .feature)
      case 3: geometryType = try reader.integer(tag)
      case 4: geometry = try reader.nested(tag, .feature)
      default: try reader.skip(tag)
      }
    }
    guard geometryType == 1 else { return nil }
    guard let geometry else {
      throw .init(
        offset: start.offset, expected: "a point feature with a geometry", found: "none")
    }
    self.init(id: id, points: try Self.points(geometry))
    if let tags { attributes = try lists.attributes(tags) }
  }

  /// The points of the one command of a point geometry (4.3.3.1 and 4.3.4.2).
  private static func points(
    _ geometry: ProtobufReader
  ) throws(VectorTileError) -> [VectorTile.Point] {
    var geometry = geometry
    let commandOffset = geometry.offset
    let command = try geometry.varint()
    let (id, count) = (UInt8(command & 7), command >> 3)
    guard id == 1, count > 0 else {
      throw .init(
        offset: commandOffset, expected: "the command MoveTo (1) with points",
        found: "command \(id) with count \(count)")
    }
    var points: [VectorTile.Point] = []
    var cursor = VectorTile.Point(x: 0, y: 0)
    for _ in 0..<count {
      try geometry.step(&cursor.x)
      try geometry.step(&cursor.y)
      points.append(cursor)
    }
    guard geometry.isAtEnd else {
      throw .init(
        offset: geometry.offset, expected: "the end of the geometry",
        found: "\(geometry.remaining) more bytes")
    }
    return points
  }
}

extension ProtobufReader {
  /// The next index of an element of a list (4.4).
  fileprivate mutating func index(
    of list: [some Any], named name: String
  ) throws(VectorTileError) -> Int {
    let start = offset
    let index = try varint()
    guard index < UInt64(list.count) else {
      throw .init(
        offset: start, expected: "the index of one of \(list.count) \(name)", found: "\(index)")
    }
    return Int(index)
  }

  /// Moves a coordinate by the next parameter (4.3.2).
  fileprivate mutating func step(_ coordinate: inout Int32) throws(VectorTileError) {
    let start = offset
    let parameter = try varint()
    // The largest parameter of 32 bits is −2^31, which the specification does not support.
    let step = Int64(parameter >> 1) ^ -Int64(parameter & 1)
    guard parameter < UInt32.max, let moved = Int32(exactly: Int64(coordinate) + step) else {
      throw .init(
        offset: start, expected: "a step of less than 2^31 to a coordinate of 32 bits",
        found: "the parameter \(parameter)")
    }
    coordinate = moved
  }
}

extension VectorTile.Value {
  fileprivate init(_ start: ProtobufReader) throws(VectorTileError) {
    var value: VectorTile.Value?
    var reader = start
    while let tag = try reader.nextTag() {
      switch tag.field {
      case 1: value = .text(try reader.text(tag))
      case 5: value = .unsigned(try reader.integer(tag))
      case 7: value = .boolean(try reader.integer(tag) != 0)
      default: try reader.skip(tag)
      }
    }
    guard let value else {
      throw .init(
        offset: start.offset, expected: "a value of one known type", found: "none")
    }
    self = value
  }
}

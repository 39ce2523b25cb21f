extension VectorTile {
  /// Returns the tile as a protocol buffer of version 2, with the same bytes on each run (sections 2
  /// and 4).
  ///
  /// The bytes have only what the specification allows: a feature without points is left out
  /// (4.3.4.2), so is a layer without features (4.1), and of several attributes of a feature with one
  /// name the first is kept (4.4).
  ///
  /// - Precondition: The names of the layers are distinct (4.1), and their extents are above 0. A feature
  ///   has less than 2^29 points (4.3.1). From one to the next, and from 0 to the first, each
  ///   coordinate changes by less than 2^31 (4.3.2).
  public func encoded() -> [UInt8] {
    let layers = layers.filter { $0.features.contains { !$0.points.isEmpty } }
    precondition(
      layers.count < 2 || Set(layers.map { Array($0.name.utf8) }).count == layers.count,
      "the layers of a vector tile must have distinct names")
    var output = ProtobufWriter(
      capacity: layers.reduce(0) { $0 + 64 + Self.usualFeatureSize * $1.features.count })
    for layer in layers { output.layer(layer) }
    return output.contents()
  }

  /// The bytes of a feature and its values, to reserve for three attributes as clusters have them.
  private static let usualFeatureSize = 48
}

extension ProtobufWriter {
  fileprivate mutating func layer(_ layer: VectorTile.Layer) {
    precondition(layer.extent > 0, "the extent of a vector tile must be above 0")
    var attributes = AttributeTable(featureCount: layer.features.count)
    let field = open(3)
    // First, so that a decoder knows early whether it can read the layer (4.1).
    integer(15, 2)
    var name = layer.name
    name.withUTF8 { bytes(1, UnsafeRawBufferPointer($0)) }
    let features = layer.features.span
    for index in features.indices where !features[index].points.isEmpty {
      feature(features[index], index, &attributes)
    }
    append(attributes.keys.writer)
    append(attributes.values.writer)
    integer(5, UInt64(layer.extent))
    close(field)
  }

  private mutating func feature(
    _ feature: VectorTile.Feature, _ index: Int, _ table: inout AttributeTable
  ) {
    let field = open(2)
    if let id = feature.id { integer(1, id) }
    if !feature.attributes.isEmpty {
      let tags = open(2)
      let attributes = feature.attributes.span
      for position in attributes.indices {
        let name = attributes[position].name
        guard let key = table.key(name, position, ofFeature: index) else { continue }
        varint(UInt64(key))
        varint(UInt64(table.value(attributes[position].value)))
      }
      close(tags)
    }
    integer(3, 1)
    let geometry = open(4)
    moveTo(feature.points)
    close(geometry)
    close(field)
  }

  /// Writes the one command of a point geometry (4.3.3.1 and 4.3.4.2).
  private mutating func moveTo(_ points: [VectorTile.Point]) {
    precondition(
      points.count < 1 << 29, "a feature of a vector tile must have fewer than 2^29 points")
    varint(UInt64(points.count) << 3 | 1)
    var cursor = VectorTile.Point(x: 0, y: 0)
    for point in points {
      step(from: cursor.x, to: point.x)
      step(from: cursor.y, to: point.y)
      cursor = point
    }
  }

  private mutating func step(from start: Int32, to end: Int32) {
    let (step, overflow) = end.subtractingReportingOverflow(start)
    precondition(
      !overflow && step > .min, "the points of a vector tile must differ by less than 2^31")
    varint(UInt64(UInt32(bitPattern: step << 1 ^ step >> 31)))
  }
}

/// The keys and values of a layer; features have their indices (4.4).
private struct AttributeTable: ~Copyable {
  private(set) var keys = DistinctFields(expectedCount: 8)
  private(set) var values: DistinctFields
  /// The last feature with the key, for each key.
  private var lastFeatures: [Int] = []

  init(featureCount: Int) {
    // A cluster has an identity and a count, which few others share.
    values = DistinctFields(expectedCount: 2 * featureCount)
  }

  /// The index of the key of a feature's attribute, or `nil` if an earlier attribute has the key.
  mutating func key(_ name: String, _ position: Int, ofFeature feature: Int) -> Int? {
    var name = name
    let index = name.withUTF8 { characters in
      let name = UnsafeRawBufferPointer(characters)
      // Most features have the keys of the first one, which are 0, 1, 2 and so on.
      if keys.has(type: 1, text: name, at: position) { return position }
      return keys.index(type: 1, text: name) { $0.bytes(3, name) }
    }
    if index == lastFeatures.count {
      lastFeatures.append(feature)
      return index
    }
    guard lastFeatures[index] != feature else { return nil }
    lastFeatures[index] = feature
    return index
  }

  /// The index of the value of an attribute; its type is the number of its field (4.1).
  mutating func value(_ value: VectorTile.Value) -> Int {
    switch value {
    case .text(var text):
      text.withUTF8 { characters in
        let text = UnsafeRawBufferPointer(characters)
        return values.index(type: 1, text: text) { $0.value { $0.bytes(1, text) } }
      }
    case .unsigned(let number): index(type: 5, varint: number)
    case .boolean(let flag): index(type: 7, varint: flag ? 1 : 0)
    }
  }

  private mutating func index(type: UInt64, varint: UInt64) -> Int {
    values.index(type: type, number: varint) { output in
      output.value { $0.integer(type, varint) }
    }
  }
}

extension ProtobufWriter {
  fileprivate mutating func value(_ write: (inout ProtobufWriter) -> Void) {
    let field = open(4)
    write(&self)
    close(field)
  }
}

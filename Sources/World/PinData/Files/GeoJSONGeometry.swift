import Clustering

extension JSONItems {
  /// The maximum depth of collections in collections.
  private static let deepestCollection = 64

  /// The geometries that are no places.
  private static let otherTypes: [PinFileSummary.LeftOutReason] = [
    .lineString, .polygon, .multiLineString, .multiPolygon,
  ]

  static func isGeometry(_ type: String?) -> Bool {
    switch type {
    case "Point", "MultiPoint", "GeometryCollection": true
    default: otherTypes.contains { $0.rawValue == type }
    }
  }

  /// Reads a geometry or null, and adds its places, or the reason why it has none.
  mutating func scanGeometry(depth: Int = 0) throws(Problem) {
    guard depth < Self.deepestCollection else {
      throw .mismatch(
        expected: "geometries nested at most \(Self.deepestCollection) deep", found: "deeper ones")
    }
    if try scanner.peek() == UInt8(ascii: "n") {
      try scanner.expectWord("null")
      leftOut.append(.nullGeometry)
      return
    }
    var geometry = GeometryMembers(first: coordinates.count)
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "type": geometry.type = try scanner.string()
        case "coordinates": try scanCoordinates(of: &geometry)
        case "geometries": try scanGeometries(of: &geometry, depth: depth)
        case let key where Self.namesReferenceSystem(key): try scanReferenceSystem(key)
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard geometry.type != nil else {
      throw .mismatch(expected: "a geometry with a member \"type\"", found: "an object without it")
    }
    try finish(geometry)
  }

  /// Reads the positions of a geometry, unless its type is known not to be one with pins.
  mutating func scanCoordinates(of geometry: inout GeometryMembers) throws(Problem) {
    guard geometry.type == nil || geometry.type == "Point" || geometry.type == "MultiPoint" else {
      return try scanner.skipValue()
    }
    geometry.depth = try scanPositions()
  }

  /// Reads the geometries of a collection.
  mutating func scanGeometries(of geometry: inout GeometryMembers, depth: Int = 0) throws(Problem) {
    guard geometry.type == nil || geometry.type == "GeometryCollection" else {
      return try scanner.skipValue()
    }
    geometry.hasGeometries = true
    guard try scanner.open(.array) else { return leftOut.append(.emptyGeometry) }
    repeat {
      try scanGeometry(depth: depth + 1)
      try checkCounts()
    } while try scanner.continues(.array)
  }

  /// Decides what a geometry is whose members were all read.
  mutating func finish(_ geometry: GeometryMembers) throws(Problem) {
    let type = geometry.type ?? ""
    geometryType = type
    let count = coordinates.count - geometry.first
    switch (type, geometry.depth) {
    case ("Point", 1) where count == 1: break
    case ("Point", 1) where count == 0: leftOut.append(.emptyGeometry)
    case ("Point", _):
      throw .mismatch(
        expected: "a Point with \"coordinates\": [longitude, latitude]", found: "other coordinates")
    case ("MultiPoint", 2): break
    case ("MultiPoint", 1) where count == 0: leftOut.append(.emptyGeometry)
    case ("MultiPoint", _):
      throw .mismatch(
        expected: "a MultiPoint with \"coordinates\": [[longitude, latitude], ...]",
        found: "other coordinates")
    case ("GeometryCollection", nil) where geometry.hasGeometries: break
    case ("GeometryCollection", _):
      throw .mismatch(
        expected: "a GeometryCollection with \"geometries\": [...]", found: "other members")
    default:
      guard let reason = Self.otherTypes.first(where: { $0.rawValue == type }),
        !geometry.hasGeometries
      else {
        throw .mismatch(
          expected: "a geometry of GeoJSON: Point, MultiPoint, GeometryCollection, "
            + Self.otherTypes.map(\.rawValue).joined(separator: ", "),
          found: "the type \"\(type)\"")
      }
      // They were read because the type came after them.
      coordinates.removeSubrange(geometry.first...)
      if let index = invalid?.index, index >= geometry.first { invalid = nil }
      leftOut.append(reason)
    }
  }

  // MARK: - Positions

  /// Collects the positions of an array of numbers, or of arrays of such arrays. Returns the
  /// depth of the nesting: 1 is a single position.
  mutating func scanPositions() throws(Problem) -> Int {
    guard try scanner.open(.array) else { return 1 }
    guard try scanner.peek() == ASCII.openBracket else {
      try scanPosition()
      return 1
    }
    var depth = 1
    repeat {
      depth = try scanInnerPositions()
    } while try scanner.continues(.array)
    return depth + 1
  }

  /// As `scanPositions`, one level down: deeper levels belong to geometries without pins.
  private mutating func scanInnerPositions() throws(Problem) -> Int {
    guard try scanner.open(.array) else { return 1 }
    if try scanner.peek() != ASCII.openBracket {
      try scanPosition()
      return 1
    }
    repeat { try scanner.skipValue() } while try scanner.continues(.array)
    return 2
  }

  /// Reads the numbers of a position whose array was entered, and leaves the array: longitude,
  /// latitude and, ignored, what follows.
  private mutating func scanPosition() throws(Problem) {
    _ = try scanner.peek()
    let position = scanner.position
    let longitude = try scanner.number()
    guard try scanner.continues(.array) else {
      throw .mismatch(expected: "a position [longitude, latitude]", found: "a single number")
    }
    let latitude = try scanner.number()
    while try scanner.continues(.array) { try scanner.skipValue() }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    // Only when the item ends is it known that this is a place.
    if invalid == nil, !notation.coordinate(coordinate).isValid {
      invalid = (coordinates.count, position)
    }
    coordinates.append(coordinate)
    try checkCounts()
  }
}

/// The members of a geometry, as far as they were read.
struct GeometryMembers {
  var type: String?
  /// The index of the first of its positions among those of the item.
  let first: Int
  /// The depth of the nesting of `coordinates`; `nil` without them.
  var depth: Int?
  var hasGeometries = false
}

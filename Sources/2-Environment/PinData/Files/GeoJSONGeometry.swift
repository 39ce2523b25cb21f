import Clustering

extension JSONItems {
  /// The maximum depth of collections in collections.
  private static let deepestCollection = 64

  /// The geometries that are no places.
  private static let otherTypes: [PinFileSummary.LeftOutReason] = [
    .lineString, .polygon, .multiLineString, .multiPolygon,
  ]

  /// The members of the others, by their types.
  private static let forms = [
    "Point": "\"coordinates\": [longitude, latitude]",
    "MultiPoint": "\"coordinates\": [[longitude, latitude], ...]",
    "GeometryCollection": "\"geometries\": [...]",
  ]

  static func isGeometry(_ type: String?) -> Bool {
    guard let type else { return false }
    return forms[type] != nil || otherTypes.contains { $0.rawValue == type }
  }

  /// Reads a geometry or null, and adds its places, or the reason why it has none.
  ///
  /// Returns false for one that is none of GeoJSON and has a coordinate: Esri's has an x and a y,
  /// Google's a location.
  @discardableResult
  mutating func scanGeometry(depth: Int = 0) throws(Problem) -> Bool {
    guard depth < Self.deepestCollection else {
      throw .mismatch(
        expected: "geometries nested at most \(Self.deepestCollection) deep", found: "deeper ones")
    }
    if try scanner.peek() == UInt8(ascii: "n") {
      try scanner.expectWord("null")
      leftOut.append(.nullGeometry)
      return true
    }
    var geometry = GeometryMembers(first: coordinates.count, firstLeftOut: leftOut.count)
    var angles: [JSONObject.Angle] = []
    let nestedCount = nested.count
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "type": geometry.type = try scanner.string()
        case "coordinates": try scanCoordinates(of: &geometry)
        case "geometries": try scanGeometries(of: &geometry, depth: depth)
        case let key where Self.namesReferenceSystem(key): try scanReferenceSystem(key)
        case let key where depth == 0 && key == "location":
          surveyPath.append("geometry")
          try survey(key, depth: 2)
          surveyPath.removeLast()
        case let key where depth == 0:
          if try !scanAngle(key, into: &angles) { try scanner.skipValue() }
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard geometry.type != nil else {
      if !angles.isEmpty { addNested(angles, in: "geometry", isUsual: true) }
      if nested.count > nestedCount { return false }
      throw .mismatch(expected: "a geometry with a member \"type\"", found: "an object without it")
    }
    try finish(geometry)
    return true
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
    if let form = Self.forms[type] {
      let count = coordinates.count - geometry.first
      let isEmpty = geometry.depth == 1 && count == 0
      let isWhole =
        switch type {
        case "Point": isEmpty || geometry.depth == 1 && count == 1
        case "MultiPoint": isEmpty || geometry.depth == 2
        default: geometry.depth == nil && geometry.hasGeometries
        }
      guard isWhole else {
        throw .mismatch(expected: "a \(type) with \(form)", found: "other members")
      }
      // A position of nulls was left out.
      if isEmpty, leftOut.count == geometry.firstLeftOut { leftOut.append(.emptyGeometry) }
      return
    }
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
    leftOut.removeSubrange(geometry.firstLeftOut...)
    if let index = invalid?.index, index >= geometry.first { invalid = nil }
    leftOut.append(reason)
  }

  // MARK: - Positions

  /// Collects the positions of an array of numbers, or of arrays of such arrays. Returns the
  /// depth of the nesting: 1 is a single position. Deeper levels than the second belong to
  /// geometries without pins.
  mutating func scanPositions(isInner: Bool = false) throws(Problem) -> Int {
    if try scanner.peek() == UInt8(ascii: "n") {
      try scanner.expectWord("null")
      leftOut.append(.missingCoordinate)
      return 1
    }
    guard try scanner.open(.array) else { return 1 }
    guard try scanner.peek() == ASCII.openBracket else {
      // An array of objects that is named as the numbers of GeoJSON.
      if try scanner.peek() == ASCII.openBrace, itemCount == 0 { foundArray = ["coordinates"] }
      try scanPosition()
      return 1
    }
    var depth = 1
    repeat {
      if isInner { try scanner.skipValue() } else { depth = try scanPositions(isInner: true) }
    } while try scanner.continues(.array)
    return depth + 1
  }

  /// Reads the numbers of a position whose array was entered, and leaves the array: longitude,
  /// latitude and, ignored, what follows.
  private mutating func scanPosition() throws(Problem) {
    _ = try scanner.peek()
    let position = scanner.position
    let longitude = try scanner.numberOrNull()
    guard try scanner.continues(.array) else {
      throw .mismatch(expected: "a position [longitude, latitude]", found: "a single number")
    }
    let latitude = try scanner.numberOrNull()
    while try scanner.continues(.array) { try scanner.skipValue() }
    if let latitude, let longitude {
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      // Only when the item ends is it known that this is a place.
      if invalid == nil, !notation.coordinate(coordinate).isValid {
        invalid = (coordinates.count, position)
      }
      coordinates.append(coordinate)
    } else if latitude == nil, longitude == nil {
      leftOut.append(.missingCoordinate)
    } else {
      throw .mismatch(expected: "a position of two numbers", found: "null and a number")
    }
    try checkCounts()
  }
}

/// The members of a geometry, as far as they were read.
struct GeometryMembers {
  var type: String?
  /// The index of the first of its positions among those of the item.
  let first: Int
  /// The same of the reasons why parts are no places.
  let firstLeftOut: Int
  /// The depth of the nesting of `coordinates`; `nil` without them.
  var depth: Int?
  var hasGeometries = false
}

import MapGeometry

/// The geometry of a GeoJSON feature.
enum GeoJSONGeometry {
  /// A null geometry: the format allows features without a place.
  case none
  case point(Coordinate)
  case points([Coordinate])
  /// A geometry that is no place for a pin, such as a polygon.
  case unsupported(type: String)
}

/// The features of a GeoJSON FeatureCollection (RFC 7946), one after the other, in the order of
/// the file. Members may come in any order; unknown ones are skipped.
struct GeoJSONFeatures: ~Copyable {
  private enum Part {
    case beforeFeatures
    case features
    case afterFeatures
  }

  var scanner: JSONScanner
  /// The properties of the current feature; `nil` where the caller needs none.
  var record: PlaceRecord?
  private var part = Part.beforeFeatures
  private var hasCollectionType = false
  /// The positions of the geometry that is being read; kept to reuse its memory.
  private var positions: [Coordinate] = []
  private var nextIndex = 0

  /// The current feature, from 0; `nil` outside of the features.
  var index: Int? { part == .features && nextIndex > 0 ? nextIndex - 1 : nil }
  /// The number of bytes of the file consumed so far.
  var offset: Int { scanner.offset }

  init(path: String, record: PlaceRecord? = nil) throws(DataFileError.Problem) {
    scanner = try JSONScanner(path: path)
    self.record = record
  }

  /// The next feature's geometry, or `nil` after the last.
  mutating func next() throws(DataFileError.Problem) -> GeoJSONGeometry? {
    switch part {
    case .beforeFeatures:
      guard try scanner.peek() != nil else { throw Self.notACollection(found: "an empty file") }
      guard try scanner.open(.object) else { throw Self.notACollection(found: "an empty object") }
      try scanToFeatures()
    case .features:
      if try !scanner.continues(.array) {
        part = .afterFeatures
        try scanRest()
      }
    case .afterFeatures: break
    }
    guard part == .features else { return nil }
    nextIndex += 1
    record?.removeAll()
    return try feature()
  }

  // MARK: - The collection

  /// Reads the members before the features and enters the features' array.
  private mutating func scanToFeatures() throws(DataFileError.Problem) {
    repeat {
      let key = try scanner.key()
      if key == "features" {
        if try scanner.open(.array) {
          part = .features
        } else {
          part = .afterFeatures
          try scanRest()
        }
        return
      }
      try scanCollectionMember(key)
    } while try scanner.continues(.object)
    throw Self.notACollection(found: "an object without a member \"features\"")
  }

  /// Reads the members after the features, to the end of the file.
  private mutating func scanRest() throws(DataFileError.Problem) {
    while try scanner.continues(.object) {
      try scanCollectionMember(try scanner.key())
    }
    guard hasCollectionType else {
      throw Self.notACollection(found: "an object without a member \"type\"")
    }
    let byte = try scanner.peek()
    guard byte == nil else {
      throw .mismatch(
        expected: "the end of the file after the FeatureCollection", found: ASCII.name(of: byte))
    }
  }

  private mutating func scanCollectionMember(_ key: String) throws(DataFileError.Problem) {
    switch key {
    case "type":
      let type = try scanner.string()
      guard type == "FeatureCollection" else {
        throw Self.notACollection(found: "an object of type \"\(type)\"")
      }
      hasCollectionType = true
    case "features":
      throw .mismatch(expected: "one member \"features\"", found: "a second one")
    default:
      try scanner.skipValue()
    }
  }

  private static func notACollection(found: String) -> DataFileError.Problem {
    .mismatch(
      expected: "a FeatureCollection: {\"type\": \"FeatureCollection\", \"features\": [...]}",
      found: found)
  }

  // MARK: - A feature

  private mutating func feature() throws(DataFileError.Problem) -> GeoJSONGeometry {
    var geometry: GeoJSONGeometry?
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "geometry": geometry = try self.geometry()
        case "properties" where record != nil: try scanProperties()
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let geometry else {
      throw .mismatch(
        expected: "a feature with a member \"geometry\"", found: "an object without it")
    }
    return geometry
  }

  private mutating func geometry() throws(DataFileError.Problem) -> GeoJSONGeometry {
    if try scanner.peek() == UInt8(ascii: "n") {
      try scanner.expectWord("null")
      return .none
    }
    var type: String?
    var depth: Int?
    positions.removeAll(keepingCapacity: true)
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "type": type = try scanner.string()
        case "coordinates" where type == nil || Self.holdsPins(type):
          depth = try scanPositions()
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let type else {
      throw .mismatch(
        expected: "a geometry with a member \"type\"", found: "an object without it")
    }
    switch (type, depth) {
    case ("Point", 1) where positions.count == 1:
      return .point(positions[0])
    case ("Point", _):
      throw .mismatch(
        expected: "a Point with \"coordinates\": [longitude, latitude]", found: "other coordinates")
    case ("MultiPoint", 2):
      return .points(positions)
    case ("MultiPoint", 1) where positions.isEmpty:
      return .points(positions)
    case ("MultiPoint", _):
      throw .mismatch(
        expected: "a MultiPoint with \"coordinates\": [[longitude, latitude], ...]",
        found: "other coordinates")
    default:
      return .unsupported(type: type)
    }
  }

  private static func holdsPins(_ type: String?) -> Bool {
    type == "Point" || type == "MultiPoint"
  }

  /// Collects the positions of an array of numbers, or of arrays of such arrays. Returns the
  /// depth of the nesting: 1 is a single position.
  private mutating func scanPositions() throws(DataFileError.Problem) -> Int {
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
  private mutating func scanInnerPositions() throws(DataFileError.Problem) -> Int {
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
  private mutating func scanPosition() throws(DataFileError.Problem) {
    let longitude = try scanner.number()
    guard try scanner.continues(.array) else {
      throw .mismatch(
        expected: "a position [longitude, latitude]", found: "a single number")
    }
    let latitude = try scanner.number()
    while try scanner.continues(.array) { try scanner.skipValue() }
    positions.append(Coordinate(latitude: latitude, longitude: longitude))
  }
}

extension GeoJSONFeatures {
  /// Reads the properties of the current feature into the record.
  mutating func scanProperties() throws(DataFileError.Problem) {
    if try scanner.peek() == UInt8(ascii: "n") { return try scanner.expectWord("null") }
    guard try scanner.open(.object) else { return }
    repeat {
      let name = try scanner.key()
      if let property = record?.property(named: name) {
        try scanValue(of: property, named: name)
      } else {
        try scanner.skipValue()
      }
    } while try scanner.continues(.object)
  }

  /// Reads a property's string or number, unless a value was read under a name that is earlier in
  /// the list of the property's names.
  private mutating func scanValue(
    of property: PlaceProperty, named name: String
  ) throws(DataFileError.Problem) {
    switch try scanner.peek() {
    case UInt8(ascii: "n"):
      return try scanner.expectWord("null")
    case ASCII.quote:
      try scanner.scanString()
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus:
      _ = try scanner.number()
    case let byte:
      throw .mismatch(
        expected: "a string or a number as the property \"\(name)\"", found: ASCII.name(of: byte))
    }
    let text = ASCII.trimmedText(scanner.token[...])
    let isPreferred = name.lowercased() == property.names[0]
    guard !text.isEmpty, isPreferred || record?[property].isEmpty == true else { return }
    record?[property] = text
  }
}

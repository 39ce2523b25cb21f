import MapGeometry

/// The members of an object that may be a place, as far as they were read.
struct JSONObject {
  /// A number of a coordinate.
  struct Angle {
    enum Value {
      case number(Double)
      case null
      case other(String)
    }

    let value: Value
    /// The position of its name in the list of names: the first counts.
    let rank: Int
    let position: DataFileError.TextPosition
  }

  /// A pair of numbers in the object itself, or in one of its members.
  struct Pair {
    var latitude: Angle?
    var longitude: Angle?
  }

  /// The GeoJSON type.
  var type: String?
  var hasGeometry = false
  /// The members of a geometry that is not in a feature.
  var bare = GeometryMembers(first: 0)
  var pair = Pair()
  /// The pair of the first member that has one.
  var nested: Pair?

  /// The names of members that hold the coordinate in many exports, in lower case.
  static let nestedNames: Set = [
    "location", "coordinates", "coordinate", "coords", "position", "geo", "point", "latlng",
    "center",
  ]
}

extension JSONItems {
  /// Reads the value of a member of an item.
  mutating func scanMember(
    _ key: String, into object: inout JSONObject
  ) throws(DataFileError.Problem) {
    if memberNames.count < 8 { memberNames.append(key) }
    switch key {
    case "type":
      guard try scanner.peek() == ASCII.quote else { return try scanner.skipValue() }
      object.type = try scanner.string()
      object.bare.type = object.type
    case "geometry":
      object.hasGeometry = true
      forgetPlaces()
      try scanGeometry()
    case "properties" where record != nil: try scanProperties()
    case "properties" where label != nil: try scanLabelProperties()
    case PinLabel.identifierKey where label != nil: try scanIdentifier()
    case _ where label != nil && PinLabel.nameKeys.contains(key.lowercased()): try scanName(key)
    case "geometries" where !object.hasGeometry:
      try scanGeometries(of: &object.bare)
    default: try scanOther(key, into: &object)
    }
  }

  /// Reads a member that only an object without a geometry needs.
  private mutating func scanOther(
    _ key: String, into object: inout JSONObject
  ) throws(DataFileError.Problem) {
    let first = try scanner.peek()
    if key == "coordinates", first == ASCII.openBracket, !object.hasGeometry {
      try scanCoordinates(of: &object.bare)
    } else if first == ASCII.openBrace, object.nested == nil,
      JSONObject.nestedNames.contains(key.lowercased())
    {
      object.nested = try scanNested()
    } else if try !scanAngle(key, into: &object.pair) {
      try scanner.skipValue()
    }
  }

  /// Reads an object in which a pair may be.
  private mutating func scanNested() throws(DataFileError.Problem) -> JSONObject.Pair? {
    var pair = JSONObject.Pair()
    guard try scanner.open(.object) else { return nil }
    repeat {
      if try !scanAngle(try scanner.key(), into: &pair) { try scanner.skipValue() }
    } while try scanner.continues(.object)
    return pair.latitude == nil && pair.longitude == nil ? nil : pair
  }

  /// Reads a member that has the name of a latitude or a longitude, and returns true.
  private mutating func scanAngle(
    _ key: String, into pair: inout JSONObject.Pair
  ) throws(DataFileError.Problem) -> Bool {
    let name = chosen == nil ? key.lowercased() : key
    let latitudes = chosen.map { [$0.latitude] } ?? CoordinateNames.latitudes
    let longitudes = chosen.map { [$0.longitude] } ?? CoordinateNames.longitudes
    if let rank = latitudes.firstIndex(of: name) {
      let angle = try scanAngle(rank: rank)
      if rank <= pair.latitude?.rank ?? .max { pair.latitude = angle }
    } else if let rank = longitudes.firstIndex(of: name) {
      let angle = try scanAngle(rank: rank)
      if rank <= pair.longitude?.rank ?? .max { pair.longitude = angle }
    } else {
      return false
    }
    return true
  }

  private mutating func scanAngle(
    rank: Int
  ) throws(DataFileError.Problem) -> JSONObject.Angle {
    let first = try scanner.peek()
    let position = scanner.position
    let value: JSONObject.Angle.Value
    switch first {
    case UInt8(ascii: "n"):
      try scanner.expectWord("null")
      value = .null
    case ASCII.quote:
      try scanner.scanString()
      let text = ASCII.trimmedText(scanner.token[...])
      let number = DecimalNumber.parse(Array(text.utf8)[...])
      value = text.isEmpty ? .null : number.map { .number($0) } ?? .other("\"\(text)\"")
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus:
      value = .number(try scanner.number())
    default:
      try scanner.skipValue()
      value = .other(ASCII.name(of: first))
    }
    return JSONObject.Angle(value: value, rank: rank, position: position)
  }

  /// Decides what an object is whose members were all read.
  mutating func finish(_ object: JSONObject) throws(DataFileError.Problem) {
    guard object.hasGeometry || record == nil else {
      throw Self.notPlaces(found: "an object without a member \"geometry\"")
    }
    let isBare = !object.hasGeometry && Self.isGeometry(object.type)
    if object.hasGeometry || isBare {
      guard chosen == nil else {
        throw .mismatch(
          expected: "objects with the members \"\(chosen?.latitude ?? "")\" and "
            + "\"\(chosen?.longitude ?? "")\"", found: "GeoJSON",
          remedy: "Leave the names of the columns away: GeoJSON has its own.")
      }
      if isBare { try finish(object.bare) }
    } else if object.pair.latitude != nil, object.pair.longitude != nil {
      try finish(object.pair)
    } else if let nested = object.nested {
      try finish(nested)
    } else if object.bare.depth != 1 || coordinates.count != 1 {
      throw Self.notPlaces(
        found: memberNames.isEmpty
          ? "an empty object" : "an object with the members \(memberNames.quotedList)")
    }
    if let invalid, let problem = DataFileError.Problem(coordinates[invalid.index]) {
      errorPosition = invalid.position
      throw problem
    }
  }

  private mutating func finish(_ pair: JSONObject.Pair) throws(DataFileError.Problem) {
    forgetPlaces()
    if case .null = pair.latitude?.value, case .null = pair.longitude?.value {
      return leftOut.append(.missingCoordinate)
    }
    let coordinate = Coordinate(
      latitude: try number(pair.latitude, named: "latitude"),
      longitude: try number(pair.longitude, named: "longitude"))
    let names =
      chosen
      ?? CoordinateNames(
        latitude: CoordinateNames.latitudes[pair.latitude?.rank ?? 0],
        longitude: CoordinateNames.longitudes[pair.longitude?.rank ?? 0])
    if let problem = DataFileError.Problem(coordinate, exchange: names.exchange) {
      errorPosition = pair.latitude?.position
      throw problem
    }
    coordinates.append(coordinate)
  }

  private mutating func number(
    _ angle: JSONObject.Angle?, named name: String
  ) throws(DataFileError.Problem) -> Double {
    let found: String
    switch angle?.value {
    case .number(let number): return number
    case .null: found = "null"
    case .other(let text): found = text
    case nil: found = "none"
    }
    errorPosition = angle?.position
    throw .mismatch(expected: "a \(name) that is a number", found: found)
  }
}

extension JSONItems {
  /// Reads the properties of the current feature into the record.
  private mutating func scanProperties() throws(DataFileError.Problem) {
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

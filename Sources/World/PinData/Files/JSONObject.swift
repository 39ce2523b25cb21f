import Clustering

/// The members of an object that may be a place, as far as they were read.
struct JSONObject {
  /// A number of a coordinate.
  struct Angle {
    /// `nil` for anything else than a number or a text of one.
    let number: Double?
    /// What a message shows of anything else; an empty text counts as null.
    let shown: String
    /// The slot of its name among the usual ones; of the caller's names, that of the first ones.
    let slot: Int
    /// The name as the file writes it.
    let name: String
    let position: DataFileError.TextPosition

    var isNull: Bool { number == nil && shown == "null" }
  }

  /// A latitude and a longitude, of which one may be missing.
  struct Pair {
    var latitude: Angle?
    var longitude: Angle?
    /// The member that they are in; `nil` in the object itself.
    var member: String?

    var hasBoth: Bool { latitude != nil && longitude != nil }
    var isNull: Bool { latitude?.isNull == true && longitude?.isNull == true }

    func isEqual(to other: Pair) -> Bool {
      latitude?.number == other.latitude?.number && longitude?.number == other.longitude?.number
    }
  }

  /// The GeoJSON type.
  var type: String?
  var hasGeometry = false
  /// The reference system that it names by a number or by a word.
  var referenceSystem: NamedReferenceSystem?
  /// The members of a geometry that is not in a feature.
  var bare = GeometryMembers(first: 0)
  /// Each name once.
  var angles: [Angle] = []
  /// The angles in members that hold the coordinate in many exports.
  var nested: [(member: String, angles: [Angle])] = []

  /// The names of members that hold the coordinate in many exports, in lower case.
  static let nestedNames: Set = [
    "location", "coordinates", "coordinate", "coords", "position", "geo", "point", "latlng",
    "center",
  ]
  /// More members of these names than an object has; a hostile file may repeat one.
  static let maxNestedCount = 100
}

extension JSONItems {
  /// Reads the value of a member of an item.
  mutating func scanMember(_ key: String, into object: inout JSONObject) throws(Problem) {
    if memberNames.count < 8 { memberNames.append(key.excerpt(60)) }
    switch key {
    case "type":
      guard try scanner.peek() == ASCII.quote else { return try scanner.skipValue() }
      object.type = try scanner.string()
      object.bare.type = object.type
    case "geometry":
      object.hasGeometry = true
      forgetPlaces()
      try scanGeometry()
    case _ where Self.namesReferenceSystem(key):
      let system = try scanPlainReferenceSystem(key)
      // Only one that GeoJSON knows is refused later.
      if object.referenceSystem?.isOfGeoJSON != true {
        object.referenceSystem = system ?? object.referenceSystem
      }
    case "properties" where details.areWanted: try scanProperties()
    case "properties" where isInCollection || object.type == "Feature": try scanner.skipValue()
    case PinLabel.identifierKey where details.label != nil: try scanIdentifier()
    case _ where details.label != nil && PinLabel.nameKeys.contains(key.lowercased()):
      try scanName(key)
    case "geometries" where !object.hasGeometry: try scanGeometries(of: &object.bare)
    default: try scanOther(key, into: &object)
    }
  }

  /// Reads a member that only an object without a geometry needs.
  private mutating func scanOther(_ key: String, into object: inout JSONObject) throws(Problem) {
    let first = try scanner.peek()
    if key == "coordinates", first == ASCII.openBracket, !object.hasGeometry {
      try scanCoordinates(of: &object.bare)
    } else if first == ASCII.openBrace, JSONObject.nestedNames.contains(key.lowercased()) {
      let angles = try scanNested(key)
      guard object.nested.count < JSONObject.maxNestedCount else {
        throw .mismatch(
          expected: "at most \(JSONObject.maxNestedCount) members that may hold the coordinate",
          found: "more")
      }
      if !angles.isEmpty { object.nested.append((key, angles)) }
    } else if try !scanAngle(key, into: &object.angles) {
      if isInCollection {
        try scanner.skipValue()
      } else if details.label != nil, first != ASCII.openBrace, first != ASCII.openBracket {
        try scanLabelProperty(key)
      } else {
        try skipSurveyed(key)
      }
    }
  }

  /// Reads an object in which a pair may be.
  private mutating func scanNested(_ member: String) throws(Problem) -> [JSONObject.Angle] {
    var angles = [JSONObject.Angle]()
    guard try scanner.open(.object) else { return angles }
    surveyPath.append(member)
    repeat {
      let key = try scanner.key()
      if try !scanAngle(key, into: &angles) { try skipSurveyed(key) }
    } while try scanner.continues(.object)
    surveyPath.removeLast()
    return angles
  }

  /// Reads a member that has the name of a latitude or a longitude, and returns true.
  private mutating func scanAngle(
    _ key: String, into angles: inout [JSONObject.Angle]
  ) throws(Problem) -> Bool {
    guard let slot = UsualNames.slot(of: key, chosen: chosen) else { return false }
    let angle = try scanAngle(named: key, slot: slot)
    guard let index = angles.firstIndex(where: { $0.slot == slot }) else {
      angles.append(angle)
      return true
    }
    // "lat" and "Lat", or the same name twice.
    if let number = angle.number, let other = angles[index].number, number != other {
      errorPosition = angle.position
      throw .mismatch(expected: "one member \"\(key)\"", found: "a second one with another number")
    }
    if angle.number != nil { angles[index] = angle }
    return true
  }

  private mutating func scanAngle(
    named name: String, slot: Int
  ) throws(Problem) -> JSONObject.Angle {
    let first = try scanner.peek()
    let position = scanner.position
    var number: Double?
    var shown = "null"
    switch first {
    case UInt8(ascii: "n"): try scanner.expectWord("null")
    case ASCII.quote:
      try scanner.scanString()
      let text = ASCII.trimmedText(scanner.token[...])
      number = DecimalNumber.parse(Array(text.utf8)[...])
      if number == nil, !text.isEmpty { shown = "\"\(text.excerpt)\"" }
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus: number = try scanner.number()
    default:
      try scanner.skipValue()
      shown = ASCII.name(of: first)
    }
    return JSONObject.Angle(
      number: number, shown: shown, slot: slot, name: name, position: position)
  }

  // MARK: - Properties

  /// Reads the properties of the current feature, as far as they are wanted.
  private mutating func scanProperties() throws(Problem) {
    let first = try scanner.peek()
    if details.record == nil, first != ASCII.openBrace { return try skipSurveyed("properties") }
    if first == UInt8(ascii: "n") { return try scanner.expectWord("null") }
    guard try scanner.open(.object) else { return }
    repeat {
      let name = try scanner.key()
      if let property = details.record?.property(named: name) {
        try scanValue(of: property, named: name)
      } else if details.label != nil, PinLabel.nameKeys.contains(name.lowercased()) {
        try scanName(name)
      } else if details.label != nil {
        try scanLabelProperty(name)
      } else {
        try scanner.skipValue()
      }
    } while try scanner.continues(.object)
  }

  /// Reads a property's string or number, unless a value was read under a name that is earlier in
  /// the list of the property's names.
  private mutating func scanValue(of property: PlaceProperty, named name: String) throws(Problem) {
    switch try scanner.peek() {
    case UInt8(ascii: "n"):
      return try scanner.expectWord("null")
    case ASCII.quote: try scanner.scanString()
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus: _ = try scanner.number()
    case let byte:
      throw .mismatch(
        expected: "a string or a number as the property \"\(name)\"", found: ASCII.name(of: byte))
    }
    let text = ASCII.trimmedText(scanner.token[...])
    let isPreferred = name.lowercased() == property.names[0]
    guard !text.isEmpty, isPreferred || details.record?[property].isEmpty == true else { return }
    details.record?[property] = text
  }
}

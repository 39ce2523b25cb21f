import Clustering

/// The members of an object that may be a place, as far as they were read.
struct JSONObject {
  /// A number of a coordinate.
  struct Angle {
    /// `nil` for anything else than a number or a text of one.
    var number: Double?
    /// The text that a message shows of anything else; an empty text counts as null.
    let shown: String
    /// The slot of its name among the usual ones; of the caller's names, that of the first ones; of
    /// a part of another angle, one after all of them.
    let slot: Int
    /// The name as the file writes it.
    let name: String
    let position: DataFileError.TextPosition
    /// The number of numbers in an array or an object in its place.
    var count = 0

    var isNull: Bool { number == nil && shown == "null" }
    var isPart: Bool { slot >= AnglePart.firstSlot }
  }

  /// A latitude and a longitude.
  struct Pair {
    let latitude: Angle
    let longitude: Angle
    /// The member that they are in; `nil` in the object itself.
    let member: String?

    var isNull: Bool { latitude.isNull && longitude.isNull }
    /// Indicates whether this is names that may mean anything.
    var isVague: Bool {
      UsualNames.Pair(latitude: latitude.slot, longitude: longitude.slot).isVague
    }

    func isEqual(to other: Pair) -> Bool {
      latitude.number == other.latitude.number && longitude.number == other.longitude.number
    }
  }

  /// The angles in a member.
  struct Nested {
    let angles: [Angle]
    /// The way to the member: "address.geo".
    let member: String
    /// Indicates whether this is a member of the object itself whose name is that of a coordinate.
    let isUsual: Bool
  }

  /// The GeoJSON type.
  var type: String? { bare.type }
  var hasGeometry = false
  /// Indicates whether this is an element of OpenStreetMap that is more than a corner of others.
  var hasTags = false
  /// The reference system that it names by a number or by a word.
  var referenceSystem: NamedReferenceSystem?
  /// The members of a geometry that is not in a feature.
  var bare = GeometryMembers(first: 0, firstLeftOut: 0)
  /// Each name once.
  var angles: [Angle] = []

  /// The names of members that hold the coordinate in many exports, in lower case.
  static let nestedNames: Set = [
    "location", "coordinates", "coordinate", "coords", "coord", "position", "geo", "point",
    "latlng",
    "center", "loc", "latlon", "lnglat", "geopoint", "geo_point_2d", "geolocation", "gps",
  ]
  /// The names of members that say what a map shows, in lower case.
  private static let viewNames: Set = [
    "center", "centre", "camera", "region", "viewport", "bounds", "map", "mapstate", "viewstate",
    "initialviewstate", "initial_view_state", "view",
  ]

  /// Returns whether a member has the name of a coordinate.
  static func isUsual(_ member: String?) -> Bool {
    member.map { nestedNames.contains($0.lowercased()) } ?? false
  }

  /// Returns whether a member says what a map shows.
  static func isView(_ member: String?) -> Bool {
    member.map { viewNames.contains($0.lowercased()) } ?? false
  }

  /// The names of members in which services give the doors and the labels of a place.
  private static let partNames: Set = [
    "access", "entrypoints", "labeledlatlngs", "navigation_points", "routable_points",
  ]

  /// Returns whether a member has coordinates of parts of a place.
  static func isPartOfPlace(_ member: String?) -> Bool {
    member.map { partNames.contains($0.lowercased()) } ?? false
  }

  /// More members of these names than an object has; a hostile file may repeat one.
  static let maxNestedCount = 100
}

extension JSONItems {
  /// Reads the value of a member of an item.
  mutating func scanMember(_ key: String, into object: inout JSONObject) throws(Problem) {
    if memberNames.count < 8 { memberNames.append(key.excerpt(60)) }
    let first = try scanner.peek()
    if key == "tags" { object.hasTags = true }
    switch key {
    case "type" where first == ASCII.quote: object.bare.type = try scanner.string()
    // Elsewhere it may be a list of nodes or a text.
    case "geometry"
    where part == .features || first == ASCII.openBrace || first == UInt8(ascii: "n"):
      forgetPlaces()
      object.hasGeometry = try scanGeometry()
    case _ where Self.namesReferenceSystem(key):
      let system = try scanPlainReferenceSystem(key)
      // Only one that GeoJSON knows is refused later.
      if object.referenceSystem?.isOfGeoJSON != true {
        object.referenceSystem = system ?? object.referenceSystem
      }
    case "properties" where details.record != nil: try scanProperties()
    case "properties" where part == .features || object.type == "Feature":
      if details.label != nil, first == ASCII.openBrace {
        try scanProperties()
      } else {
        try scanner.skipValue()
      }
    // The type may come after them; of an object that is no feature they may hold the coordinate.
    case "properties" where details.label != nil && first == ASCII.openBrace:
      try surveyProperties()
    case PinLabel.identifierKey where details.label != nil && first != ASCII.openBrace:
      try scanIdentifier()
    case _
    where details.label != nil && first != ASCII.openBrace
      && PinLabel.nameKeys.contains(key.lowercased()):
      try scanName(key)
    case "geometries" where !object.hasGeometry: try scanGeometries(of: &object.bare)
    default: try scanOther(key, into: &object)
    }
  }

  /// Reads a member that only an object without a geometry needs.
  private mutating func scanOther(_ key: String, into object: inout JSONObject) throws(Problem) {
    let first = try scanner.peek()
    let isNull = first == UInt8(ascii: "n")
    if key == "coordinates", first == ASCII.openBracket || isNull, !object.hasGeometry {
      try scanCoordinates(of: &object.bare)
    } else if try scanAngle(key, into: &object.angles) {
      return
    } else if part == .features {
      try scanner.skipValue()
    } else if first == ASCII.quote {
      if try surveyText(key) == .other {
        details.label?.properties.add(key, text: String(decoding: scanner.token, as: UTF8.self))
      }
    } else if details.label != nil, first != ASCII.openBrace, first != ASCII.openBracket,
      !isNull || !JSONObject.isUsual(key)
    {
      try scanLabelProperty(key)
    } else {
      try survey(key)
    }
  }

  /// Takes a coordinate in a member; one more than are allowed, for the error.
  mutating func addNested(_ angles: [JSONObject.Angle], in member: String, isUsual: Bool) {
    guard nested.count <= JSONObject.maxNestedCount else { return }
    nested.append(JSONObject.Nested(angles: angles, member: member, isUsual: isUsual))
  }

  /// Reads a member that has the name of a latitude or a longitude, and returns true.
  mutating func scanAngle(
    _ key: String, into angles: inout [JSONObject.Angle]
  ) throws(Problem) -> Bool {
    let usual = UsualNames.slot(of: key, chosen: chosen)
    // Most members are neither.
    if usual == nil, chosen == nil, !AnglePart.isPossible(key.utf8) { return false }
    let first = try scanner.peek()
    guard let slot = usual ?? AnglePart(key, of: chosen)?.slot(first) else { return false }
    let position = scanner.position
    var number: Double?
    var shown = "null"
    var count = 0
    switch first {
    case UInt8(ascii: "n"), UInt8(ascii: "N"): number = try scanner.numberOrNull()
    case ASCII.quote:
      try scanner.scanString()
      let text = ASCII.trimmedText(scanner.token[...])
      number = DecimalNumber.parse(Array(text.utf8)[...])
      if number == nil, slot < UsualNames.count, let written = WrittenAngle(text) {
        number = try written.angle(isLatitude: slot < UsualNames.firstLongitude)
      }
      if number?.isNaN == true {
        number = nil
      } else if number == nil, !text.isEmpty {
        shown = slot < UsualNames.count ? "\"\(text.excerpt)\"" : text.excerpt
      }
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus: number = try scanner.number()
    default:
      (number, count) = try scanNumbers()
      shown = ASCII.name(of: first)
    }
    let angle = JSONObject.Angle(
      number: number, shown: shown, slot: slot, name: key, position: position, count: count)
    guard let index = angles.firstIndex(where: { $0.slot == slot }) else {
      angles.append(angle)
      return true
    }
    // "lat" and "Lat", or the same name twice.
    if let number, let other = angles[index].number, number != other {
      errorPosition = position
      throw .mismatch(expected: "one member \"\(key)\"", found: "a second one with another number")
    }
    if number != nil { angles[index] = angle }
    return true
  }

  /// The names under which databases and query languages have a number in an object of its own.
  private static let wrappers: Set = [
    "$numberDouble", "$numberDecimal", "$numberInt", "$numberLong", "N", "doubleValue",
    "integerValue", "value",
  ]

  /// Reads the value in the place of a number: the number in an object of its own, and how many
  /// numbers are in any other object or array.
  private mutating func scanNumbers() throws(Problem) -> (wrapped: Double?, count: Int) {
    var (wrapped, count) = (Double?.none, 0)
    func scan(_ key: String, _ scanner: inout JSONScanner) throws(Problem) {
      let first = try scanner.peek()
      guard first.map({ ASCII.isDigit($0) || $0 == ASCII.minus }) == true || first == ASCII.quote
      else {
        return try scanner.skipValue()
      }
      if first == ASCII.quote { try scanner.scanString() } else { _ = try scanner.number() }
      if Self.wrappers.contains(key) { wrapped = DecimalNumber.parse(scanner.token[...]) }
      if first != ASCII.quote { count += 1 }
    }
    if try scanner.peek() == ASCII.openBrace {
      try scanner.members(scan)
    } else if try scanner.peek() != ASCII.openBracket {
      try scanner.skipValue()
    } else if try scanner.open(.array) {
      repeat { try scan("", &scanner) } while try scanner.continues(.array)
    }
    return (wrapped, count)
  }

  // MARK: - Properties

  /// Reads the properties of the current feature, as far as they are wanted.
  private mutating func scanProperties() throws(Problem) {
    if try scanner.peek() == UInt8(ascii: "n") { return try scanner.expectWord("null") }
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

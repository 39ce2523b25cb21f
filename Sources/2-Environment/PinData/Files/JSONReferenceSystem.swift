/// A reference system that a member of a JSON file names.
struct NamedReferenceSystem {
  /// The member's name.
  let member: String
  let name: String
  /// Indicates whether this is a number and for a text that may be anything, such as the code of a
  /// station.
  let isPlain: Bool
  let position: DataFileError.TextPosition

  /// The last part of the name, in upper case.
  private var part: String { name.split { ":/#".contains($0) }.last.map { $0.uppercased() } ?? "" }
  private var digitCount: Int { part.utf8.reversed().prefix { ASCII.isDigit($0) }.count }
  /// Indicates whether the name ends with a number of EPSG, which has four digits or more.
  var isNumbered: Bool { digitCount >= 4 }
  /// The number of EPSG, or the last part of the name.
  var code: String { isNumbered ? String(part.suffix(digitCount)) : part }
  /// Indicates whether this is the member of GeoJSON's first version.
  var isOfGeoJSON: Bool { member.lowercased() == "crs" }
}

/// The member "crs" of old GeoJSON, and what PostGIS, GDAL and Esri call it: the coordinates are in
/// another reference system than WGS 84.
extension JSONItems {
  /// The last parts of the names of WGS 84.
  private static let known: Set = ["CRS84", "CRS84H", "84", "4326", "4979", "WGS84", "WGS 84"]
  private static let near = Set(ReferenceSystem.near.map { "\($0)" })
  /// The names of members with a reference system, in lower case.
  private static let members: Set = ["crs", "srs", "srid", "spatialreference"]

  /// Returns whether a member names a reference system.
  static func namesReferenceSystem(_ key: String) -> Bool {
    // Most names of a file are none of these, and there are many.
    let letter = (key.utf8.first ?? 0) | 0x20
    return (letter == UInt8(ascii: "s") || letter == UInt8(ascii: "c")) && key.utf8.count <= 16
      && members.contains(key.lowercased())
  }

  /// Reads a member of GeoJSON that names a reference system, and refuses one whose coordinates are
  /// not in WGS 84.
  mutating func scanReferenceSystem(_ key: String) throws(Problem) {
    if let system = try scanPlainReferenceSystem(key) { try check(system) }
  }

  /// The same, for an object that may not be GeoJSON. Returns the name where it may mean something
  /// else.
  mutating func scanPlainReferenceSystem(_ key: String) throws(Problem) -> NamedReferenceSystem? {
    let first = try scanner.peek()
    let position = scanner.position
    var name: String?
    switch first {
    case ASCII.openBrace: name = try scanSystemName(depth: 0)
    case ASCII.quote: name = try scanner.string()
    case let byte? where ASCII.isDigit(byte):
      let number = try scanner.number()
      name = Int(exactly: number).map { "\($0)" }
    default: try scanner.skipValue()
    }
    guard let name else {
      note("the member \"\(key)\" names no known reference system: WGS 84 is assumed")
      return nil
    }
    let system = NamedReferenceSystem(
      member: key, name: name.excerpt(1_000),
      isPlain: first != ASCII.openBrace && !name.contains(":"), position: position)
    if key == "spatialReference" { spatialReference = system }
    if system.isPlain { return system }
    try check(system)
    return nil
  }

  /// Refuses geometries of Esri, which have an x and a y, unless their file says that these are
  /// degrees.
  mutating func checkSpatialReference() throws(Problem) {
    guard isOfEsri else { return }
    if let system = spatialReference {
      if Self.known.contains(system.code) || Self.near.contains(system.code) { return }
      errorPosition = system.position
    }
    throw .mismatch(
      expected: "geometries of Esri with \"spatialReference\": {\"wkid\": 4326}",
      found: spatialReference.map { "\"\($0.name.excerpt(60))\"" } ?? "none",
      remedy:
        "Ask the service for them with outSR=4326 or f=geojson, or convert the file, for example: "
        + "ogr2ogr -t_srs EPSG:4326 NEW.geojson FILE.")
  }

  /// Refuses a reference system whose coordinates are not in WGS 84. For one in another program's
  /// member, or in an object that is not GeoJSON, it adds a note: it may not be the system of the
  /// coordinates.
  mutating func check(
    _ system: NamedReferenceSystem, isOfGeoJSON: Bool = true
  ) throws(Problem) {
    if Self.known.contains(system.code) { return }
    if Self.near.contains(system.code) { return note(ReferenceSystem.note(system.name)) }
    guard isOfGeoJSON, system.isOfGeoJSON else {
      return note(
        "the member \"\(system.member)\" with \"\(system.name.excerpt(60))\" is not used: the "
          + "coordinates are read as WGS 84")
    }
    errorPosition = system.position
    throw .mismatch(
      expected: "coordinates of WGS 84, as GeoJSON has them",
      found: "a member \"\(system.member)\" with the reference system "
        + "\"\(system.name.excerpt(100))\"",
      remedy: "Convert the file, for example: ogr2ogr -t_srs EPSG:4326 NEW.geojson FILE. If its "
        + "coordinates are degrees, remove the member.")
  }

  /// The name, or the number, in an object or in its member "properties".
  private mutating func scanSystemName(depth: Int) throws(Problem) -> String? {
    guard try scanner.open(.object) else { return nil }
    var name: String?
    repeat {
      let key = try scanner.key()
      let first = try scanner.peek()
      switch (key, first) {
      case ("properties", ASCII.openBrace) where depth == 0:
        if let inner = try scanSystemName(depth: 1) { name = inner }
      case ("name", ASCII.quote), ("code", ASCII.quote), ("href", ASCII.quote):
        name = try scanner.string()
      case ("code", let byte?) where ASCII.isDigit(byte),
        ("wkid", let byte?) where ASCII.isDigit(byte):
        let number = try scanner.number()
        name = Int(exactly: number).map { "EPSG:\($0)" }
      default: try scanner.skipValue()
      }
    } while try scanner.continues(.object)
    return name
  }
}

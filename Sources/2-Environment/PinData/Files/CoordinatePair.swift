import Clustering

/// A column with both numbers of a coordinate: "52.52, 13.40" or "POINT (13.40 52.52)".
struct CoordinatePair {
  /// The names of such columns, in lower case, with letters and digits only.
  private static let usualNames: Set = [
    "coordinates", "coordinate", "coords", "coord", "latlng", "latlon", "latlong",
    "latitudelongitude", "lonlat", "lnglat", "longlat", "longitudelatitude", "geopoint2d",
    "geopoint", "geo", "geolocation", "geocoordinates", "gpscoordinates", "gps", "location",
    "point", "position", "koordinaten", "koordinate", "coordonnees", "coordenadas", "geom",
    "geometry", "thegeom", "wkt", "wktgeom", "wkb", "ewkb", "wkbgeometry", "geog", "geography",
    "centroid", "placelocation", "iso6709", "locationiso6709",
  ]
  /// The beginnings of the text of a geometry, before the numbers, in upper case without blanks.
  private static let geometries = ["POINT", "POINTZ", "SRID=4326;POINT", "SRID=4326;POINTZ"]

  /// Indicates whether the column's name says so; the text of a geometry (WKT) always has it so.
  private let isLongitudeFirst: Bool

  init(column: String) {
    let name = Self.plain(column)
    isLongitudeFirst = name.hasPrefix("lon") || name.hasPrefix("lng")
  }

  static func isUsual(_ column: String) -> Bool { usualNames.contains(plain(column)) }

  /// Returns whether a text may be one: most texts begin with a letter or are one word.
  static func isPossible(_ text: [UInt8]) -> Bool {
    guard let first = text.first, text.count > 6 else { return false }
    let isParted = text.contains { $0 == ASCII.comma || $0 == ASCII.semicolon || $0 == ASCII.space }
    return switch first {
    // "POINT (" and "SRID=", "geo:", and the minus of typesetting.
    case UInt8(ascii: "P"): text[2] | 0x20 == UInt8(ascii: "i") && isParted
    case UInt8(ascii: "S"): text[4] == UInt8(ascii: "=") || isParted && text[1] <= ASCII.nine
    case UInt8(ascii: "N"), UInt8(ascii: "E"), UInt8(ascii: "W"): isParted && text[1] <= ASCII.nine
    case UInt8(ascii: "g"): text[3] == ASCII.colon
    case ASCII.zero where text.count >= 42: true
    default:
      first == ASCII.plus || first == ASCII.minus
        || isParted && (first <= ASCII.nine || first == 0xE2)
    }
  }

  /// A name in lower case, with its letters and digits only.
  static func plain(_ column: String) -> String {
    column.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The coordinate in a field, and whether the field has the longitude first; `nil` for any other
  /// text. The order of an array in brackets is not known: GeoJSON has the longitude first.
  func coordinate(
    _ field: ArraySlice<UInt8>
  ) -> (coordinate: Coordinate, isLongitudeFirst: Bool)? {
    var text = CSVRecords.trimmed(field)
    if let point = Self.point(text) { return (point, true) }
    if text.first == UInt8(ascii: "g"), text.starts(with: "geo:".utf8) { text = text.dropFirst(4) }
    var isGeometry = false
    if text.last == UInt8(ascii: ")"), let open = text.firstIndex(of: UInt8(ascii: "(")) {
      let type = String(decoding: text[..<open], as: UTF8.self).uppercased().filter { $0 != " " }
      isGeometry = Self.geometries.contains(type)
      guard isGeometry || type.isEmpty else { return nil }
      text = text[(open + 1)...].dropLast()
    }
    // Semicolons, else the only comma, else blanks: other commas are in the numbers.
    let hasComma = text.count { $0 == ASCII.comma } == 1
    // "12,5" and "-12,5" are one number with a decimal comma.
    let digits = text.first == ASCII.minus ? text.dropFirst() : text
    if hasComma, digits.allSatisfy({ ASCII.isDigit($0) || $0 == ASCII.comma }) { return nil }
    let hasSemicolon = text.contains(ASCII.semicolon)
    let separator = hasSemicolon ? ASCII.semicolon : hasComma ? ASCII.comma : ASCII.space
    let parts = text.split(separator: separator)
    if parts.count == 1, let pair = Self.signedPair(text) { return (pair, false) }
    guard parts.count == 2 || isGeometry && parts.count == 3 else { return nil }
    if let first = Self.number(parts[0]), let second = Self.number(parts[1]) {
      return Self.ordered(first, second, isLongitudeFirst: isGeometry || isLongitudeFirst)
    }
    guard let first = WrittenAngle(ASCII.trimmedText(parts[0])),
      let second = WrittenAngle(ASCII.trimmedText(parts[1]))
    else { return nil }
    let isReversed = first.isLatitude.map { !$0 } ?? second.isLatitude ?? isLongitudeFirst
    // A text that is no coordinate is reported as a whole.
    guard let first = try? first.angle(isLatitude: !isReversed),
      let second = try? second.angle(isLatitude: isReversed)
    else { return nil }
    return Self.ordered(first, second, isLongitudeFirst: isReversed)
  }

  private static func ordered(
    _ first: Double, _ second: Double, isLongitudeFirst: Bool
  ) -> (coordinate: Coordinate, isLongitudeFirst: Bool) {
    let (latitude, longitude) = isLongitudeFirst ? (second, first) : (first, second)
    return (Coordinate(latitude: latitude, longitude: longitude), isLongitudeFirst)
  }

  /// The point in a field with a geometry in its binary form, in hexadecimal digits, as databases
  /// write it; `nil` for any other text.
  private static func point(_ text: ArraySlice<UInt8>) -> Coordinate? {
    guard text.count >= 42, text.count.isMultiple(of: 2), text.starts(with: "01".utf8) else {
      return nil
    }
    let digits = text.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.count else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    let geometry = try? WKBGeometry(bytes, .spatiaLite, in: .geographic)
    return geometry?.coordinates.count == 1 ? geometry?.coordinates[0] : nil
  }

  /// The two numbers of ISO 6709, whose signs part them: "+48.2011+016.3522/", "+4812.07+01621.13/".
  private static func signedPair(_ text: ArraySlice<UInt8>) -> Coordinate? {
    let signs = text.indices.filter { text[$0] == ASCII.plus || text[$0] == ASCII.minus }
    guard signs.count >= 2, signs[0] == text.startIndex else { return nil }
    let end = signs.count > 2 ? signs[2] : text.firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
    let parts = [text[signs[0]..<signs[1]], text[signs[1]..<end]]
    let lengths = parts.map { $0.dropFirst().prefix(while: ASCII.isDigit).count }
    guard let latitude = number(parts[0]), let longitude = number(parts[1]),
      [2, 4, 6].contains(lengths[0]), lengths[1] == lengths[0] + 1
    else { return nil }
    /// The last two digits before the point are minutes, or seconds.
    func degrees(_ number: Double, _ unit: Int) -> Double {
      guard unit > 0 else { return number }
      let whole = (number / 100).rounded(.towardZero)
      return degrees(whole, unit - 1) + (number - 100 * whole) / (unit == 1 ? 60 : 3_600)
    }
    let unit = lengths[0] / 2 - 1
    return Coordinate(latitude: degrees(latitude, unit), longitude: degrees(longitude, unit))
  }

  /// The number in a text, with a point or a comma before its fraction.
  static func number(_ part: ArraySlice<UInt8>) -> Double? {
    DecimalNumber.parse(CSVRecords.trimmed(part), allowsComma: true)
  }
}

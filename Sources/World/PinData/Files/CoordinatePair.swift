import Clustering

/// A column with both numbers of a coordinate: "52.52, 13.40" or "POINT (13.40 52.52)".
struct CoordinatePair {
  /// The names of such columns, in lower case, without what is no letter or digit.
  private static let usualNames: Set = [
    "coordinates", "coordinate", "coords", "coord", "latlng", "latlon", "latlong",
    "latitudelongitude", "lonlat", "lnglat", "longlat", "longitudelatitude", "geopoint2d",
    "geopoint", "geo", "geolocation", "geocoordinates", "gpscoordinates", "gps", "location",
    "point", "position", "koordinaten", "koordinate", "coordonnees", "coordenadas", "geom",
    "geometry", "thegeom", "wkt", "wktgeom", "centroid",
  ]
  /// What is before the numbers in the text of a geometry, in upper case without blanks.
  private static let geometries = ["POINT", "POINTZ", "SRID=4326;POINT", "SRID=4326;POINTZ"]

  /// True where the column's name says so; the text of a geometry (WKT) always has it so.
  private let isLongitudeFirst: Bool

  init(column: String) {
    let name = Self.plain(column)
    isLongitudeFirst = name.hasPrefix("lon") || name.hasPrefix("lng")
  }

  static func isUsual(_ column: String) -> Bool { usualNames.contains(plain(column)) }

  /// A name in lower case without what is no letter or digit.
  static func plain(_ column: String) -> String {
    column.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The coordinate in a field, and whether the field has the longitude first; `nil` for any other
  /// text. Of an array in brackets nobody knows the order: GeoJSON has the longitude first.
  func coordinate(
    _ field: ArraySlice<UInt8>
  ) -> (coordinate: Coordinate, isLongitudeFirst: Bool)? {
    var text = CSVRecords.trimmed(field)
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
    let parts = text.split(
      separator: text.contains(ASCII.semicolon)
        ? ASCII.semicolon : hasComma ? ASCII.comma : ASCII.space)
    guard parts.count == 2 || isGeometry && parts.count == 3,
      let first = Self.number(parts[0]), let second = Self.number(parts[1])
    else { return nil }
    return isGeometry || isLongitudeFirst
      ? (Coordinate(latitude: second, longitude: first), true)
      : (Coordinate(latitude: first, longitude: second), false)
  }

  /// The number in a text, with a point or a comma before its fraction.
  static func number(_ part: ArraySlice<UInt8>) -> Double? {
    let text = CSVRecords.trimmed(part)
    return DecimalNumber.parse(
      text, decimalMark: text.contains(ASCII.comma) ? ASCII.comma : ASCII.point)
  }
}

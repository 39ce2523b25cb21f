import MapGeometry

/// The formats of files with pins; a file of each may be compressed with gzip.
package enum PinFileFormat: String, Codable, Hashable, Sendable, CaseIterable {
  case csv = "CSV"
  /// A FeatureCollection, a feature or a geometry.
  case geoJSON = "GeoJSON"
  /// Features or objects one after the other: lines, or a sequence (RFC 8142).
  case jsonLines = "newline-delimited JSON"
  /// An array of objects.
  case jsonArray = "a JSON array"
  case sqlite = "SQLite"
  case geoPackage = "GeoPackage"
}

/// The account of a file's reading: its places, and what was left out because it is none.
package struct PinFileSummary: Codable, Hashable, Sendable {
  /// The reasons why a feature, a geometry or a row is no place; the geometries have their names
  /// from the standard.
  package enum LeftOutReason: String, Codable, Hashable, Sendable, CaseIterable,
    CodingKeyRepresentable
  {
    /// A feature without a geometry: the format allows features without a place.
    case nullGeometry = "null geometry"
    /// A geometry without positions.
    case emptyGeometry = "empty geometry"
    /// A row or an object in which both numbers are empty, or `NaN`, `null` and the like.
    case missingCoordinate = "no coordinate"
    case lineString = "LineString"
    case polygon = "Polygon"
    case multiLineString = "MultiLineString"
    case multiPolygon = "MultiPolygon"
    case geometryCollection = "GeometryCollection"
    /// A curve, a surface or a geometry of an extension.
    case otherGeometry = "other geometry"
  }

  /// The rectangle around places, in degrees, not across the antimeridian.
  package struct Bounds: Codable, Hashable, Sendable {
    package private(set) var south: Double
    package private(set) var west: Double
    package private(set) var north: Double
    package private(set) var east: Double

    init(_ coordinate: Coordinate) {
      (south, north) = (coordinate.latitude, coordinate.latitude)
      (west, east) = (coordinate.longitude, coordinate.longitude)
    }

    mutating func extend(to coordinate: Coordinate) {
      (south, north) = (min(south, coordinate.latitude), max(north, coordinate.latitude))
      (west, east) = (min(west, coordinate.longitude), max(east, coordinate.longitude))
    }
  }

  package let format: PinFileFormat
  /// True for a file in the format gzip.
  package let isCompressed: Bool
  /// The table of a database.
  package let table: String?
  package let placeCount: Int
  /// The numbers of what was left out, above 0.
  package let leftOut: [LeftOutReason: Int]
  /// The number of places at exactly the same coordinate as another one.
  package let coincidentCount: Int
  /// The number of places at latitude 0, longitude 0, where a missing coordinate often ends.
  package let zeroCount: Int
  package let bounds: Bounds
  /// True if the caller reads the latitude from a column whose name is one of a longitude, and the
  /// other way round.
  package let hasSwappedColumns: Bool
}

extension PinFileSummary: CustomStringConvertible {
  /// Two lines for people.
  package var description: String {
    "\(placeCount) \(placeCount == 1 ? "place" : "places") from \(source)\(leftOutText)\n"
      + "latitude \(Self.degrees(bounds.south)) to \(Self.degrees(bounds.north)), "
      + "longitude \(Self.degrees(bounds.west)) to \(Self.degrees(bounds.east))"
      + (zeroCount == 0 ? "" : "; \(zeroCount) at 0, 0: is a coordinate missing there?")
      + (coincidentCount == 0 ? "" : "; \(coincidentCount) at the coordinate of another")
      + (hasSwappedColumns ? "; latitude and longitude exchanged, as told" : "")
  }

  /// An angle to a hundred-thousandth of a degree, about a metre.
  private static func degrees(_ angle: Double) -> String {
    "\((angle * 100_000).rounded() / 100_000)"
  }

  private var source: String {
    format.rawValue + (isCompressed ? ", compressed" : "")
      + (table.map { ", table \"\($0.excerpt)\"" } ?? "")
  }

  private var leftOutText: String {
    let counts = LeftOutReason.allCases.compactMap { reason in
      leftOut[reason].map { "\($0) \(reason.rawValue)" }
    }
    return "; left out: " + (counts.isEmpty ? "none" : counts.joined(separator: ", "))
  }
}

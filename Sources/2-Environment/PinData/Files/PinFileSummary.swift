import Clustering

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

/// The account of a file's reading: its places, and the items that were left out because they are
/// not places.
package struct PinFileSummary: Codable, Hashable, Sendable, CustomStringConvertible {
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
    /// A way or a relation of OpenStreetMap without its centre.
    case way = "way or relation"
    /// A node of OpenStreetMap without tags, in a file with ways.
    case corner = "corner of a way"
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

  /// The columns of a table, or the members of objects, with a coordinate.
  package struct Taken: Codable, Hashable, Sendable {
    /// The names of a latitude and a longitude, or that of a geometry, as the file writes them.
    package let names: [String]
    /// The member of an object that they are in; `nil` in the object itself.
    package let member: String?

    init(_ names: String..., member: String? = nil) {
      self.names = names
      self.member = member
    }
  }

  package let format: PinFileFormat
  /// Indicates whether this is a file in the format gzip.
  package let isCompressed: Bool
  /// The table of a database.
  package let table: String?
  /// The fields that the coordinates were read from; empty for GeoJSON, which defines them. Several
  /// kinds of objects may be in one file.
  package let taken: [Taken]
  /// Other notes on the reading, such as what was not read.
  package let notes: [String]
  package let placeCount: Int
  /// The numbers of what was left out, above 0.
  package let leftOut: [LeftOutReason: Int]
  /// The number of places at exactly the same coordinate as another one.
  package let coincidentCount: Int
  /// The number of places at latitude 0, longitude 0, where a missing coordinate often ends.
  package let zeroCount: Int
  package let bounds: Bounds
  /// Indicates whether the caller reads the latitude from a column whose name is one of a
  /// longitude, and the other way round.
  package let hasSwappedColumns: Bool

  /// Two lines for people, and one for each note between them.
  package var description: String {
    let lines = ["\(placeCount.places) from \(source)\(leftOutText)"] + notes.map { "note: " + $0 }
    return (lines + [coordinateText]).joined(separator: "\n")
  }

  private var coordinateText: String {
    "latitude \(Self.degrees(bounds.south)) to \(Self.degrees(bounds.north)), "
      + "longitude \(Self.degrees(bounds.west)) to \(Self.degrees(bounds.east))"
      + (zeroCount == 0 ? "" : "; \(zeroCount) at 0, 0: is a coordinate missing there?")
      + (coincidentCount == 0 ? "" : "; \(coincidentCount) at the same coordinate as another")
      + (hasSwappedColumns ? "; latitude and longitude exchanged, as requested" : "")
  }

  /// An angle to a hundred-thousandth of a degree, about a metre.
  private static func degrees(_ angle: Double) -> String {
    "\((angle * 100_000).rounded() / 100_000)"
  }

  private var source: String {
    format.rawValue + (isCompressed ? ", compressed" : "")
      + (table.map { ", table \"\($0.excerpt)\"" } ?? "") + takenText
  }

  private var takenText: String {
    guard let first = taken.first else { return "" }
    let isTable = format == .csv || table != nil
    let word = (isTable ? "column" : "member") + (first.names.count == 1 ? " " : "s ")
    return ", " + word + taken.map(\.text).joined(separator: " or ")
  }

  private var leftOutText: String {
    "; left out: " + (leftOut.isEmpty ? "none" : leftOut.listing)
  }
}

extension [PinFileSummary.LeftOutReason: Int] {
  /// The numbers with their reasons.
  var listing: String {
    PinFileSummary.LeftOutReason.allCases
      .compactMap { reason in self[reason].map { "\($0) \(reason.rawValue)" } }
      .joined(separator: ", ")
  }
}

extension Int {
  /// The number of places in a text.
  var places: String { self == 1 ? "1 place" : "\(self) places" }
}

extension PinFileSummary.Taken {
  /// The names, where a caller may give them in another order; `nil` for geometries and arrays.
  package var exchangeable: CoordinateNames? {
    guard names.count == 2, !names[0].hasSuffix("]") else { return nil }
    return CoordinateNames(latitude: names[0], longitude: names[1])
  }

  /// The names in quotes.
  var text: String {
    names.map { "\"\($0.excerpt(40))\"" }.joined(separator: " and ")
      + (member.map { " of \"\($0.excerpt(40))\"" } ?? "")
  }
}

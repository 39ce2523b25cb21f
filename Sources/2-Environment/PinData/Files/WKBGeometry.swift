import Clustering
import Foundation

/// The spatial reference systems whose coordinates can be read.
package enum ReferenceSystem: Equatable {
  /// Longitude and latitude in degrees.
  case geographic
  /// Metres of EPSG:3857.
  case webMercator

  /// EPSG's numbers of systems in degrees that differ from WGS 84 by some metres at most: ETRS89,
  /// NAD83, GDA94, GDA2020, CGCS2000 and SIRGAS 2000.
  static let near: Set = [4258, 4269, 4283, 7844, 4490, 4674]

  /// The note on one of them.
  static func note(_ name: String) -> String {
    "the reference system \"\(name.excerpt(60))\" is read as WGS 84 (off by metres)"
  }

  /// Notes on a system with a number.
  static func notes(_ number: Int) -> [String] {
    if near.contains(number) { return [note("EPSG:\(number)")] }
    guard number == 0 || number == -1 else { return [] }
    return ["the reference system is not defined (\(number)): read as degrees of WGS 84"]
  }

  /// - Parameter number: EPSG's number, or one of the two for an undefined system, which GeoPackages
  ///   and SpatiaLite have.
  init(number: Int) throws(Problem) {
    switch number {
    case 4326, 4979, 0, -1: self = .geographic
    case _ where Self.near.contains(number): self = .geographic
    case 3857: self = .webMercator
    default:
      throw .mismatch(
        expected: "coordinates of EPSG:4326 (WGS 84) or EPSG:3857 (web mercator)",
        found: "the spatial reference system \(number)",
        remedy: "Convert them, for example: ogr2ogr -t_srs EPSG:4326 NEW.gpkg FILE.")
    }
  }

  func coordinate(x: Double, y: Double) -> Coordinate {
    switch self {
    case .geographic: return Coordinate(latitude: y, longitude: x)
    case .webMercator:
      let radius = 6_378_137.0
      return Coordinate(
        latitude: (2 * atan(exp(y / radius)) - .pi / 2) * 180 / .pi,
        longitude: x / radius * 180 / .pi)
    }
  }
}

/// A geometry in the well-known binary form (OGC 06-103r4), with the header that a GeoPackage adds
/// (OGC 12-128r19, 2.1.3), or in SpatiaLite's variant of it (gaia-gis.it, "BLOB-Geometry"). The
/// variants with heights and measures of ISO and of PostGIS are read.
package struct WKBGeometry {
  /// The format in which a database stores a geometry.
  package enum Encoding: Hashable, Sendable {
    case geoPackage
    /// SpatiaLite's, or the form without a header that GDAL writes into SQLite.
    case spatiaLite
  }

  /// The places, on the earth or not.
  package private(set) var coordinates: [Coordinate] = []
  /// The reason why it is no place.
  package private(set) var leftOut: PinFileSummary.LeftOutReason?

  private var bytes: ArraySlice<UInt8>
  private var system: ReferenceSystem
  /// SpatiaLite's byte order, 0 or 1, which it writes once only: a geometry begins with a mark.
  private var commonOrder: UInt8?

  /// Reads a blob.
  package init(
    _ blob: [UInt8], _ encoding: Encoding, in system: ReferenceSystem
  ) throws(DataFileError.Problem) {
    bytes = blob[...]
    self.system = system
    switch encoding {
    case .geoPackage: try scanGeoPackage()
    // No variant of SpatiaLite begins so, but the byte order of the form without a header.
    case .spatiaLite where blob.first == 1: try scanGeometry()
    case .spatiaLite: try scanSpatiaLite()
    }
    guard bytes.isEmpty else {
      throw .mismatch(expected: "the end of the geometry", found: "\(bytes.count) bytes more")
    }
  }

  // MARK: - Headers

  private func isNot(_ start: String) -> Problem {
    .mismatch(
      expected: "a geometry that begins with \(start)",
      found: "\(bytes.count) bytes that begin with "
        + bytes.prefix(4).map { String($0, radix: 16) }.joined(separator: " "))
  }

  private mutating func scanGeoPackage() throws(Problem) {
    guard bytes.starts(with: Array("GP".utf8)) else { throw isNot("\"GP\"") }
    try skip(3)
    let flags = try byte()
    // The length of the envelope by the contents indicator.
    let envelopes = [0, 32, 48, 48, 64]
    let envelope = Int(flags >> 1 & 7)
    guard envelope < envelopes.count else {
      throw .mismatch(expected: "an envelope of the kind 0 to 4", found: "the kind \(envelope)")
    }
    // The number of the reference system, which the table has too.
    try skip(4 + envelopes[envelope])
    if flags & 0x30 != 0 {
      leftOut = flags & 0x20 != 0 ? .otherGeometry : .emptyGeometry
      bytes.removeAll()
    } else {
      try scanGeometry()
    }
  }

  private mutating func scanSpatiaLite() throws(Problem) {
    // 0x80 and 0x81 in the second byte, of "tiny points", are not read.
    guard bytes.starts(with: [0, 0]) || bytes.starts(with: [0, 1]), bytes.last == 0xFE else {
      throw isNot("0 0 or 0 1 and ends with fe")
    }
    bytes = bytes.dropFirst().dropLast()
    commonOrder = try byte()
    // The number of the reference system, which the table has too, and the rectangle.
    try skip(4 + 32)
    try scanGeometry()
  }

  // MARK: - Geometries

  private enum Kind: UInt32 {
    case point = 1
    case multiPoint = 4
  }

  private struct Header {
    let isLittleEndian: Bool
    let type: UInt32
    /// The number of coordinates of a position: two, and those for the height and the measure.
    let dimensions: Int
  }

  private mutating func scanGeometry() throws(Problem) {
    let header = try header()
    switch Kind(rawValue: header.type) {
    case .point:
      if try !scanPosition(header) { leftOut = .emptyGeometry }
    case .multiPoint:
      let count = try number(UInt32.self, isLittleEndian: header.isLittleEndian)
      for _ in 0..<count {
        let part = try self.header()
        guard part.type == Kind.point.rawValue else {
          throw .mismatch(
            expected: "points in a MultiPoint", found: "a geometry of the type \(part.type)")
        }
        _ = try scanPosition(part)
      }
      if coordinates.isEmpty { leftOut = .emptyGeometry }
    case nil:
      leftOut = try Self.reason(header.type)
      bytes.removeAll()
    }
  }

  private mutating func header() throws(Problem) -> Header {
    let mark = try byte()
    guard commonOrder == nil || mark == 0x7C || mark == 0x69 else {
      throw .mismatch(expected: "the mark 124 or 105 before a geometry", found: "\(mark)")
    }
    let order = commonOrder ?? mark
    guard order <= 1 else { throw .mismatch(expected: "the byte order 0 or 1", found: "\(order)") }
    var type = try number(UInt32.self, isLittleEndian: order == 1)
    // PostGIS has flags for a height, a measure and a reference system, ISO thousands.
    var dimensions = 2 + Int(type >> 31) + Int(type >> 30 & 1)
    let hasSystem = type & 0x2000_0000 != 0
    type &= 0x1FFF_FFFF
    // SpatiaLite's lines and areas may be compressed.
    if commonOrder != nil, type >= 1_000_000 { type -= 1_000_000 }
    switch type / 1_000 {
    case 0: break
    case 1, 2: dimensions += 1
    case 3: dimensions += 2
    default: throw .mismatch(expected: "a type of geometry", found: "\(type)")
    }
    guard dimensions <= 4 else {
      throw .mismatch(expected: "a position of at most 4 numbers", found: "one of \(dimensions)")
    }
    if hasSystem {
      let number = try number(Int32.self, isLittleEndian: order == 1)
      system = try ReferenceSystem(number: Int(number))
    }
    return Header(isLittleEndian: order == 1, type: type % 1_000, dimensions: dimensions)
  }

  /// Adds a position and returns true; an empty point has none.
  private mutating func scanPosition(_ header: Header) throws(Problem) -> Bool {
    let x = Double(bitPattern: try number(UInt64.self, isLittleEndian: header.isLittleEndian))
    let y = Double(bitPattern: try number(UInt64.self, isLittleEndian: header.isLittleEndian))
    try skip(8 * (header.dimensions - 2))
    if x.isNaN && y.isNaN { return false }
    coordinates.append(system.coordinate(x: x, y: y))
    return true
  }

  private static func reason(_ type: UInt32) throws(Problem) -> PinFileSummary.LeftOutReason {
    switch type {
    case 2: .lineString
    case 3: .polygon
    case 5: .multiLineString
    case 6: .multiPolygon
    case 7: .geometryCollection
    case 0, 8...17: .otherGeometry
    default: throw .mismatch(expected: "a type of geometry", found: "\(type)")
    }
  }

  // MARK: - Numbers

  private mutating func byte() throws(Problem) -> UInt8 {
    guard let byte = bytes.popFirst() else { throw Self.tooShort }
    return byte
  }

  private mutating func skip(_ count: Int) throws(Problem) {
    guard bytes.count >= count else { throw Self.tooShort }
    bytes.removeFirst(count)
  }

  private mutating func number<Number: FixedWidthInteger>(
    _: Number.Type, isLittleEndian: Bool
  ) throws(Problem) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count >= size else { throw Self.tooShort }
    let number = bytes.prefix(size).reduce(Number(0)) { $0 << 8 | Number($1) }
    bytes.removeFirst(size)
    return isLittleEndian ? number.byteSwapped : number
  }

  private static var tooShort: Problem {
    .mismatch(expected: "a whole geometry", found: "its end after a part")
  }
}

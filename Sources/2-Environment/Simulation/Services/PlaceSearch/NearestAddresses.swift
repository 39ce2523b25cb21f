import Clustering
import Foundation
import Support

/// Finds the addresses around a coordinate in circles that grow until they contain enough.
struct NearestAddresses {
  /// The first circle's radius in metres.
  static let firstRadius = 50.0
  static let growth = 3.0
  /// Half of the earth's circumference, in metres, and a little more.
  static let wholeEarth = 20_100_000.0

  let database: SQLiteConnection
  let center: Coordinate
  /// The number of measured distances.
  private(set) var examined = 0

  /// The rows of the nearest addresses, nearest first.
  mutating func rows(within distance: Double, limit: Int) throws -> [Int] {
    let farthest = min(distance, Self.wholeEarth)
    var radius = min(Self.firstRadius, farthest)
    while true {
      let found = try addresses(within: radius)
      if found.count >= limit || radius >= farthest {
        return found.sorted { ($0.millimeters, $0.row) < ($1.millimeters, $1.row) }
          .prefix(limit).map(\.row)
      }
      radius = min(radius * Self.growth, farthest)
    }
  }

  private mutating func addresses(
    within radius: Double
  ) throws -> [(millimeters: Int, row: Int)] {
    let rows = try database.statement(
      """
      SELECT id, latitude, longitude FROM addresses
      WHERE maxLatitude >= ? AND minLatitude <= ? AND maxLongitude >= ? AND minLongitude <= ?
      """)
    // The sine's last digit differs between C libraries: whole millimetres decide.
    let maxMillimeters = Int((radius * 1000).rounded())
    let box = DistanceBox(center: center, distance: radius + 0.001)
    var found: [(millimeters: Int, row: Int)] = []
    for longitudes in box.longitudes {
      try rows.start(
        box.latitudes.lowerBound, box.latitudes.upperBound, longitudes.lowerBound,
        longitudes.upperBound)
      while try rows.step() {
        guard !rows.isNull(1), !rows.isNull(2) else { continue }
        let address = Coordinate(latitude: rows.double(1), longitude: rows.double(2))
        guard address.isValid else { continue }
        examined += 1
        let distance = center.greatCircleDistance(to: address)
        let millimeters = Int((distance * 1000).rounded())
        if millimeters <= maxMillimeters { found.append((millimeters, try rows.number(0))) }
      }
    }
    return found
  }
}

/// The rectangles of degrees that contain all places within a distance of a centre.
struct DistanceBox {
  let latitudes: ClosedRange<Double>
  /// Two where the box crosses the antimeridian.
  let longitudes: [ClosedRange<Double>]

  init(center: Coordinate, distance: Double) {
    // More than all rounding errors, and too little to matter.
    let angle = distance / Coordinate.meanEarthRadius * (1 + 1e-9) + 1e-12
    let degrees = angle * 180 / .pi
    let south = center.latitude - degrees
    let north = center.latitude + degrees
    latitudes = max(south, -90)...min(north, 90)
    guard south > -90, north < 90 else {
      longitudes = [-180...180]
      return
    }
    // Where the meridians touch the circle; it has no pole inside, so the ratio is below 1.
    let ratio = min(sin(angle) / cos(center.latitude * .pi / 180), 1)
    let halfWidth = asin(ratio) * 180 / .pi * (1 + 1e-9) + 1e-9
    let west = center.longitude - halfWidth
    let east = center.longitude + halfWidth
    if halfWidth >= 180 {
      longitudes = [-180...180]
    } else if west < -180 {
      longitudes = [-180...east, west + 360...180]
    } else if east > 180 {
      longitudes = [west...180, -180...east - 360]
    } else {
      longitudes = [west...east]
    }
  }
}

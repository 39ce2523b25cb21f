import GRDB
import MapGeometry

/// Finds the addresses around a coordinate in circles that grow until they hold enough.
struct NearestAddresses {
  /// The first circle's radius in metres.
  static let firstRadius = 50.0
  static let growth = 3.0
  /// Half of the earth's circumference, in metres, and a little more.
  static let wholeEarth = 20_100_000.0

  let database: Database
  let center: Coordinate
  /// How many distances were measured.
  private(set) var examined = 0

  init(database: Database, center: Coordinate) {
    self.database = database
    self.center = center
  }

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
    let statement = try database.cachedStatement(
      sql: """
        SELECT id, latitude, longitude FROM addresses
        WHERE maxLatitude >= ? AND minLatitude <= ? AND maxLongitude >= ? AND minLongitude <= ?
        """)
    // The sine's last digit differs between C libraries: whole millimetres decide.
    let most = Int((radius * 1000).rounded())
    let box = DistanceBox(center: center, distance: radius + 0.001)
    var found: [(millimeters: Int, row: Int)] = []
    for longitudes in box.longitudes {
      let rows = try Row.fetchCursor(
        statement,
        arguments: [
          box.latitudes.lowerBound, box.latitudes.upperBound, longitudes.lowerBound,
          longitudes.upperBound,
        ])
      while let row = try rows.next() {
        guard let latitude = row[1] as Double?, let longitude = row[2] as Double? else { continue }
        let address = Coordinate(latitude: latitude, longitude: longitude)
        guard address.isValid else { continue }
        examined += 1
        let distance = center.greatCircleDistance(to: address)
        let millimeters = Int((distance * 1000).rounded())
        if millimeters <= most { found.append((millimeters, try row.number(0))) }
      }
    }
    return found
  }
}

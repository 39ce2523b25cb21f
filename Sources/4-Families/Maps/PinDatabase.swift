import Clustering
import Support

/// Pins in an R*Tree of SQLite, in a file.
struct PinDatabase {
  private let database: SQLiteConnection

  init(_ points: [MapPoint], path: String) throws {
    let database = try SQLiteConnection(path, .create)
    try database.transaction {
      // An R*Tree's own coordinates are 32-bit and rounded outwards, which moves a pin by up to 16
      // map points; the exact place is an auxiliary column.
      try database.execute(
        "CREATE VIRTUAL TABLE pins USING rtree(id, minX, maxX, minY, maxY, +x REAL, +y REAL)")
      let insertion = try database.statement("INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?, ?)")
      for (pin, point) in points.enumerated() {
        try insertion.run(pin, point.x, point.x, point.y, point.y, point.x, point.y)
      }
    }
    self.database = database
  }

  /// Replaces the contents of an array by the pins in a rectangle.
  func pins(in rect: MapRect, into pins: inout [Int]) throws {
    pins.removeAll(keepingCapacity: true)
    // The exact place lies in another row, which is read at the edges only.
    let query = try database.statement(
      """
      SELECT id FROM pins
      WHERE maxX >= ?1 AND minX <= ?2 AND maxY >= ?3 AND minY <= ?4
        AND (minX >= ?1 AND maxX <= ?2 AND minY >= ?3 AND maxY <= ?4
          OR x BETWEEN ?1 AND ?2 AND y BETWEEN ?3 AND ?4)
      """)
    for part in rect.partsOnWorld {
      try query.start(part.minX, part.maxX, part.minY, part.maxY)
      while try query.step() { pins.append(Int(query.integer(0))) }
    }
  }
}

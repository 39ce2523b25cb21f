import Clustering
import GRDB
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel
import Workloads

/// Shows the pins inside the visible rectangle and a margin around it, found by SQLite's R*Tree in
/// a database file: how an app reads pins that it does not keep in memory.
public final class VisibleRegionDatabase: AnnotationStrategy {
  private let database: DatabaseQueue
  private var visible: [Int] = []
  private var points: [MapPoint]
  private var shown = ShownAnnotations()

  public init(pins: PinSet, context: StrategyContext) throws {
    var configuration = Configuration()
    configuration.label = "pins"
    database = try DatabaseQueue(
      path: context.workspace + "/pins.sqlite", configuration: configuration)
    points = pins.mapPoints
    try Self.fill(database, with: points)
  }

  private static func fill(_ database: DatabaseQueue, with points: [MapPoint]) throws {
    try database.write { database in
      // An R*Tree's own coordinates are 32-bit and rounded outwards, which moves a pin by up to 16
      // map points; the exact place is an auxiliary column.
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE pins USING rtree(id, minX, maxX, minY, maxY, +x REAL, +y REAL)
          """)
      let insertion = try database.makeStatement(
        sql: "INSERT INTO pins VALUES (?, ?, ?, ?, ?, ?, ?)")
      for (pin, point) in points.enumerated() {
        try insertion.execute(
          arguments: [pin, point.x, point.x, point.y, point.y, point.x, point.y])
      }
    }
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    visible.removeAll(keepingCapacity: true)
    let rect = mapView.visibleMapRect.padded(by: VisibleRegionIndex.padding)
    try database.read { database in
      let query = try database.cachedStatement(
        sql: """
          SELECT id FROM pins
          WHERE maxX >= ? AND minX <= ? AND maxY >= ? AND minY <= ?
            AND x BETWEEN ? AND ? AND y BETWEEN ? AND ?
          """)
      for part in rect.partsOnWorld {
        let rows = try Row.fetchCursor(
          query,
          arguments: [
            part.minX, part.maxX, part.minY, part.maxY,
            part.minX, part.maxX, part.minY, part.maxY,
          ])
        while let row = try rows.next() { visible.append(row[0]) }
      }
    }
    mapView.counts.pinsExamined += visible.count
    shown.show(pins: visible, points: points, on: mapView)
  }
}

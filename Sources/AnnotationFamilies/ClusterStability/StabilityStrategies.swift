import Clustering
import MapGeometry
import MapSimulation
import PinData
import ScenarioModel
import Workloads

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ClusterStabilityFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<AnnotationStrategyFactory>] = [
    entry(
      "screen-grid-clusters",
      "At the end of a movement, one annotation for each cell of 64 points from the screen's corner.",
      reasoning: "A grid over the screen spaces clusters evenly."
    ) {
      try CellsInView($0, cells: .ofScreen, at: .movementEnd, context: $1)
    },
    entry(
      "screen-grid-each-frame", "The same in each frame.",
      reasoning: "Clusters that follow the fingers are always right."
    ) { try CellsInView($0, cells: .ofScreen, at: .eachFrame, context: $1) },
    entry(
      "fractional-zoom-grid",
      "At the end of a movement, cells from the world's corner, 64 points wide at the zoom of then."
    ) { try CellsInView($0, cells: .ofFractionalZoom, at: .movementEnd, context: $1) },
    entry(
      "world-grid-reloaded",
      "At the end of a movement, cells from the world's corner, of a size for each whole zoom level; "
        + "all annotations are removed and added again."
    ) { try ReloadedClusters(grid: $0, context: $1) },
    entry(
      "native-clusters",
      "Adds every pin with one clustering identifier and lets the map view cluster."
    ) { pins, _ in AllPins(pins, views: .clustered) },
    entry(
      "world-grid-clusters",
      "Shows one annotation for each grid cell of 88, 64, 32 or 16 points by zoom, and changes what "
        + "differs."
    ) { pins, context in
      ClustersInView(
        try context.clusters(of: pins.mapPoints) { try GridClusters(points: $0) }, margin: 0)
    },
    entry(
      "hierarchical-clusters",
      "Shows clusters of a hierarchy built once, 40 points in radius at each zoom."
    ) { try ClustersInView(hierarchyOf: $0, context: $1) },
  ]

  private static func entry(
    _ name: String, _ summary: String, reasoning: String? = nil,
    make: @escaping @Sendable (PinSet, StrategyContext) throws -> any AnnotationStrategyCallbacks
  ) -> StrategyEntry<AnnotationStrategyFactory> {
    StrategyEntry(
      name, summary: summary, reasoning: reasoning,
      make: AnnotationStrategyFactory(isFullyCounted: true, make: make))
  }
}

/// Groups the pins in view by the cells of a grid, from scratch for each view of the map.
final class CellsInView: AnnotationStrategyCallbacks {
  /// The place and the size of the cells.
  enum Cells {
    /// From the corner of the visible rectangle.
    case ofScreen
    /// From the corner of the world, as wide on the screen as wanted at each fractional zoom.
    case ofFractionalZoom
  }

  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  /// The width of a cell in points of the screen.
  private static let size = 64.0

  private let points: [MapPoint]
  private let index: Counted<SpatialIndex>
  private let cells: Cells
  private let moment: PinsInView.Moment
  private let context: StrategyContext
  private var visible: [Int] = []
  private var shown = ShownAnnotations()
  private var members: [AnnotationID: [Int]] = [:]

  init(
    _ pins: PinSet, cells: Cells, at moment: PinsInView.Moment, context: StrategyContext
  ) throws {
    points = pins.mapPoints
    index = try context.spatialIndex(points)
    self.cells = cells
    self.moment = moment
    self.context = context
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    if moment == .eachFrame { update(mapView) }
  }

  func regionDidChange(_ mapView: MapView) {
    if moment == .movementEnd { update(mapView) }
  }

  private func update(_ mapView: MapView) {
    let rect = mapView.visibleMapRect
    index.pins(in: rect, into: &visible)
    var computed = ComputationCounts()
    computed.pinsGrouped = visible.count
    context.charge(computed)
    let size = Self.size * rect.width / mapView.device.viewport.width
    let corner = cells == .ofScreen ? rect.origin : MapPoint(x: 0, y: 0)
    var groups: [Cell: [Int]] = [:]
    for pin in visible {
      let point = points[pin]
      let cell = Cell(
        column: Int(((point.x - corner.x) / size).rounded(.down)),
        row: Int(((point.y - corner.y) / size).rounded(.down)))
      groups[cell, default: []].append(pin)
    }
    members = [:]
    // In the order of the cells: a dictionary has none.
    let items = groups.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }.map {
      let pins = $0.value
      let mean = MapPoint(
        x: pins.reduce(0) { $0 + points[$1].x } / Double(pins.count),
        y: pins.reduce(0) { $0 + points[$1].y } / Double(pins.count))
      let id = PinGroup(pins: pins, at: Coordinate(latitude: 0, longitude: 0)).id
      members[id] = pins
      return ClusterItem(id: id, point: mean, count: pins.count)
    }
    shown.show(items, on: mapView)
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    members[annotation.id]?.forEach(body)
  }
}

/// Clusters of a grid over the world, of which all are replaced when the map has come to rest.
final class ReloadedClusters: AnnotationStrategyCallbacks {
  private let clusters: Counted<GridClusters>
  private var items: [ClusterItem] = []

  init(grid pins: PinSet, context: StrategyContext) throws {
    clusters = try context.clusters(of: pins.mapPoints) { try GridClusters(points: $0) }
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}

  func regionDidChange(_ mapView: MapView) {
    clusters.items(in: mapView.visibleMapRect, zoom: mapView.zoom, into: &items)
    mapView.removeAnnotations(mapView.annotations)
    mapView.addAnnotations(
      items.map { Annotation(id: $0.id, mapPoint: $0.point, memberCount: $0.count) })
  }

  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    clusters.forEachPin(of: annotation.id, body)
  }
}

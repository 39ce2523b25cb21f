import Clustering
import PinData
import ScenarioModel
import Simulation

extension AnnotationStrategyFactory {
  /// The strategies of `Family.clusterStability` that come with MapPressure, naive ones first.
  static let clusterStability: [StrategyEntry<Self>] = [
    .init(
      "screen-grid-clusters",
      { AtMovementEnds(of: try cells(of: $0, onScreen: true, context: $1)) },
      "At the end of a movement, shows one annotation per 64-point cell from the screen's corner.",
      reasoning: "A screen grid keeps clusters evenly spaced."),
    .init(
      "screen-grid-each-frame", { try cells(of: $0, onScreen: true, context: $1) },
      "Like screen-grid-clusters, but in each frame.",
      reasoning: "Clusters that follow the fingers are always right."),
    .init(
      "fractional-zoom-grid",
      { AtMovementEnds(of: try cells(of: $0, onScreen: false, context: $1)) },
      "At a movement's end, uses cells from the world's corner, 64 points wide at the current zoom."
    ),
    .init(
      "world-grid-reloaded",
      { pins, context in
        let clusters = try context.clusters(of: pins.mapPoints) { try GridClusters(points: $0) }
        var items: [ClusterItem] = []
        return AtMovementEnds { mapView in
          clusters.items(in: mapView.visibleMapRect, zoom: mapView.zoom, into: &items)
          mapView.removeAnnotations(mapView.annotations)
          mapView.addAnnotations(items.map { Annotation($0) })
        } pins: {
          clusters.forEachPin(of: $0.id, $1)
        }
      },
      "At the end of a movement, uses cells from the world's corner, of one size for each whole "
        + "zoom level; removes all annotations and adds them again."),
    nativeClusters,
    .init(
      "world-grid-clusters", { try ClustersInView(gridOf: $0, context: $1) },
      "Shows one annotation for each grid cell of 88, 64, 32 or 16 points, depending on the zoom, "
        + "and changes only what differs."),
    hierarchicalClusters,
  ]

  /// Groups the pins in view by the cells of a grid, from scratch for each view of the map: cells
  /// of 64 points from the screen's corner or from the world's.
  private static func cells(
    of pins: PinSet, onScreen isOnScreen: Bool, context: StrategyContext
  ) throws -> any AnnotationStrategyCallbacks {
    let points = pins.mapPoints
    let index = try context.spatialIndex(points)
    var visible: [Int] = []
    return GroupsInView { rect, _ in
      index.pins(in: rect, into: &visible)
      context.meter.count(visible.count, \.pinsGrouped)
      let size = 64 * rect.width / context.device.viewport.width
      let corner = isOnScreen ? rect.origin : MapPoint(x: 0, y: 0)
      // By columns and rows.
      var cells: [SIMD2<Int>: [Int]] = [:]
      for pin in visible {
        let column = Int(((points[pin].x - corner.x) / size).rounded(.down))
        let row = Int(((points[pin].y - corner.y) / size).rounded(.down))
        cells[SIMD2(column, row), default: []].append(pin)
      }
      // In the order of the cells: a dictionary has none.
      return cells.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }.map { _, pins in
        let count = Double(pins.count)
        return PinGroup(
          pins: pins,
          point: MapPoint(
            x: pins.reduce(0) { $0 + points[$1].x } / count,
            y: pins.reduce(0) { $0 + points[$1].y } / count))
      }
    }
  }
}

/// Changes the map at the end of each movement only.
private final class AtMovementEnds: AnnotationStrategyCallbacks {
  typealias Pins = (Annotation, (Int) -> Void) -> Void

  private let update: (MapView) throws -> Void
  private let pins: Pins

  /// - Parameter pins: as `forEachPin(of:_:)` of a strategy.
  init(_ update: @escaping (MapView) throws -> Void, pins: @escaping Pins) {
    self.update = update
    self.pins = pins
  }

  convenience init(of strategy: any AnnotationStrategyCallbacks) {
    self.init(strategy.mapViewDidChangeVisibleRegion, pins: strategy.forEachPin)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  func regionDidChange(_ mapView: MapView) throws { try update(mapView) }
  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) { pins(annotation, body) }
}

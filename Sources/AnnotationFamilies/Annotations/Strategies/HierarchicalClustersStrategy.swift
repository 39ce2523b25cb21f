import Clustering
import MapGeometry
import MapSimulation
import PinData
import Workloads

/// Shows clusters of a hierarchy that is built once: at each whole zoom level, pins and clusters
/// within 40 points of one another are one cluster of the level above.
public final class HierarchicalClustersStrategy: AnnotationStrategy {
  /// The radius of a cluster at a whole zoom level, in points.
  public static let radius = 40.0

  private let clusters: HierarchicalClusters
  private var items: [ClusterItem] = []
  private var shown = ShownAnnotations()

  public init(pins: PinSet, context: StrategyContext) throws {
    clusters = try HierarchicalClusters(
      points: pins.mapPoints,
      options: HierarchicalClusters.Options(radius: Self.radius, extent: Viewport.tileSize))
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    let zoom = mapView.zoom
    clusters.items(
      in: Self.queryRect(showing: mapView.visibleMapRect, zoom: zoom), zoom: zoom, into: &items)
    mapView.counts.pinsExamined += items.count
    shown.show(items, on: mapView)
  }

  /// The visible rectangle grown by as far as a cluster can lie from one of its pins, so that
  /// every pin in view has its cluster on the map even where the cluster is just off screen.
  ///
  /// At each level an item joins a seed within one radius, and the mean moves from the seed by at
  /// most another; over all deeper levels that adds up to 2r (1 + 1/2 + 1/4 + ...) = 4r.
  private static func queryRect(showing rect: MapRect, zoom: Double) -> MapRect {
    let level = max(zoom.rounded(.down), 0)
    var tiles = 1.0
    for _ in 0..<Int(min(level, 24)) { tiles *= 2 }
    let radiusInMapPoints = radius / Viewport.tileSize * MapSize.world.width / tiles
    return rect.insetBy(dx: -4 * radiusInMapPoints, dy: -4 * radiusInMapPoints)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    clusters.forEachPin(of: annotation.id, body)
  }
}

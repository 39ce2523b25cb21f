import Clustering
import MapGeometry
import MapSimulation
import PinData
import Workloads

/// Shows one annotation for each cell of a grid over the world, as ClusterMap does: cells of 88,
/// 64, 32 or 16 points by zoom, a cluster at the mean of its pins.
public final class GridClustersStrategy: AnnotationStrategy {
  private let clusters: GridClusters
  private var items: [ClusterItem] = []
  private var shown = ShownAnnotations()

  public init(pins: PinSet, context: StrategyContext) throws {
    clusters = try GridClusters(points: pins.mapPoints)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    clusters.items(in: mapView.visibleMapRect, zoom: mapView.zoom, into: &items)
    mapView.counts.pinsExamined += items.count
    shown.show(items, on: mapView)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    clusters.forEachPin(of: annotation.id, body)
  }
}

import Clustering
import MapGeometry
import MapSimulation

/// Builds an index of clusters for all zoom levels beside the main thread when the data changes,
/// and asks it on the main thread whenever the camera moves.
public final class HierarchicalQuery: AnnotationUpdateStrategy {
  /// The radius of a cluster at a whole zoom level, in points.
  public static let radius = 40.0

  private struct Index {
    let clusters: HierarchicalClusters
    /// The pins that it was built from, in its order.
    let pins: [MapPin]
    let revision: Int
  }

  private let model: PinModel
  private let context: UpdateContext
  private var index: Index?
  private var isOutOfDate = false
  private var isBuilding = false
  private var items: [ClusterItem] = []
  private var annotations = ItemAnnotations()

  public init(model: PinModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    isOutOfDate = true
    try buildIfNeeded(for: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    show(on: mapView)
  }

  /// One index is built at a time; what changes meanwhile waits for the next.
  private func buildIfNeeded(for mapView: MapView) throws {
    guard isOutOfDate, !isBuilding else { return }
    isOutOfDate = false
    isBuilding = true
    let (pins, revision) = (model.pins, model.revision)
    try context.inBackground { counts in
      counts.pinsClustered = pins.count
      return try context.timing(\.clustering) {
        try HierarchicalClusters(
          points: pins.map(\.point),
          options: HierarchicalClusters.Options(radius: Self.radius, extent: Viewport.tileSize))
      }
    } completion: { [weak self, weak mapView] clusters in
      guard let self, let mapView else { return }
      isBuilding = false
      index = Index(clusters: clusters, pins: pins, revision: revision)
      show(on: mapView)
      try buildIfNeeded(for: mapView)
    }
  }

  private func show(on mapView: MapView) {
    guard let index else { return }
    let zoom = mapView.zoom
    index.clusters.items(
      in: mapView.visibleMapRect.grown(byClustersOf: Self.radius, zoom: zoom), zoom: zoom,
      into: &items)
    mapView.counts.pinsExamined += items.count
    // The index numbers the pins by their order in the data, the map by their own numbers.
    let named = items.map { item in
      item.id.pinIndex.map { index.pins[$0].item } ?? item
    }
    annotations.show(named, on: mapView, context: context)
    context.shows(revision: index.revision, cameraRevision: context.cameraRevision)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    if let pin = annotation.id.pinIndex { return body(pin) }
    index?.clusters.forEachPin(of: annotation.id) { position in
      if let pin = index?.pins[position] { body(pin.number) }
    }
  }
}

extension MapRect {
  /// The rectangle grown by as far as a cluster can lie from one of its pins: at each level an item
  /// joins a seed within one radius, and the mean moves from the seed by at most another; over all
  /// deeper levels that adds up to 2r (1 + 1/2 + 1/4 + ...) = 4r.
  fileprivate func grown(byClustersOf radius: Double, zoom: Double) -> MapRect {
    let level = min(max(Int(zoom.rounded(.down)), 0), 24)
    let reach = 4 * radius / Viewport.tileSize * MapSize.world.width / Double(1 << level)
    return insetBy(dx: -reach, dy: -reach)
  }
}

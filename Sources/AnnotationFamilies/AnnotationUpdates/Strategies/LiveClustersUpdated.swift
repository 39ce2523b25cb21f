import Clustering
import MapGeometry
import MapSimulation

/// Updates a live clusterer by what changed, and shows the clusters in view.
public final class LiveClustersUpdated: AnnotationUpdateStrategy {
  private let model: PinModel
  private let context: UpdateContext
  private var clusters: LiveClusters
  private var items: [ClusterItem] = []
  private var annotations = ItemAnnotations()

  public init(model: PinModel, context: UpdateContext) throws {
    self.model = model
    self.context = context
    clusters = try LiveClusters()
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    var counts = ComputationCounts()
    counts.pinsClustered = changes.removed.count + changes.moved.count + changes.inserted.count
    context.charge(counts)
    try context.timing(\.clustering) {
      try clusters.remove(changes.removed)
      try clusters.move(changes.moved.map(LiveClusters.Pin.init))
      try clusters.insert(contentsOf: changes.inserted.map(LiveClusters.Pin.init))
    }
    show(on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    show(on: mapView)
  }

  private func show(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard
      !context.isShowing(revision: model.revision, cameraRevision: context.cameraRevision)
    else { return }
    clusters.snapshot.items(in: mapView.visibleMapRect, zoom: mapView.zoom, into: &items)
    mapView.counts.pinsExamined += items.count
    annotations.show(items, on: mapView, context: context)
    context.shows(revision: model.revision, cameraRevision: context.cameraRevision)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    clusters.snapshot.forEachPin(of: annotation.id, body)
  }
}

extension LiveClusters.Pin {
  fileprivate init(_ pin: MapPin) {
    self.init(index: pin.number, point: pin.point)
  }
}

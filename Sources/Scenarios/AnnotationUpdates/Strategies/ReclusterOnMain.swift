import MapSimulation

/// Groups the pins in view into cells from scratch, on the main thread, whenever the camera moves:
/// once a frame during a gesture.
public final class ReclusterOnMain: AnnotationUpdateStrategy {
  private let model: MapModel
  private let context: UpdateContext
  private var cells = VisibleCells()
  private var annotations = ItemAnnotations()

  public init(model: MapModel, context: UpdateContext) {
    self.model = model
    self.context = context
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    recluster(on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    recluster(on: mapView)
  }

  private func recluster(on mapView: MapView) {
    // The data and the camera may change at once, and both callbacks come.
    guard
      !context.isShowing(revision: model.revision, cameraRevision: context.cameraRevision)
    else { return }
    var counts = ComputationCounts()
    cells = VisibleCells(
      of: model.pins, in: mapView.visibleMapRect, zoom: mapView.zoom, counts: &counts)
    context.charge(counts)
    annotations.show(cells.items, on: mapView, context: context)
    context.shows(revision: model.revision, cameraRevision: context.cameraRevision)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    cells.forEachPin(of: annotation.id, body)
  }
}

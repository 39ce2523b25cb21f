import MapSimulation

/// Groups the pins in view into cells from scratch, on the main thread, whenever the camera moves:
/// once a frame during a gesture.
public final class ReclusterOnMain: AnnotationUpdateStrategy {
  private var annotations: CellAnnotations

  public init(model: PinModel, context: UpdateContext) {
    annotations = CellAnnotations(model: model, context: context)
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    annotations.recluster(on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    annotations.recluster(on: mapView)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    annotations.forEachPin(of: annotation, body)
  }
}

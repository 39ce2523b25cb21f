import MapSimulation

/// Groups the pins in view from scratch on the main thread, but only when a movement of the camera
/// has ended.
public final class ReclusterOnRegionEnd: AnnotationUpdateStrategy {
  private var annotations: CellAnnotations

  public init(model: PinModel, context: UpdateContext) {
    annotations = CellAnnotations(model: model, context: context)
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
    annotations.recluster(on: mapView)
  }

  public func regionDidChange(_ mapView: MapView) {
    annotations.recluster(on: mapView)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    annotations.forEachPin(of: annotation, body)
  }
}

import MapSimulation

/// Adds a few annotations a frame, and draws each as one flat image instead of a system marker.
public final class FrameBudgetedImages: AnnotationUpdateStrategy {
  private var annotations: PinsInViewByBudget

  public init(model: MapModel, context: UpdateContext) {
    annotations = PinsInViewByBudget(model: model, context: context)
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try annotations.modelDidChange(on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    annotations.visibleRegionDidChange(on: mapView)
  }

  public func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    annotations.frameWillShow(on: mapView, after: duration)
  }

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedImageView(for: annotation)
  }
}

import MapSimulation

/// Adds a few annotations a frame, and draws each as one flat image instead of a system marker.
public final class FrameBudgetedImages: AnnotationUpdateStrategy {
  private let markers: FrameBudgetedAdds

  public init(model: PinModel, context: UpdateContext) {
    markers = FrameBudgetedAdds(model: model, context: context)
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try markers.modelDidChange(changes, on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    markers.mapViewDidChangeVisibleRegion(mapView)
  }

  public func displayWillRefresh(_ mapView: MapView, after duration: Int64) {
    markers.displayWillRefresh(mapView, after: duration)
  }

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedImageView(for: annotation)
  }
}

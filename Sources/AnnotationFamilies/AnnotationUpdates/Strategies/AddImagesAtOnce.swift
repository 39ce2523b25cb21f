import MapSimulation

/// Adds all pins that come into view at once, each drawn as one flat image instead of a system
/// marker.
public final class AddImagesAtOnce: AnnotationUpdateStrategy {
  private let markers: AddAtOnce

  public init(model: PinModel, context: UpdateContext) {
    markers = AddAtOnce(model: model, context: context)
  }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    try markers.modelDidChange(changes, on: mapView)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    markers.mapViewDidChangeVisibleRegion(mapView)
  }

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedImageView(for: annotation)
  }
}

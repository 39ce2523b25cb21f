import MapSimulation

extension AnnotationView {
  /// A view as SwiftUI makes it: it belongs to an identity, and another identity gets another view.
  static func ofIdentity(_ annotation: Annotation, on mapView: MapView) -> AnnotationView {
    .marker(for: annotation, reuseIdentifier: nil, scale: mapView.device.scale)
  }
}

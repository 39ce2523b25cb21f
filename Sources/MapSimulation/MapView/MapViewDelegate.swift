/// What a map view asks of an app, as `MKMapViewDelegate`.
public protocol MapViewDelegate: AnyObject {
  /// The view for an annotation that comes into the visible region, as `mapView(_:viewFor:)`.
  ///
  /// Ask ``MapView/dequeueReusableAnnotationView(withIdentifier:for:)`` first: making a view costs
  /// a bitmap and the time to draw it.
  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView
}

import MapSimulation

extension MapView {
  /// Removes all annotations and adds new ones.
  func replaceAnnotations(by pins: [MapPin]) {
    removeAnnotations(annotations)
    addAnnotations(pins.map { Annotation($0.item) })
  }
}

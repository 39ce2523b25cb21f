import MapSimulation

extension MapView {
  /// A pin drawn as one flat image of a marker's size: dequeued where one waits, else new.
  func reusedImageView(for annotation: Annotation) -> AnnotationView {
    let identifier = "image"
    if let view = dequeueReusableAnnotationView(withIdentifier: identifier, for: annotation) {
      return view
    }
    return AnnotationView(
      annotation: annotation, content: .image, reuseIdentifier: identifier,
      size: AnnotationView.markerSize, scale: device.scale,
      artwork: MarkerArtwork(color: .markerRed))
  }
}

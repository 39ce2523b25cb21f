extension AnnotationView {
  /// The size of `MKMarkerAnnotationView`'s frame in points (iOS 18.3.1 simulator).
  public static let markerSize = 28.0
  /// A usual size for an own cluster view, in points.
  public static let clusterSize = 40.0

  /// The system's red balloon, as `MKMarkerAnnotationView`.
  public static func marker(
    for annotation: Annotation, reuseIdentifier: String?, scale: Int
  ) -> AnnotationView {
    AnnotationView(
      annotation: annotation, content: .marker, reuseIdentifier: reuseIdentifier,
      size: markerSize, scale: scale, artwork: MarkerArtwork(color: .markerRed))
  }

  /// A bubble with the number of pins in it: one flat image, 40 points wide.
  public static func clusterBubble(
    for annotation: Annotation, reuseIdentifier: String?, scale: Int
  ) -> AnnotationView {
    AnnotationView(
      annotation: annotation, content: .image, reuseIdentifier: reuseIdentifier,
      size: clusterSize, scale: scale,
      artwork: ClusterArtwork(count: annotation.memberCount, color: .clusterBlue))
  }

  /// The view that MapKit makes for a cluster of its own when the app gives none: as large and as
  /// costly as a marker, with the number of pins in it.
  public static func clusterMarker(
    for annotation: Annotation, reuseIdentifier: String?, scale: Int
  ) -> AnnotationView {
    AnnotationView(
      annotation: annotation, content: .marker, reuseIdentifier: reuseIdentifier,
      size: markerSize, scale: scale,
      artwork: ClusterArtwork(count: annotation.memberCount, color: .markerRed))
  }
}

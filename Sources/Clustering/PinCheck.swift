import MapGeometry

/// What every index asks of its pins before it is built.
enum PinCheck {
  /// Throws for the first pin that lies off the world, and for too many pins.
  ///
  /// Complexity: O(n).
  static func validate(_ points: [MapPoint]) throws(ClusteringError) {
    guard points.count <= AnnotationID.maximumPinCount else {
      throw .tooManyPins(count: points.count)
    }
    for index in points.indices where !MapRect.world.contains(points[index]) {
      throw .pinOffTheWorld(index: index, point: points[index])
    }
  }
}

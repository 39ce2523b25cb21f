/// The reason why an index cannot be built.
public enum ClusteringError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pin at `index` has no place on the map: its point is not finite, or off the map, as
  /// `MapPoint.invalid` is.
  case pinOffTheWorld(index: Int, point: MapPoint)
  /// There are more pins than ``AnnotationID/maximumPinCount``.
  case tooManyPins(count: Int)
  /// An option has a value that is not valid.
  case invalidOption(name: String, found: String, expected: String)
  /// The task of a build was cancelled before the index was complete.
  case cancelled

  public var description: String {
    switch self {
    case .pinOffTheWorld(let index, let point):
      let side = MapSize.world.width
      return """
        pin \(index): expected x and y in 0...\(side), found (\(point.x), \(point.y)); \
        leave out pins whose coordinate is not valid
        """
    case .tooManyPins(let count):
      return """
        expected at most \(AnnotationID.maximumPinCount) pins, found \(count); \
        split the pins over several indexes
        """
    case .invalidOption(let name, let found, let expected):
      return "option \(name): expected \(expected), found \(found)"
    case .cancelled:
      return "the build of an index was cancelled before it was complete; start it again"
    }
  }
}

extension [MapPoint] {
  /// Throws for the first pin that lies off the world, and for too many pins.
  ///
  /// Complexity: O(n).
  func validateAsPins() throws(ClusteringError) {
    guard count <= AnnotationID.maximumPinCount else { throw .tooManyPins(count: count) }
    for index in indices where !MapRect.world.contains(self[index]) {
      throw .pinOffTheWorld(index: index, point: self[index])
    }
  }
}

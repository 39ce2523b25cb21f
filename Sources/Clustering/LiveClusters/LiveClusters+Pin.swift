import MapGeometry

extension LiveClusters {
  /// A pin and its place.
  public struct Pin: Hashable, Sendable {
    /// The pin's index, as in ``AnnotationID/pin(_:)``.
    public let index: Int
    public let point: MapPoint

    public init(index: Int, point: MapPoint) {
      self.index = index
      self.point = point
    }
  }
}

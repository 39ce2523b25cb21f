import MapGeometry

/// What a clusterer puts on the map: a pin that stands for itself, or a cluster of several.
public struct ClusterItem: Identifiable, Hashable, Sendable {
  /// Which pin or which cluster.
  public let id: AnnotationID
  /// Where to show it: the pin's own place, or the mean of the cluster's pins.
  public let point: MapPoint
  /// How many pins it stands for: 1 for a pin.
  public let count: Int

  public init(id: AnnotationID, point: MapPoint, count: Int) {
    self.id = id
    self.point = point
    self.count = count
  }

  /// The same place in degrees.
  public var coordinate: Coordinate { point.coordinate }
}

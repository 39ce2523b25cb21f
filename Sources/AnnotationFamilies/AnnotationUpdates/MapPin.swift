import Clustering
import MapGeometry

/// A place in an app's data.
public struct MapPin: Identifiable, Hashable, Sendable {
  /// The number that the data knows it by; it is never given to another place.
  public let number: Int
  /// Where it is on the flat world.
  public var point: MapPoint

  /// A place of the data.
  public init(number: Int, point: MapPoint) {
    self.number = number
    self.point = point
  }

  /// The identity of the annotation that stands for this pin alone.
  public var id: AnnotationID { .pin(number) }

  /// The pin as something to show.
  public var item: ClusterItem { ClusterItem(id: id, point: point, count: 1) }
}

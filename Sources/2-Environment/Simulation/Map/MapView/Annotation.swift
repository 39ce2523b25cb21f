import Clustering

/// An annotation on the map, as `MKAnnotation`: a pin, or a cluster of pins.
///
/// An object, as in MapKit: a map view knows it by identity, and every one costs memory.
public final class Annotation {
  /// The identity that the strategy gave it, the same for the same thing on every frame.
  public let id: AnnotationID
  /// The place on the flat map; ``MapView/moveAnnotation(_:to:)`` changes it.
  public internal(set) var mapPoint: MapPoint
  /// The number of pins that it represents.
  ///
  /// The app's own, as a property of its class: code that changes it must redraw the annotation's
  /// view, see ``MapView/view(for:)``.
  public var memberCount: Int
  /// The annotations that the map's own clustering replaced by this one, as
  /// `MKClusterAnnotation.memberAnnotations`; empty for every other annotation.
  public let memberAnnotations: [Annotation]

  /// The index in the annotation's map view; -1 without one.
  var slot = -1

  /// Creates a pin, or a cluster of several pins, at a place on the flat map.
  public init(id: AnnotationID, mapPoint: MapPoint, memberCount: Int = 1) {
    self.id = id
    self.mapPoint = mapPoint
    self.memberCount = memberCount
    memberAnnotations = []
  }

  init(clustering members: [Annotation], around anchor: Annotation) {
    id = anchor.id
    mapPoint = anchor.mapPoint
    memberCount = members.reduce(0) { $0 + $1.memberCount }
    memberAnnotations = members
  }

  /// The place in degrees.
  public var coordinate: Coordinate { mapPoint.coordinate }

  /// Indicates whether it represents more than one pin.
  public var isCluster: Bool { memberCount > 1 }
}

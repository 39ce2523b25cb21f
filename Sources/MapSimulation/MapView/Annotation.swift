import Clustering
import MapGeometry

/// What a strategy puts on the map, as `MKAnnotation`: a pin, or a cluster of pins.
///
/// An object, as in MapKit: a map view knows it by identity, and every one costs memory.
public final class Annotation {
  /// The identity that the strategy gave it, the same for the same thing on every frame.
  public let id: AnnotationID
  /// Where it stands on the flat world; ``MapView/moveAnnotation(_:to:)`` changes it.
  public internal(set) var mapPoint: MapPoint
  /// How many pins it stands for.
  ///
  /// The app's own, as a property of its class: whoever changes it draws the annotation's view
  /// anew, see ``MapView/view(for:)``.
  public var memberCount: Int
  /// The annotations that the map's own clustering replaced by this one, as
  /// `MKClusterAnnotation.memberAnnotations`; empty for every other annotation.
  public let memberAnnotations: [Annotation]

  /// The annotation's place in the map view that holds it; -1 while none does.
  var slot = -1

  /// A pin, or a cluster of several pins, at a place on the flat world.
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

  /// Where it stands, in degrees.
  public var coordinate: Coordinate { mapPoint.coordinate }

  /// Whether it stands for more than one pin.
  public var isCluster: Bool { memberCount > 1 }
}

import MapGeometry

/// Where a map's camera is to be, as SwiftUI's `MapCameraPosition`.
public enum MapCameraPosition: Hashable, Sendable {
  /// Where the map's content is.
  case automatic
  /// A region, fitted to the map's shape.
  case region(Region)
  /// Where the user is, and wherever they go; until that is known, the fallback.
  ///
  /// SwiftUI's has `followsHeading` besides; a simulated map has no heading and never turns.
  indirect case userLocation(fallback: MapCameraPosition)
  /// Where the user has moved the map: what SwiftUI's position becomes then, and what an app cannot
  /// ask for with any effect.
  case positionedByUser

  /// Whether the user has moved the map since the app positioned it, as
  /// `MapCameraPosition.positionedByUser`.
  public var isPositionedByUser: Bool { self == .positionedByUser }

  /// Whether the camera goes where the user goes, as `MapCameraPosition.followsUserLocation`.
  public var followsUserLocation: Bool {
    if case .userLocation = self { true } else { false }
  }
}

import MapGeometry

/// A map whose camera is bound to a position that the app keeps, as SwiftUI's
/// `Map(position: $position)`.
///
/// It is the map view's delegate. An update of the view that it is part of calls
/// ``update(animated:)``, which moves the map where the position is another than the one applied
/// last, whatever the map shows meanwhile. When the user moves the map, the position becomes
/// ``MapCameraPosition/positionedByUser``. What the map shows is not written into the position, so
/// that nothing comes back from the map that an update would set again.
///
/// Used by one thread at a time.
public final class BoundMap: RegionMapViewDelegate {
  /// When an app hears of the camera, as `MapCameraUpdateFrequency`.
  public enum UpdateFrequency: Hashable, Sendable {
    /// With each step, during a gesture and an animation too.
    case continuous
    /// When the camera has come to rest.
    case onEnd
  }

  /// The map view that shows it.
  public let mapView: RegionMapView
  /// What ``MapCameraPosition/automatic`` shows: the surroundings of the map's content.
  public var automaticRegion: Region
  /// Called with the region when the camera has changed, as `onMapCameraChange(frequency:_:)`.
  public var onCameraChange: ((Region) -> Void)?
  /// How often ``onCameraChange`` is called.
  public var cameraChangeFrequency = UpdateFrequency.onEnd
  /// Where the user is; `nil` until that is known.
  public private(set) var userCoordinate: Coordinate?

  private let position: () -> MapCameraPosition
  private let setPosition: (MapCameraPosition) -> Void
  private var appliedPosition: MapCameraPosition?

  /// Makes a map whose position is first applied by its first update.
  ///
  /// - Parameters:
  ///   - mapView: shows the map; its delegate becomes this map, which must be kept by the caller.
  ///   - automaticRegion: what ``MapCameraPosition/automatic`` shows.
  ///   - position: reads the app's position.
  ///   - setPosition: writes the app's position, when the user has moved the map.
  public init(
    mapView: RegionMapView, automaticRegion: Region,
    position: @escaping () -> MapCameraPosition,
    setPosition: @escaping (MapCameraPosition) -> Void
  ) {
    self.mapView = mapView
    self.automaticRegion = automaticRegion
    self.position = position
    self.setPosition = setPosition
    mapView.delegate = self
  }

  /// Applies the app's position where it is another than the one applied last.
  ///
  /// - Parameter animated: whether the map goes there as in `withAnimation`.
  public func update(animated: Bool = false) {
    let position = position()
    guard position != appliedPosition else { return }
    appliedPosition = position
    apply(position, animated: animated)
  }

  /// The user is somewhere else: a map that follows them goes with them, animated.
  public func userLocationDidChange(to coordinate: Coordinate) {
    userCoordinate = coordinate
    guard appliedPosition?.followsUserLocation == true else { return }
    mapView.setCenter(coordinate, animated: true)
  }

  private func apply(_ position: MapCameraPosition, animated: Bool) {
    switch position {
    case .automatic:
      mapView.setRegion(automaticRegion, animated: animated)
    case .region(let region):
      mapView.setRegion(region, animated: animated)
    case .userLocation(let fallback):
      if let userCoordinate {
        mapView.setCenter(userCoordinate, animated: animated)
      } else {
        apply(fallback, animated: animated)
      }
    case .positionedByUser:
      break
    }
  }

  // MARK: - The map's delegate

  public func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    if mapView.isMovedByUser, position() != .positionedByUser {
      appliedPosition = .positionedByUser
      setPosition(.positionedByUser)
    }
    if cameraChangeFrequency == .continuous { onCameraChange?(mapView.region) }
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    if cameraChangeFrequency == .onEnd { onCameraChange?(mapView.region) }
  }
}

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

import Clustering

/// The camera position that an app keeps, as SwiftUI's `MapCameraPosition`.
public enum MapCameraPosition: Hashable, Sendable {
  /// The place that frames the map's content, as `MapCameraPosition.automatic`; see
  /// ``BoundMap/content``.
  case automatic
  /// A region, fitted to the map's shape.
  case region(Region)
  /// The place to which the user has moved the map. SwiftUI's position becomes this then; an app
  /// that sets it has no effect.
  case positionedByUser
}

/// A map whose camera is bound to a position that the app keeps, as SwiftUI's
/// `Map(position: $position)`.
///
/// It is the map view's delegate. An update of the view that it is part of calls
/// ``update(animated:)``, which moves the map if the position differs from the one applied last,
/// independent of the region that the map shows. When the user moves the map, the position becomes
/// ``MapCameraPosition/positionedByUser``. The map does not write the visible region into the
/// position, so an update never sets again what came from the map, unless the app writes it there.
///
/// ``MapCameraPosition/automatic`` frames the map's content, as documented. How much room there is
/// around the content is not documented; this map leaves what its shape leaves. It frames the
/// content when the position is applied, and not again when the view is resized, which is an
/// assumption.
///
/// It is not documented whether SwiftUI calls `onMapCameraChange` after a position that does not
/// move the map. This map does not. An app that writes the reported region would write the same
/// one again then, which updates nothing.
///
/// Used by one thread at a time.
public final class BoundMap: RegionMapViewDelegate {
  /// The map view that shows it.
  public let mapView: RegionMapView
  /// The rectangle around the map's content, which the automatic position frames. Without one, or
  /// with an empty one, that position moves nothing.
  public let content: MapRect?
  /// Called with the region when the camera has come to rest, as
  /// `onMapCameraChange(frequency: .onEnd)`.
  public var onCameraChange: ((Region) -> Void)?
  /// Called with the region at each step of a change, as
  /// `onMapCameraChange(frequency: .continuous)`.
  public var onContinuousCameraChange: ((Region) -> Void)?

  private let position: () -> MapCameraPosition
  private let setPosition: (MapCameraPosition) -> Void
  private var appliedPosition: MapCameraPosition?

  /// Makes a map whose position is first applied by its first update.
  ///
  /// - Parameters:
  ///   - mapView: shows the map; its delegate becomes this map, which the caller must keep.
  ///   - content: the rectangle around the map's content, `nil` if it has none.
  ///   - position: reads the app's position.
  ///   - setPosition: writes the app's position, when the user has moved the map.
  public init(
    mapView: RegionMapView, content: MapRect? = nil,
    position: @escaping () -> MapCameraPosition,
    setPosition: @escaping (MapCameraPosition) -> Void
  ) {
    self.mapView = mapView
    self.content = content
    self.position = position
    self.setPosition = setPosition
    mapView.delegate = self
  }

  /// Applies the app's position if it differs from the one applied last.
  ///
  /// - Parameter animated: true moves the map as in `withAnimation`.
  public func update(animated: Bool = false) {
    let position = position()
    guard position != appliedPosition else { return }
    appliedPosition = position
    switch position {
    case .automatic:
      if let content { mapView.setVisibleMapRect(content, animated: animated) }
    case .region(let region): mapView.setRegion(region, animated: animated)
    case .positionedByUser: break
    }
  }

  // MARK: - The map's delegate

  public func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    if mapView.isMovedByUser, position() != .positionedByUser {
      appliedPosition = .positionedByUser
      setPosition(.positionedByUser)
    }
    onContinuousCameraChange?(mapView.region)
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    onCameraChange?(mapView.region)
  }
}

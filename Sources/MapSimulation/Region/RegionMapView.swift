import EventSimulation
import MapGeometry

/// A map view as far as its region goes, as `MKMapView`: it fits what it is asked for to its own
/// shape, moves there at once or over some time, follows the user's fingers, and tells its delegate.
///
/// It has no annotations; ``MapView`` has. All methods are called by tasks of the simulated main
/// thread. Used by one thread at a time.
public final class RegionMapView {
  /// The thread that the map works on.
  public let main: MainThread
  /// What comes back of a region.
  public let fitting: RegionFitting
  /// Frames a second of the screen, and so of animations.
  public let refresh: Double
  /// How long an animated change takes, in nanoseconds.
  public let animationDuration: Int64
  /// The view's size in points.
  public private(set) var viewport: Viewport
  /// What the screen shows, as `MKMapView.visibleMapRect`.
  public private(set) var visibleMapRect: MapRect
  /// Who is told of changes.
  public weak var delegate: (any RegionMapViewDelegate)?
  /// Whether fingers move the map, as apps read from the map's gesture recognizers.
  public private(set) var isUserInteracting = false
  /// Whether an animated change is under way.
  public private(set) var isAnimating = false

  public init(
    main: MainThread, viewport: Viewport, visibleMapRect: MapRect, refresh: Double = 60,
    fitting: RegionFitting = .exact, animationDuration: Int64
  ) {
    self.main = main
    self.viewport = viewport
    self.visibleMapRect = visibleMapRect
    self.refresh = refresh
    self.fitting = fitting
    self.animationDuration = animationDuration
  }

  /// What the screen shows, read back as a region, as `MKMapView.region`.
  public var region: Region { Region(visibleMapRect) }

  /// The region that the map would show where it was asked for one, as `regionThatFits(_:)`.
  public func regionThatFits(_ region: Region) -> Region { viewport.regionThatFits(region) }

  /// Shows a region, as `setRegion(_:animated:)`.
  public func setRegion(_ region: Region, animated: Bool) {
    let rect = viewport.mapRectThatFits(region)
    guard rect != visibleMapRect else { return }
    delegate?.mapView(self, regionWillChangeAnimated: animated)
    visibleMapRect = rect
    delegate?.mapViewDidChangeVisibleRegion(self)
    delegate?.mapView(self, regionDidChangeAnimated: animated)
  }

  /// The user puts fingers on the map.
  public func userDidBeginGesture() {
    isUserInteracting = true
    delegate?.mapView(self, regionWillChangeAnimated: false)
  }

  /// The user's fingers, or the map's inertia after them, move the map by a step.
  public func userDidMove(by movement: UserMovement) {
    let mapPointsPerPoint = visibleMapRect.width * movement.scale / viewport.width
    visibleMapRect = MapRect(
      center: MapPoint(
        x: visibleMapRect.midX + movement.x * mapPointsPerPoint,
        y: visibleMapRect.midY + movement.y * mapPointsPerPoint),
      size: MapSize(
        width: visibleMapRect.width * movement.scale,
        height: visibleMapRect.height * movement.scale))
    delegate?.mapViewDidChangeVisibleRegion(self)
  }

  /// The map has come to rest after a gesture.
  public func userDidEndGesture() {
    isUserInteracting = false
    delegate?.mapView(self, regionDidChangeAnimated: true)
  }

  /// The view gets another size: the device is turned, a split view resized, a keyboard shown.
  public func resize(to viewport: Viewport) {
    let mapPointsPerPoint = visibleMapRect.width / self.viewport.width
    self.viewport = viewport
    delegate?.mapView(self, regionWillChangeAnimated: false)
    visibleMapRect = MapRect(
      center: MapPoint(x: visibleMapRect.midX, y: visibleMapRect.midY),
      size: MapSize(
        width: viewport.width * mapPointsPerPoint, height: viewport.height * mapPointsPerPoint))
    delegate?.mapViewDidChangeVisibleRegion(self)
    delegate?.mapView(self, regionDidChangeAnimated: false)
  }
}

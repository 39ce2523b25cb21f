import EventSimulation
import MapGeometry

/// A map view as far as its region goes, as `MKMapView`: it fits what it is asked for to its own
/// shape, moves there at once or over some time, follows the user's fingers, and tells its delegate.
///
/// It has no annotations; ``MapView`` has. All methods are called by tasks of the simulated main
/// thread. A delegate may call them in turn: what it asks for is newer than what it is told of, and
/// wins. Used by one thread at a time.
public final class RegionMapView {
  /// The thread that the map works on.
  public let main: MainThread
  /// What comes back of a region.
  public let fitting: RegionFitting
  /// Frames a second of the screen, and so of animations.
  public let refresh: Double
  /// How long an animated change takes, in nanoseconds.
  public let animationDuration: Int64
  /// Who is told of changes.
  public weak var delegate: (any RegionMapViewDelegate)?
  /// Whether fingers move the map, as apps read from the map's gesture recognizers.
  public internal(set) var isUserInteracting = false

  /// How many requests of the app have changed what is shown, or have begun to; those that found
  /// the map where they wanted it are not among them.
  public internal(set) var programmaticChangeCount = 0
  /// How many requests were refused, because nothing on earth is what they asked for. MapKit raises
  /// an exception.
  public internal(set) var refusedRegionCount = 0
  /// How many movements of the user's fingers had no effect, because an animation was under way.
  public internal(set) var ignoredMovementCount = 0

  var shown: FittedRegion
  /// ``shown`` as a region, where somebody has asked.
  private var readBack: Region?
  var conversion: RegionConversion
  var limits: RegionLimits
  /// Tells whether a delegate has asked for something newer.
  var requestCount = 0
  var animation: RegionAnimation?
  var isLayoutPassScheduled = false
  /// Whether the delegate knows of the gesture under way.
  var hasReportedGesture = false
  /// Whether the change that the delegate is being told of is the user's.
  var isMovedByUser = false

  /// Makes a map view at rest.
  ///
  /// - Parameters:
  ///   - main: the app's main thread.
  ///   - viewport: the view's size in points.
  ///   - visibleMapRect: what the screen shows; where it has another aspect ratio than the view, the
  ///     smallest rectangle that contains it.
  ///   - refresh: frames a second, above 0.
  ///   - fitting: what comes back of a region.
  ///   - animationDuration: how long an animated change takes, in nanoseconds, not negative.
  public init(
    main: MainThread, viewport: Viewport, visibleMapRect: MapRect, refresh: Double = 60,
    fitting: RegionFitting = .exact, animationDuration: Int64
  ) {
    precondition(refresh > 0, "a screen has frames")
    precondition(animationDuration >= 0, "an animation does not take negative time")
    precondition(!visibleMapRect.isEmpty, "a map shows something")
    self.main = main
    self.refresh = refresh
    self.fitting = fitting
    self.animationDuration = animationDuration
    conversion = RegionConversion(fitting: fitting, viewport: viewport)
    limits = RegionLimits(viewport: viewport)
    shown = limits.kept(FittedRegion(rect: viewport.mapRectThatFits(visibleMapRect), center: nil))
  }

  // MARK: - What is shown

  /// The view's size in points.
  public var viewport: Viewport { limits.viewport }

  /// What the screen shows, as `MKMapView.visibleMapRect`. Its middle lies on the world; where it
  /// spans the antimeridian, it reaches over one of the world's edges.
  public var visibleMapRect: MapRect { shown.rect }

  /// What the screen shows, read back as a region, as `MKMapView.region`.
  ///
  /// The centre has the digits that a request gave it, where the map is still there. O(1); the
  /// projection is computed once for each place.
  public var region: Region {
    if let readBack { return readBack }
    var region = Region(shown.rect)
    if let center = shown.center { region.center = center }
    readBack = region
    return region
  }

  /// The middle of what the screen shows, as `MKMapView.centerCoordinate`.
  public var centerCoordinate: Coordinate { region.center }

  /// The zoom level that the screen shows; see ``Viewport/zoom(showing:)``.
  public var zoom: Double { viewport.zoom(showing: shown.rect) }

  /// The distance from the camera to the map's centre in metres, as
  /// `MKMapCamera.centerCoordinateDistance`.
  ///
  /// It is where half the visible height, in the centre's scale, is seen under 15 degrees. MapKit
  /// does not publish its camera's angle of view: the 30 degrees are an assumption.
  public var cameraDistance: Double { CameraZoomRange.distance(showing: shown.rect) }

  /// Whether an animated change is under way.
  public var isAnimating: Bool { animation != nil }

  /// The region that the map would show where it was asked for one, as `regionThatFits(_:)`; one
  /// that it would refuse comes back as it is.
  public func regionThatFits(_ region: Region) -> Region {
    guard region.isValid else { return region }
    let fitted = limits.kept(conversion.fitted(region))
    var result = Region(fitted.rect)
    if let center = fitted.center { result.center = center }
    return result
  }

  func show(_ region: FittedRegion) {
    shown = region
    readBack = nil
  }

  // MARK: - Limits

  /// Where the map's centre is kept, as `MKMapView.cameraBoundary`; `nil` leaves it free. It may
  /// span the antimeridian. A map outside moves inside at once.
  ///
  /// - Precondition: a new boundary has no negative side.
  public var cameraBoundary: MapRect? {
    get { limits.boundary }
    set {
      precondition(
        newValue.map { $0.width >= 0 && $0.height >= 0 } ?? true, "no side is negative")
      limits.boundary = newValue
      moveWithinLimits()
    }
  }

  /// How near and how far the camera may be, as `MKMapView.cameraZoomRange`; `nil` leaves it to the
  /// map. A map outside moves inside at once.
  public var cameraZoomRange: CameraZoomRange? {
    get { limits.zoomRange }
    set {
      limits.zoomRange = newValue
      moveWithinLimits()
    }
  }

  private func moveWithinLimits() {
    if let target = animation?.target { animation?.target = limits.kept(target) }
    // An animation's next step is kept inside.
    guard animation == nil else { return }
    requestCount += 1
    change(to: limits.kept(shown), animated: false, isConverted: false)
  }
}

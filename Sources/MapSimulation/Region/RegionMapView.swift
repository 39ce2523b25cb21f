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

  /// Whether an animated change is under way.
  public var isAnimating: Bool { animation != nil }

  /// The region that the map would show where it was asked for one, as `regionThatFits(_:)`; one
  /// that is not valid is returned as it is.
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
}

/// What an app asks the map for.
extension RegionMapView {
  /// Shows a region, as `setRegion(_:animated:)`.
  ///
  /// Where the map shows it already, to a hundred-thousandth of a map point, nothing happens and
  /// nobody is told. Otherwise the delegate hears of the change's beginning, of each of its steps
  /// (one, or one a frame of an animation) and of its end. An animation under way ends where it is.
  /// A region that is not valid is ignored; MapKit raises an exception.
  public func setRegion(_ region: Region, animated: Bool) {
    guard region.isValid else { return }
    request(limits.kept(conversion.fitted(region)), animated: animated, isConverted: true)
  }

  /// Moves a place into the middle and leaves the scale as it is, as `setCenter(_:animated:)`.
  ///
  /// The way to move the map that does not change its span: `setRegion` with the present span might
  /// do so. In all else as ``setRegion(_:animated:)``.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    guard coordinate.isValid else { return }
    let rect = MapRect(center: MapPoint(coordinate), size: shown.rect.size)
    request(
      limits.kept(FittedRegion(rect: rect, center: coordinate)), animated: animated,
      isConverted: false)
  }

  /// Shows a rectangle, and as much beside it as the view's shape needs, as
  /// `setVisibleMapRect(_:animated:)`.
  ///
  /// No region is converted: what is read back as ``visibleMapRect`` is what was set, as far as it
  /// has the view's aspect ratio. An empty rectangle is ignored. In all else as
  /// ``setRegion(_:animated:)``.
  public func setVisibleMapRect(_ rect: MapRect, animated: Bool) {
    guard !rect.isEmpty, rect.isFinite else { return }
    let fitted = FittedRegion(rect: viewport.mapRectThatFits(rect), center: nil)
    request(limits.kept(fitted), animated: animated, isConverted: false)
  }

  private func request(_ target: FittedRegion, animated: Bool, isConverted: Bool) {
    requestCount += 1
    let request = requestCount
    endAnimation()
    // Where the delegate has asked for something in the meantime, that is newer.
    guard request == requestCount else { return }
    change(to: target, animated: animated, isConverted: isConverted)
  }

  /// Moves the map, and tells the delegate.
  ///
  /// - Parameter isConverted: whether the target was made from a region, which the layout pass
  ///   will do once more.
  func change(to target: FittedRegion, animated: Bool, isConverted: Bool) {
    guard target.differs(from: shown.rect) else { return }
    programmaticChangeCount += 1
    isMovedByUser = false
    guard !animated || animationDuration == 0 else {
      beginAnimation(to: target, isConverted: isConverted)
      return
    }
    if isConverted { scheduleLayoutPass() }
    let request = requestCount
    // Loaded once: a weak reference costs as much as all else here.
    let delegate = delegate
    delegate?.mapView(self, regionWillChangeAnimated: false)
    if request == requestCount {
      show(target)
      delegate?.mapViewDidChangeVisibleRegion(self)
    }
    delegate?.mapView(self, regionDidChangeAnimated: false)
  }

  // MARK: - Layout pass

  /// Schedules the layout pass behind what the main queue holds already.
  func scheduleLayoutPass() {
    guard fitting.hasLayoutPass, !isLayoutPassScheduled else { return }
    isLayoutPassScheduled = true
    main.async { self.layOut() }
  }

  /// Converts what is shown once more, of which nobody is told.
  private func layOut() {
    isLayoutPassScheduled = false
    guard animation == nil else { return }
    show(limits.kept(conversion.laidOut(shown)))
  }
}

extension MapRect {
  /// Whether no part of it is infinite or no number.
  fileprivate var isFinite: Bool {
    minX.isFinite && minY.isFinite && width.isFinite && height.isFinite
  }
}

extension RegionMapView {
  /// The view gets another size: the device is turned, a split view resized, a keyboard shown.
  ///
  /// The centre and the scale stay, as far as the map's limits let them. An animation goes on to
  /// its target. The delegate hears of a change.
  public func resize(to viewport: Viewport) {
    guard viewport != self.viewport else { return }
    requestCount += 1
    delegate?.mapView(self, regionWillChangeAnimated: false)
    let old = self.viewport
    limits = RegionLimits(viewport: viewport)
    conversion = RegionConversion(fitting: fitting, viewport: viewport)
    show(resized(shown, from: old))
    if let target = animation?.target { animation?.target = resized(target, from: old) }
    delegate?.mapViewDidChangeVisibleRegion(self)
    delegate?.mapView(self, regionDidChangeAnimated: false)
  }

  private func resized(_ region: FittedRegion, from old: Viewport) -> FittedRegion {
    let mapPointsPerPoint = region.rect.width / old.width
    let size = MapSize(
      width: viewport.width * mapPointsPerPoint, height: viewport.height * mapPointsPerPoint)
    let center = MapPoint(x: region.rect.midX, y: region.rect.midY)
    return limits.kept(
      FittedRegion(rect: MapRect(center: center, size: size), center: region.center))
  }
}

/// What a map view tells an app about its region, as the part of `MKMapViewDelegate` that speaks of
/// it. All calls come on the simulated main thread.
///
/// Each method has a default that does nothing, so that a delegate has those that it needs.
public protocol RegionMapViewDelegate: AnyObject {
  /// The region is about to change, as `mapView(_:regionWillChangeAnimated:)`.
  func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool)
  /// The region has changed by a step, many times during a change, as
  /// `mapViewDidChangeVisibleRegion(_:)`.
  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView)
  /// A change has ended, as `mapView(_:regionDidChangeAnimated:)`.
  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool)
}

extension RegionMapViewDelegate {
  public func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {}
  public func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {}
  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {}
}

import Clustering

/// The region of a map view, as of `MKMapView`: it fits requests to its own shape, moves there at
/// once or animated, follows the user's fingers, and calls its delegate.
///
/// It has no annotations; ``MapView`` has. All methods are called by tasks of the simulated main
/// thread. A delegate may call them from its own methods: its request is newer than the change that
/// is reported, and wins. Used by one thread at a time.
public final class RegionMapView {
  /// The thread that the map works on.
  public let main: MainThread
  /// The accuracy with which regions are converted.
  public let fitting: RegionFitting
  /// The number of times that the layout pass after a change converts the region again, without a
  /// call of the delegate; 0 for no such pass. An exact map never has one.
  ///
  /// With a pass, the region at the end of a change and the region that is read later differ. That a
  /// map does this is an assumption.
  public let layoutPassConversions: Int
  /// The minimum movement of an edge that is a change, in map points.
  public let changeThreshold: Double
  /// Frames a second of the screen, and so of animations.
  public let refresh: Double
  /// The duration of an animated change, in nanoseconds.
  public let animationDuration: Int64
  /// The receiver of changes.
  public weak var delegate: (any RegionMapViewDelegate)?
  /// Indicates whether fingers move the map, as apps read from the map's gesture recognizers.
  public internal(set) var isUserInteracting = false

  /// The number of requests that have changed what is shown, or have begun to. A request for what
  /// the map shows already does not count.
  public internal(set) var programmaticChangeCount = 0

  var shown: FittedRegion
  /// ``shown`` as a region; `nil` until it is read.
  private var readBack: Region?
  var conversion: RegionConversion
  var limits: RegionLimits
  /// The number of requests, by which a newer one is noticed after a call of the delegate.
  var requestCount = 0
  /// Called after a layout pass has converted the region; for a transcript.
  package var layoutPassDidConvert: (() -> Void)?
  var animation: RegionAnimation?
  var isLayoutPassScheduled = false
  /// Indicates whether the gesture under way was reported to the delegate.
  var hasReportedGesture = false
  /// Indicates whether a change by the user is being reported to the delegate.
  var isMovedByUser = false

  /// Makes a map view at rest.
  ///
  /// - Parameters:
  ///   - main: the app's main thread.
  ///   - viewport: the view's size in points.
  ///   - visibleMapRect: what the screen shows; where it has another aspect ratio than the view,
  ///     the smallest rectangle that contains it.
  ///   - refresh: frames a second, above 0.
  ///   - fitting: the accuracy with which regions are converted.
  ///   - layoutPassConversions: the number of conversions after a change, not negative.
  ///   - changeThreshold: the minimum movement that is a change, in map points.
  ///   - animationDuration: the duration of an animated change, in nanoseconds, not negative.
  public init(
    main: MainThread, viewport: Viewport, visibleMapRect: MapRect, refresh: Double = 60,
    fitting: RegionFitting = .exact, layoutPassConversions: Int, changeThreshold: Double,
    animationDuration: Int64
  ) {
    precondition(refresh > 0, "a screen has frames")
    precondition(animationDuration >= 0, "an animation must not take negative time")
    precondition(layoutPassConversions >= 0, "the number of conversions must not be negative")
    precondition(!visibleMapRect.isEmpty, "a map shows something")
    self.main = main
    self.refresh = refresh
    self.fitting = fitting
    self.layoutPassConversions = layoutPassConversions
    self.changeThreshold = changeThreshold
    self.animationDuration = animationDuration
    conversion = RegionConversion(fitting: fitting, viewport: viewport)
    limits = RegionLimits(viewport: viewport)
    shown = limits.kept(FittedRegion(rect: viewport.mapRectThatFits(visibleMapRect), center: nil))
  }

  // MARK: - The shown region

  /// The view's size in points.
  public var viewport: Viewport { limits.viewport }

  /// The rectangle on the screen, as `MKMapView.visibleMapRect`. Its middle lies on the flat map;
  /// if it spans the antimeridian, it extends beyond one of the map's edges.
  public var visibleMapRect: MapRect { shown.rect }

  /// The visible rectangle, converted back to a region, as `MKMapView.region`.
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

  /// The middle of the visible rectangle, as `MKMapView.centerCoordinate`.
  public var centerCoordinate: Coordinate { region.center }

  /// The zoom level of the visible rectangle; see ``Viewport/zoom(showing:)``.
  public var zoom: Double { viewport.zoom(showing: shown.rect) }

  /// Indicates whether an animated change is under way.
  public var isAnimating: Bool { animation != nil }

  /// Returns the region that the map shows when a region is set, as `regionThatFits(_:)`; one
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

  // Requests of the app.

  /// Shows a region, as `setRegion(_:animated:)`.
  ///
  /// Nothing happens if the map shows it already, up to ``changeThreshold``.
  /// Otherwise the delegate is called at the beginning of the change, at each of its steps (one, or
  /// one a frame of an animation) and at its end. An animation under way ends where it is.
  /// A region that is not valid is ignored; MapKit raises an exception.
  public func setRegion(_ region: Region, animated: Bool) {
    guard region.isValid else { return }
    request(limits.kept(conversion.fitted(region)), animated: animated, isConverted: true)
  }

  /// Moves a place to the middle without a change of the scale, as `setCenter(_:animated:)`.
  ///
  /// `setRegion` with the present span might change the span; this does not. Otherwise as
  /// ``setRegion(_:animated:)``.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    guard coordinate.isValid else { return }
    let rect = MapRect(center: MapPoint(coordinate), size: shown.rect.size)
    request(
      limits.kept(FittedRegion(rect: rect, center: coordinate)), animated: animated,
      isConverted: false)
  }

  /// Shows the smallest rectangle of the view's shape that contains a rectangle, as
  /// `setVisibleMapRect(_:animated:)`.
  ///
  /// No region is converted: what is read back as ``visibleMapRect`` is what was set, as far as it
  /// has the view's aspect ratio. An empty rectangle is ignored. Otherwise as
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
    // A request that the delegate has made in the meantime is newer.
    guard request == requestCount else { return }
    change(to: target, animated: animated, isConverted: isConverted)
  }

  /// Moves the map, and calls the delegate.
  ///
  /// - Parameter isConverted: true if the target was made from a region, which the layout pass
  ///   may convert again.
  func change(to target: FittedRegion, animated: Bool, isConverted: Bool) {
    guard target.differs(from: shown.rect, by: changeThreshold) else { return }
    programmaticChangeCount += 1
    isMovedByUser = false
    guard !animated || animationDuration == 0 else {
      beginAnimation(to: target, isConverted: isConverted)
      return
    }
    if isConverted { scheduleLayoutPass() }
    let request = requestCount
    // Loaded once: a weak reference costs as much as the rest of this method.
    let delegate = delegate
    delegate?.mapView(self, regionWillChangeAnimated: false)
    if request == requestCount {
      show(target)
      delegate?.mapViewDidChangeVisibleRegion(self)
    }
    delegate?.mapView(self, regionDidChangeAnimated: false)
  }

  // MARK: - Layout pass

  /// Schedules the layout pass, if it converts, after the tasks that are in the main queue.
  func scheduleLayoutPass() {
    guard layoutPassConversions > 0, fitting != .exact, !isLayoutPassScheduled else { return }
    isLayoutPassScheduled = true
    main.async { self.layOut() }
  }

  /// Converts the visible region again, without a call of the delegate.
  private func layOut() {
    isLayoutPassScheduled = false
    guard animation == nil else { return }
    show(limits.kept(conversion.laidOut(shown, conversions: layoutPassConversions)))
    layoutPassDidConvert?()
  }

  /// Gives the view another size, as when the device is turned, a split view resized or a keyboard
  /// shown.
  ///
  /// The centre and the scale stay, as far as the map's limits allow. An animation continues to its
  /// target. The delegate is called as for any change.
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

extension MapRect {
  /// Indicates whether no part of it is infinite or NaN.
  fileprivate var isFinite: Bool {
    minX.isFinite && minY.isFinite && width.isFinite && height.isFinite
  }
}

/// The methods of `MKMapViewDelegate` that report changes of the region. All calls come on the
/// simulated main thread.
///
/// Each method has a default that does nothing, so that a delegate implements those that it needs.
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

import MapGeometry

/// What an app asks the map for.
extension RegionMapView {
  /// Shows a region, as `setRegion(_:animated:)`.
  ///
  /// Where the map shows it already, to a hundred-thousandth of a map point, nothing happens and
  /// nobody is told. Otherwise the delegate hears of the change's beginning, of each of its steps
  /// (one, or one a frame of an animation) and of its end. An animation under way ends where it is.
  /// A region that is not valid is refused and counted.
  public func setRegion(_ region: Region, animated: Bool) {
    guard region.isValid else {
      refusedRegionCount += 1
      return
    }
    request(limits.kept(conversion.fitted(region)), animated: animated, isConverted: true)
  }

  /// Moves a place into the middle and leaves the scale as it is, as `setCenter(_:animated:)`.
  ///
  /// The way to move the map that does not change its span: `setRegion` with the present span might
  /// do so. In all else as ``setRegion(_:animated:)``.
  public func setCenter(_ coordinate: Coordinate, animated: Bool) {
    guard coordinate.isValid else {
      refusedRegionCount += 1
      return
    }
    let rect = MapRect(center: MapPoint(coordinate), size: shown.rect.size)
    request(
      limits.kept(FittedRegion(rect: rect, center: coordinate)), animated: animated,
      isConverted: false)
  }

  /// Shows a rectangle, and as much beside it as the view's shape needs, as
  /// `setVisibleMapRect(_:animated:)`.
  ///
  /// No region is converted: what is read back as ``visibleMapRect`` is what was set, as far as it
  /// has the view's aspect ratio. An empty rectangle is refused and counted. In all else as
  /// ``setRegion(_:animated:)``.
  public func setVisibleMapRect(_ rect: MapRect, animated: Bool) {
    guard !rect.isEmpty, rect.isFinite else {
      refusedRegionCount += 1
      return
    }
    let fitted = FittedRegion(rect: viewport.mapRectThatFits(rect), center: nil)
    request(limits.kept(fitted), animated: animated, isConverted: false)
  }

  /// The rectangle that the map would show where it was asked for one, as `mapRectThatFits(_:)`.
  public func mapRectThatFits(_ rect: MapRect) -> MapRect {
    limits.kept(FittedRegion(rect: viewport.mapRectThatFits(rect), center: nil)).rect
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

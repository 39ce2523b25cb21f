import MapGeometry

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
    limits = RegionLimits(
      viewport: viewport, zoomRange: limits.zoomRange, boundary: limits.boundary)
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

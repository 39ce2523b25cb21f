import MapSimulation

/// Hands a map's events on to its app's delegate, and counts the region ends.
final class RegionEndRelay: RegionMapViewDelegate {
  private let delegate: any RegionMapViewDelegate
  /// How often the map has said that its region has changed.
  private(set) var regionEnds = 0
  /// Called before the delegate hears of a region end.
  var regionWillEnd: () -> Void = {}

  init(_ delegate: any RegionMapViewDelegate) {
    self.delegate = delegate
  }

  func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    delegate.mapView(mapView, regionWillChangeAnimated: animated)
  }

  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    delegate.mapViewDidChangeVisibleRegion(mapView)
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    regionEnds += 1
    regionWillEnd()
    delegate.mapView(mapView, regionDidChangeAnimated: animated)
  }
}

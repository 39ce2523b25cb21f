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

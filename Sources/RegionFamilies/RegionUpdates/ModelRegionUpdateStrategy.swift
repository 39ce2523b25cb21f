import MapGeometry
import MapSimulation

/// A strategy with a model whose region says where the map is to be.
///
/// What most of the strategies here have in common: the map begins with the model's region, and a
/// command is a new region of the model. Both methods may be replaced. Used by one thread at a time.
public protocol ModelRegionUpdateStrategy: RegionUpdateStrategy {
  /// The app's state; its region is what ``makeUIView(_:)`` shows and ``centerMap(on:)`` writes.
  var model: MapScreenModel { get }
}

extension ModelRegionUpdateStrategy {
  public func makeUIView(_ mapView: RegionMapView) {
    mapView.delegate = self
    mapView.setRegion(model.region, animated: false)
  }

  public func centerMap(on region: Region) {
    model.region = region
  }
}

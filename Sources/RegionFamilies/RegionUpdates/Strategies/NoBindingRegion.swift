import MapGeometry
import MapSimulation

/// Gives the map its first region and keeps no hold of it, as `Map(initialPosition:)`: the user
/// moves it, code cannot.
public final class NoBindingRegion: RegionUpdateStrategy {
  private let model: MapScreenModel

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
  }

  public func makeUIView(_ mapView: RegionMapView) {
    mapView.delegate = self
    mapView.setRegion(model.region, animated: false)
  }

  public func centerMap(on region: Region) {
    model.region = region
  }

  /// There is nothing that the map would take.
  public func updateUIView(_ mapView: RegionMapView) {}
}

import MapSimulation

/// Sets the region at every update, and writes back whatever the map then shows.
public final class UnguardedRegion: ModelRegionUpdateStrategy {
  public let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  public func updateUIView(_ mapView: RegionMapView) {
    mapView.setRegion(model.region, animated: isAnimated)
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    let region = mapView.region
    delivery.deliver { self.model.region = region }
  }
}

import MapSimulation

/// Sets the region where it is not the one that the map has: the guard that guides give.
public final class ExactEqualityRegion: ModelRegionUpdateStrategy {
  public let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  public func updateUIView(_ mapView: RegionMapView) {
    if mapView.region != model.region {
      mapView.setRegion(model.region, animated: isAnimated)
    }
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    let region = mapView.region
    delivery.deliver { self.model.region = region }
  }
}

import MapSimulation

/// Compares with the region that fits the map, and keeps that one: the map cannot change it any
/// more.
public final class WriteBackFittedRegion: ModelRegionUpdateStrategy {
  public let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  public func updateUIView(_ mapView: RegionMapView) {
    let fitted = mapView.regionThatFits(model.region)
    if mapView.region != fitted {
      mapView.setRegion(fitted, animated: isAnimated)
    }
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    let fitted = mapView.regionThatFits(mapView.region)
    delivery.deliver { self.model.region = fitted }
  }
}

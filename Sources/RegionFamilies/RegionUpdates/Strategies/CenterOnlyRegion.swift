import MapSimulation

/// Sets the region where its center is not the map's: fitting changes the span, not the center.
public final class CenterOnlyRegion: ModelRegionUpdateStrategy {
  public let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  public func updateUIView(_ mapView: RegionMapView) {
    let center = mapView.region.center
    if center.latitude != model.region.center.latitude
      || center.longitude != model.region.center.longitude
    {
      mapView.setRegion(model.region, animated: isAnimated)
    }
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    let region = mapView.region
    delivery.deliver { self.model.region = region }
  }
}

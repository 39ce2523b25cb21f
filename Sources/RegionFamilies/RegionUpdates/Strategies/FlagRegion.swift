import MapSimulation

/// Raises a flag while it sets the region itself, and passes over the map's answers meanwhile.
public final class FlagRegion: ModelRegionUpdateStrategy {
  public let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool
  private var ignoresRegionChanges = false

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  public func updateUIView(_ mapView: RegionMapView) {
    ignoresRegionChanges = true
    mapView.setRegion(model.region, animated: isAnimated)
    // An animated change is over later: its end takes the flag down.
    if !isAnimated { ignoresRegionChanges = false }
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    if ignoresRegionChanges {
      ignoresRegionChanges = false
      return
    }
    let region = mapView.region
    delivery.deliver { self.model.region = region }
  }
}

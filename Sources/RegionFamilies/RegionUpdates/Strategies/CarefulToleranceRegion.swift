import MapGeometry
import MapSimulation

/// Sets the region where it is more than half a point of the screen from what the map shows, is
/// not on its way there already, and nobody's fingers hold the map.
public final class CarefulToleranceRegion: ModelRegionUpdateStrategy {
  public let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool
  /// Where an animated change is under way to.
  private var destination: Region?

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  public func updateUIView(_ mapView: RegionMapView) {
    guard !mapView.isUserInteracting, model.region != destination else { return }
    guard !model.region.looksLike(mapView.region, in: mapView.viewport) else { return }
    destination = model.region
    mapView.setRegion(model.region, animated: isAnimated)
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    destination = nil
    let region = mapView.region
    delivery.deliver { self.model.region = region }
  }
}

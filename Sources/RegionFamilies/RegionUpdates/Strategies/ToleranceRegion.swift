import MapGeometry
import MapSimulation

/// Sets the region where it is more than half a point of the screen from what the map shows.
public final class ToleranceRegion: ModelRegionUpdateStrategy {
  public let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  public func updateUIView(_ mapView: RegionMapView) {
    if !model.region.looksLike(mapView.region, in: mapView.viewport) {
      mapView.setRegion(model.region, animated: isAnimated)
    }
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    let region = mapView.region
    delivery.deliver { self.model.region = region }
  }
}

extension Region {
  /// Whether all corners are within half a point of a shown region's: what nobody sees.
  func looksLike(_ shown: Region, in viewport: Viewport) -> Bool {
    let rect = MapRect(self)
    let shownRect = MapRect(shown)
    let tolerance = 0.5 * shownRect.width / viewport.width
    return abs(rect.minX - shownRect.minX) <= tolerance
      && abs(rect.maxX - shownRect.maxX) <= tolerance
      && abs(rect.minY - shownRect.minY) <= tolerance
      && abs(rect.maxY - shownRect.maxY) <= tolerance
  }
}

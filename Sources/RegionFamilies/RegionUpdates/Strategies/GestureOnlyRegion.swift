import MapGeometry
import MapSimulation

/// Writes state for what the user's fingers did only, and moves the map for what code asked for
/// only, once for each time.
public final class GestureOnlyRegion: RegionUpdateStrategy {
  private let model: MapScreenModel
  private let delivery: StateDelivery
  private let isAnimated: Bool
  private var doneRequest = 0
  private var isUsersChange = false

  public init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.delivery = delivery
    self.isAnimated = isAnimated
  }

  public func makeUIView(_ mapView: RegionMapView) {
    mapView.delegate = self
    mapView.setRegion(model.region, animated: false)
  }

  public func centerMap(on region: Region) {
    model.region = region
    model.requestRegion(region)
  }

  public func updateUIView(_ mapView: RegionMapView) {
    guard let request = model.request, request.number != doneRequest else { return }
    doneRequest = request.number
    mapView.setRegion(request.region, animated: isAnimated)
  }

  public func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    isUsersChange = mapView.isUserInteracting
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    guard isUsersChange else { return }
    let region = mapView.region
    delivery.deliver { self.model.region = region }
  }
}

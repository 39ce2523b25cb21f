import MapSimulation

/// Asks for the visible region at every step of a gesture, and shows every answer that comes.
public final class FetchEachTick: RegionFetchStrategy {
  private let layer: PinLayer
  private let server: PinServer

  public init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    fetchPins(of: mapView)
  }

  /// The first region, which no step leads to.
  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    if layer.answers.isEmpty { fetchPins(of: mapView) }
  }

  private func fetchPins(of mapView: RegionMapView) {
    server.pins(in: mapView.visibleMapRect) { [layer] result in
      guard case .success(let answer) = result else { return }
      layer.show(answer)
    }
  }
}

import MapSimulation

/// Asks for the visible region whenever the map says that it has changed, and shows every answer
/// that comes.
public final class FetchEachEnd: RegionFetchStrategy {
  private let layer: PinLayer
  private let server: PinServer

  public init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    server.pins(in: mapView.visibleMapRect) { [layer] result in
      guard case .success(let answer) = result else { return }
      layer.show(answer)
    }
  }
}

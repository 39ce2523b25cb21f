import MapSimulation

/// Asks for the visible region at every region end, and cancels the fetch that is under way.
public final class FetchCancelling: RegionFetchStrategy {
  private let layer: PinLayer
  private let server: PinServer
  private var fetch: PinFetch?

  public init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    fetch?.cancel()
    fetch = server.pins(in: mapView.visibleMapRect) { [layer] result in
      guard case .success(let answer) = result else { return }
      layer.show(answer)
    }
  }
}

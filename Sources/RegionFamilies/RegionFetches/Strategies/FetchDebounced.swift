import EventSimulation
import MapSimulation

/// Asks for the visible region when the map has rested for 300 ms, and shows every answer that
/// comes.
public final class FetchDebounced: RegionFetchStrategy {
  private static let restingTime: Int64 = 300_000_000

  private let layer: PinLayer
  private let server: PinServer
  private var timer: MainTimer?

  public init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  public func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    timer?.invalidate()
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    timer?.invalidate()
    timer = MainTimer(on: mapView.main, interval: Self.restingTime, repeats: false) {
      [weak self, weak mapView] in
      if let mapView { self?.fetchPins(of: mapView) }
    }
  }

  private func fetchPins(of mapView: RegionMapView) {
    server.pins(in: mapView.visibleMapRect) { [layer] result in
      guard case .success(let answer) = result else { return }
      layer.show(answer)
    }
  }
}

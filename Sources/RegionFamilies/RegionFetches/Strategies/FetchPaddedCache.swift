import MapGeometry
import MapSimulation

/// Asks for a rectangle of twice the screen's width and height, and does not ask again while the
/// screen shows a part of it.
public final class FetchPaddedCache: RegionFetchStrategy {
  /// Half a screen beyond each edge.
  private static let padding = 0.5

  private let layer: PinLayer
  private let server: PinServer
  private var coverage = RegionCoverage()

  public init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    let visible = mapView.visibleMapRect
    guard !coverage.hasLoaded(visible) else { return }
    server.pins(in: coverage.rect(toAskFor: visible, padding: Self.padding)) { [weak self] result in
      guard let self, case .success(let answer) = result else { return }
      coverage.didLoad(answer)
      layer.show(answer)
      if !answer.isComplete, !coverage.hasLoaded(visible) {
        self.mapView(mapView, regionDidChangeAnimated: false)
      }
    }
  }
}

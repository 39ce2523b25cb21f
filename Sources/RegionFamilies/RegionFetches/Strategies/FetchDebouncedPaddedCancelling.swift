import EventSimulation
import MapGeometry
import MapSimulation

/// Waits until the map has rested, asks for more than is visible and not again inside of it, and
/// cancels the fetch whose answer nobody needs any more.
public final class FetchDebouncedPaddedCancelling: RegionFetchStrategy {
  private let mapView: RegionMapView
  private let layer: PinLayer
  private let server: PinServer
  private let settings: RegionFetchSettings
  private var coverage = RegionCoverage()
  private var timer: MainTimer?
  /// The latest fetch and what it asks for, while it is under way.
  private var fetch: (fetch: PinFetch, rect: MapRect)?

  public convenience init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.init(mapView: mapView, layer: layer, server: server, settings: .standard)
  }

  init(
    mapView: RegionMapView, layer: PinLayer, server: PinServer, settings: RegionFetchSettings
  ) {
    self.mapView = mapView
    self.layer = layer
    self.server = server
    self.settings = settings
  }

  public func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    timer?.invalidate()
  }

  public func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    timer?.invalidate()
    guard settings.restingTime > 0 else { return loadWhatIsVisible() }
    timer = MainTimer(on: mapView.main, interval: settings.restingTime, repeats: false) {
      [weak self] in self?.loadWhatIsVisible()
    }
  }

  private func loadWhatIsVisible() {
    let visible = mapView.visibleMapRect
    var rect = visible
    if settings.keepsAnswers {
      guard !coverage.hasLoaded(visible) else { return }
      rect = coverage.rect(toAskFor: visible, padding: settings.padding)
      // What is on its way will do, too.
      if let fetch, fetch.rect.covers(visible) { return }
    }
    if settings.cancelsOlderFetches { fetch?.fetch.cancel() }
    var number: FetchNumber?
    let next = server.pins(in: rect) { [weak self] result in self?.receive(result, of: number) }
    number = next.number
    fetch = (next, rect)
  }

  private func receive(_ result: Result<PinAnswer, PinServerError>, of number: FetchNumber?) {
    if fetch?.fetch.number == number { fetch = nil }
    guard case .success(let answer) = result else { return }
    coverage.didLoad(answer)
    layer.show(answer)
    // More pins than an answer holds: asked again for less, unless the user is on the way.
    if settings.keepsAnswers, !answer.isComplete, !mapView.isUserInteracting {
      loadWhatIsVisible()
    }
  }
}

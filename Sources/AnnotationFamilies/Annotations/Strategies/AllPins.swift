import MapSimulation
import PinData

/// Adds every pin at once and makes a view of its own whenever one comes on screen: what a map
/// screen does that was written for a dozen places.
public final class AllPins: AnnotationStrategy {
  private var pins: AddedOnce

  public init(pins: PinSet, context: StrategyContext) {
    self.pins = AddedOnce(pins)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    pins.add(to: mapView)
  }

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    .marker(for: annotation, reuseIdentifier: nil, scale: mapView.device.scale)
  }
}

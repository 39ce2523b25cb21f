import MapSimulation
import PinData

/// Adds every pin at once, and dequeues a view that left the screen before it makes a new one.
public final class AllPinsReused: AnnotationStrategy {
  private var pins: AddedOnce

  public init(pins: PinSet, context: StrategyContext) {
    self.pins = AddedOnce(pins)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    pins.add(to: mapView)
  }
}

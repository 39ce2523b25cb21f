import MapSimulation
import PinData

/// Adds every pin at once, and dequeues a view that left the screen before it makes a new one.
public final class AllPinsReused: AnnotationStrategy {
  private let annotations: [Annotation]
  private var isAdded = false

  public init(pins: PinSet, context: StrategyContext) {
    annotations = pins.annotations
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    guard !isAdded else { return }
    isAdded = true
    mapView.addAnnotations(annotations)
  }
}

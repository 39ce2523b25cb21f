import Clustering
import MapGeometry
import MapSimulation
import PinData

/// Adds every pin at once and makes a view of its own whenever one comes on screen: what a map
/// screen does that was written for a dozen places.
public final class AllPins: AnnotationStrategy {
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

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    .marker(for: annotation, reuseIdentifier: nil, scale: mapView.device.scale)
  }
}

extension PinSet {
  /// An annotation for each pin, in the pins' order.
  var annotations: [Annotation] {
    coordinates.indices.map { pin in
      Annotation(id: .pin(pin), mapPoint: MapPoint(coordinates[pin]))
    }
  }

  /// Where the pins lie on the flat world, in the pins' order.
  var mapPoints: [MapPoint] { coordinates.map { MapPoint($0) } }
}

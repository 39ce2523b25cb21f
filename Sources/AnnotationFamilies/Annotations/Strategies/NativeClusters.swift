import MapSimulation
import PinData

/// Adds every pin at once with one clustering identifier and leaves the rest to the map view:
/// colliding views become a cluster, on the main thread, on every change.
public final class NativeClusters: AnnotationStrategy {
  private var pins: AddedOnce

  public init(pins: PinSet, context: StrategyContext) {
    self.pins = AddedOnce(pins)
  }

  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {
    pins.add(to: mapView)
  }

  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    guard annotation.isCluster else {
      let view = mapView.reusedStandardView(for: annotation)
      view.clusteringIdentifier = "pins"
      return view
    }
    // A cluster's own view has no clustering identifier: it does not cluster again.
    if let view = mapView.dequeueReusableAnnotationView(withIdentifier: "cluster", for: annotation)
    {
      view.display(ClusterArtwork(count: annotation.memberCount, color: .markerRed))
      return view
    }
    return .clusterMarker(
      for: annotation, reuseIdentifier: "cluster", scale: mapView.device.scale)
  }
}

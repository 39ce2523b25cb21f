import MapSimulation
import PinData

/// What an app does to show its pins on a map: the code that is measured.
///
/// A strategy is the map view's delegate. Its pins are given once; then the harness moves the
/// camera, lets the strategy answer, and lets the map lay out its views, frame after frame. An
/// app's or a library's own strategy conforms to the same protocol as the ones that come with
/// MapPressure, and is added to an ``AnnotationsFamily``.
///
/// Used by one thread at a time.
public protocol AnnotationStrategy: MapViewDelegate, SendableMetatype {
  /// Makes the strategy from its pins; its time and memory are measured as `build-time`.
  init(pins: PinSet, context: StrategyContext) throws

  /// Answers a change of the visible region, as `mapViewDidChangeVisibleRegion(_:)`: adds and
  /// removes annotations. The first call comes before the first frame is laid out.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws

  // `mapView(_:viewFor:)` is the third member, inherited from `MapViewDelegate`.

  /// Names every pin that an annotation of the strategy stands for, by its index.
  ///
  /// Only asked when a replay is observed, never when it is timed. An annotation whose identity is
  /// a pin stands for that pin unless the strategy says otherwise.
  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void)
}

extension AnnotationStrategy {
  /// A reused marker for a pin, a reused bubble with its count for a cluster.
  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedStandardView(for: annotation)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    if let pin = annotation.id.pinIndex { body(pin) }
  }
}

extension MapView {
  /// A marker or, for a cluster, a bubble with its count: dequeued where one waits, else new.
  public func reusedStandardView(for annotation: Annotation) -> AnnotationView {
    let identifier = annotation.isCluster ? "cluster" : "pin"
    if let view = dequeueReusableAnnotationView(withIdentifier: identifier, for: annotation) {
      // All markers look alike; a bubble shows another number.
      if annotation.isCluster {
        view.display(ClusterArtwork(count: annotation.memberCount, color: .clusterBlue))
      }
      return view
    }
    return annotation.isCluster
      ? .clusterBubble(for: annotation, reuseIdentifier: identifier, scale: device.scale)
      : .marker(for: annotation, reuseIdentifier: identifier, scale: device.scale)
  }
}

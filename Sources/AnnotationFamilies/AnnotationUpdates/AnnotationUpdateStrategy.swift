import MapSimulation

/// How an app keeps a map up to date whose data and camera change while it is shown: the code that
/// is measured.
///
/// A strategy is the map view's delegate. At each refresh of the screen that the main thread is
/// free for, it is told what changed since the one before, and answers by adding, moving and
/// removing annotations; then the map lays out its views. Several changes between two frames are
/// told as one. All callbacks come once before the first frame: all pins are new then.
///
/// Used by one thread at a time.
public protocol AnnotationUpdateStrategy: MapViewDelegate, SendableMetatype {
  /// What of the screen's state evaluates the body of the view with the map.
  static var observedState: ObservedState { get }

  /// Makes the strategy; its time and memory are measured as `build-time`.
  init(model: PinModel, context: UpdateContext) throws

  /// The data changed.
  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws

  /// The body of the view with the map was evaluated: whatever ``observedState`` names may have
  /// changed.
  func bodyDidEvaluate(_ mapView: MapView) throws

  /// The camera moved, as `mapViewDidChangeVisibleRegion(_:)`.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws

  /// A movement of the camera ended, as `mapView(_:regionDidChangeAnimated:)`.
  func regionDidChange(_ mapView: MapView) throws

  /// The screen is about to be refreshed, as the action of a `CADisplayLink`; after all other
  /// callbacks.
  ///
  /// - Parameter duration: nanoseconds since the latest frame began; 0 for the first.
  func displayWillRefresh(_ mapView: MapView, after duration: Int64) throws

  // `mapView(_:viewFor:)` is inherited from `MapViewDelegate`.

  /// Names every pin that an annotation of the strategy stands for, by its number in the data.
  ///
  /// Only asked outside of what is timed. An annotation whose identity is a pin stands for that pin
  /// unless the strategy says otherwise.
  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void)
}

extension AnnotationUpdateStrategy {
  public static var observedState: ObservedState { .nothing }

  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {}
  public func bodyDidEvaluate(_ mapView: MapView) {}
  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  public func regionDidChange(_ mapView: MapView) {}
  public func displayWillRefresh(_ mapView: MapView, after duration: Int64) {}

  /// A reused marker for a pin, a reused bubble with its count for a cluster.
  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedStandardView(for: annotation)
  }

  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    if let pin = annotation.id.pinIndex { body(pin) }
  }

  /// Whether an annotation stands for one pin and no other.
  func standsFor(_ pin: Int, alone annotation: Annotation) -> Bool {
    guard annotation.memberCount == 1 else { return false }
    var isIt = false
    forEachPin(of: annotation) { isIt = $0 == pin }
    return isIt
  }
}

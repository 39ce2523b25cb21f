import Clustering
import PinData
import ScenarioModel
import Simulation

/// The environment of a strategy of `Family.annotations`.
public struct StrategyContext {
  /// The screen and its platform.
  public let device: Device
  /// An existing, empty folder for the strategy's own files; removed after the trial.
  public let workspace: String
  let meter = WorkMeter()

  /// Creates a context with an empty account of computations.
  public init(device: Device, workspace: String) {
    self.device = device
    self.workspace = workspace
  }

  /// Returns an index or a list with searches that are charged to the modelled frame time.
  public func counted<Index>(_ index: Index) -> Counted<Index> { Counted(index, meter: meter) }

  /// Builds a spatial index, whose building, searches and memory are charged.
  public func spatialIndex(_ points: [MapPoint]) throws -> Counted<SpatialIndex> {
    try meter.index(of: points.count, as: \.pinsIndexed) { try SpatialIndex(points: points) }
  }

  /// Builds clusters with a function; their building, searches and memory are charged.
  public func clusters<Index: ClusterIndex>(
    of points: [MapPoint], build: ([MapPoint]) throws -> Index
  ) throws -> Counted<Index> {
    try meter.index(of: points.count, as: \.pinsClustered) { try build(points) }
  }

  /// Charges the main thread for what a strategy computes without the context. Only the modelled
  /// time changes, not the counts.
  public func charge(_ counts: ComputationCounts) { meter.charge(counts) }
}

/// An app's code that shows pins on a map: the code that is measured.
///
/// A strategy is the map view's delegate. It gets its pins once; then, for each frame, the harness
/// moves the camera, calls the strategy, and lets the map lay out its views. An app's or a
/// library's own strategy conforms to the same protocol as the ones that come with MapPressure, and
/// is added to `Family.annotations`.
///
/// Used by one thread at a time.
public protocol AnnotationStrategy: AnnotationStrategyCallbacks, SendableMetatype {
  /// Makes the strategy from its pins; its time and memory are measured as `build-time`.
  init(pins: PinSet, context: StrategyContext) throws
}

/// The callbacks of an ``AnnotationStrategy``.
public protocol AnnotationStrategyCallbacks: MapViewDelegate {
  /// Reacts to a change of the visible region, as `mapViewDidChangeVisibleRegion(_:)`: adds and
  /// removes annotations. Called for each frame. The first call comes before the first frame is laid
  /// out.
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws

  /// A movement of the camera ended, as `mapView(_:regionDidChangeAnimated:)` and
  /// `onMapCameraChange(frequency: .onEnd)`; after
  /// ``mapViewDidChangeVisibleRegion(_:)`` of the same frame.
  ///
  /// Called in the first frame at rest after a movement, in the last frame if the camera still
  /// moves then, and before the first frame is laid out.
  func regionDidChange(_ mapView: MapView) throws

  // `mapView(_:viewFor:)` is inherited from `MapViewDelegate`.

  /// Calls `body` with the index of each pin that an annotation of the strategy covers.
  ///
  /// Not called in timed code. By default, an annotation whose identity is a pin covers that pin.
  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void)
}

extension AnnotationStrategyCallbacks {
  /// Does nothing.
  public func regionDidChange(_ mapView: MapView) {}

  /// A reused marker for a pin, a reused marker with its count for a cluster.
  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedStandardView(for: annotation)
  }

  /// Calls `body` with the pin of the annotation's identity, if it is one.
  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    if let pin = annotation.id.pinIndex { body(pin) }
  }
}

extension MapView {
  /// A marker for a pin; for a cluster a marker with its count, as the axiom-mapkit guide and the
  /// ClusterMap post draw it. Dequeued if one waits, else new.
  public func reusedStandardView(for annotation: Annotation) -> AnnotationView {
    if annotation.isCluster {
      return reusedClusterView(for: annotation, make: AnnotationView.clusterMarker)
    }
    // All markers look alike.
    return dequeueReusableAnnotationView(withIdentifier: "pin", for: annotation)
      ?? .marker(for: annotation, reuseIdentifier: "pin", device: device)
  }

  /// A flat image with the number of pins for a cluster, and a marker for a pin. It is dequeued if
  /// one waits, and otherwise new.
  public func reusedFlatView(for annotation: Annotation) -> AnnotationView {
    annotation.isCluster
      ? reusedClusterView(for: annotation, make: AnnotationView.clusterBubble)
      : reusedStandardView(for: annotation)
  }

  private func reusedClusterView(
    for annotation: Annotation, make: (Annotation, String?, Device) -> AnnotationView
  ) -> AnnotationView {
    guard let view = dequeueReusableAnnotationView(withIdentifier: "cluster", for: annotation)
    else { return make(annotation, "cluster", device) }
    // It shows another number.
    view.displayCluster(count: annotation.memberCount)
    return view
  }
}

/// The maker of a strategy of `Family.annotations`.
public struct AnnotationStrategyFactory: Sendable {
  package typealias Make =
    @Sendable (PinSet, StrategyContext) throws -> any AnnotationStrategyCallbacks

  /// Indicates whether everything that the strategy searches goes through its context.
  let isFullyCounted: Bool
  package let make: Make
}

extension StrategyEntry where Make == AnnotationStrategyFactory {
  /// Creates an entry for a strategy's type.
  ///
  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  ///   - reasoning: the line of thought that it rests on, for a report to quote.
  public init(
    _ name: String, _ strategy: (some AnnotationStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, foreign: summary, reasoning: reasoning) {
      try strategy.init(pins: $0, context: $1)
    }
  }

  /// Creates an entry for a strategy of another package; not all of its work is counted.
  init(
    _ name: String, foreign summary: String, reasoning: String? = nil,
    make: @escaping AnnotationStrategyFactory.Make
  ) {
    self.init(
      name, summary: summary, reasoning: reasoning,
      make: AnnotationStrategyFactory(isFullyCounted: false, make: make))
  }

  /// Creates an entry for a strategy that comes with MapPressure.
  init(
    _ name: String, _ make: @escaping AnnotationStrategyFactory.Make, _ summary: String,
    reasoning: String? = nil
  ) {
    self.init(
      name, summary: summary, reasoning: reasoning,
      make: AnnotationStrategyFactory(isFullyCounted: true, make: make))
  }
}

extension AnnotationStrategyFactory {
  /// The strategies of `Family.annotations` that come with MapPressure: the naive ones, those that
  /// the guides describe, and further ones.
  package static let annotations: [StrategyEntry<Self>] = [
    .init(
      "all-pins", { pins, _ in AllPins(pins, views: .new) },
      "Adds every pin and makes a new view each time a pin comes on screen."),
    .init(
      "all-pins-reused", { pins, _ in AllPins(pins, views: .reused) },
      "Adds every pin and dequeues views that left the screen."),
    .init(
      "visible-region-on-end", { PinsInView(scanning: $0, atEnds: true, context: $1) },
      "At the end of a movement, shows the pins that a linear scan finds between the region's "
        + "edges in degrees."),
    nativeClusters,
    .init(
      "native-clusters-by-kind", { pins, _ in AllPins(pins, views: .clusteredByKind) },
      "Like native-clusters, but with an identifier for each of four kinds of pins, so that "
        + "different kinds do not join."),
    .init(
      "visible-region-clusters-on-end",
      { try PinsInView(storing: $0, atEnds: true, padding: 0, views: .clustered, context: $1) },
      "At the end of a movement, adds the pins that a query finds in the visible region, and lets "
        + "the map view cluster them."),
    .init(
      "visible-region-scan", { PinsInView(scanning: $0, atEnds: false, context: $1) },
      "Shows the pins that a linear scan finds between the region's edges in degrees."),
    .init(
      "visible-region-index", { try PinsInView(indexing: $0, context: $1) },
      "Shows the pins that a spatial index finds in the padded visible rectangle."),
    .init(
      "visible-region-database",
      {
        try PinsInView(
          storing: $0, atEnds: false, padding: PinsInView.padding, views: .reused, context: $1)
      }, "Shows the pins that a SQLite R*Tree on disk finds in the padded rectangle."),
    .init(
      "visible-region-clusters", { try PinsInView(indexing: $0, views: .clustered, context: $1) },
      "Adds the pins that a spatial index finds in the padded visible rectangle, and lets the map "
        + "view cluster them."),
    .init(
      "grid-clusters", { try ClustersInView(gridOf: $0, context: $1) },
      "Shows one annotation for each grid cell of 88, 64, 32 or 16 points, depending on the zoom."),
    hierarchicalClusters,
    .init(
      "hierarchical-clusters-flat",
      { try ClustersInView(hierarchyOf: $0, context: $1, flat: true) },
      "Like hierarchical-clusters, but drawn as flat images and not as the system's markers."),
  ]

  static let nativeClusters = StrategyEntry<Self>(
    "native-clusters", { pins, _ in AllPins(pins, views: .clustered) },
    "Adds every pin with one clustering identifier and lets the map view cluster.")

  static let hierarchicalClusters = StrategyEntry<Self>(
    "hierarchical-clusters", { try ClustersInView(hierarchyOf: $0, context: $1) },
    "Shows clusters with a radius of 40 points, from a hierarchy that is built once for all zoom "
      + "levels.")
}

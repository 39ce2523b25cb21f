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
    try meter.spatialIndex(points)
  }

  /// Builds clusters with a function; their building, searches and memory are charged.
  public func clusters<Index: ClusterIndex>(
    of points: [MapPoint], build: ([MapPoint]) throws -> Index
  ) throws -> Counted<Index> {
    try meter.clusters(points, build: build)
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

  /// A flat image with the number of pins for a cluster, else a marker. Dequeued if one waits, else
  /// new.
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
    self.init(name, summary, reasoning: reasoning, counted: false) {
      try strategy.init(pins: $0, context: $1)
    }
  }

  /// - Parameter isFullyCounted: `false` for a strategy of another package.
  init(
    _ name: String, _ summary: String, reasoning: String? = nil,
    counted isFullyCounted: Bool = true, make: @escaping AnnotationStrategyFactory.Make
  ) {
    self.init(
      name, summary: summary, reasoning: reasoning,
      make: AnnotationStrategyFactory(isFullyCounted: isFullyCounted, make: make))
  }
}

extension AnnotationStrategyFactory {
  /// The strategies of `Family.annotations` that come with MapPressure: the naive ones, those that
  /// the guides describe, and further ones.
  package static let annotations: [StrategyEntry<Self>] = [
    .init("all-pins", "Adds every pin and makes a new view each time one comes on screen.") {
      pins, _ in AllPins(pins, views: .new)
    },
    .init("all-pins-reused", "Adds every pin and dequeues views that left the screen.") {
      pins, _ in AllPins(pins, views: .reused)
    },
    .init(
      "visible-region-on-end",
      "At the end of a movement, shows the pins that a linear scan finds between the region's "
        + "edges in degrees."
    ) { PinsInView(scanning: $0, atEnds: true, context: $1) },
    .init(
      "native-clusters",
      "Adds every pin with one clustering identifier and lets the map view cluster."
    ) { pins, _ in AllPins(pins, views: .clustered) },
    .init(
      "native-clusters-by-kind",
      "The same with an identifier for each of four kinds of pins, so that different kinds do not "
        + "join."
    ) { pins, _ in AllPins(pins, views: .clusteredByKind) },
    .init(
      "visible-region-clusters-on-end",
      "At the end of a movement, adds the pins that a query finds in the visible region, and lets "
        + "the map view cluster those."
    ) {
      try PinsInView(storing: $0, atEnds: true, padding: 0, views: .clustered, context: $1)
    },
    .init(
      "visible-region-scan",
      "Shows the pins that a linear scan finds between the region's edges in degrees."
    ) { PinsInView(scanning: $0, atEnds: false, context: $1) },
    .init(
      "visible-region-index",
      "Shows the pins that a spatial index finds in the padded visible rectangle."
    ) { try PinsInView(indexing: $0, context: $1) },
    .init(
      "visible-region-database",
      "Shows the pins that a SQLite R*Tree on disk finds in the padded rectangle."
    ) {
      try PinsInView(
        storing: $0, atEnds: false, padding: PinsInView.padding, views: .reused, context: $1)
    },
    .init(
      "visible-region-clusters",
      "Adds the pins that a spatial index finds in the padded visible rectangle, and lets the map "
        + "view cluster those."
    ) { try PinsInView(indexing: $0, views: .clustered, context: $1) },
    .init(
      "grid-clusters",
      "Shows one annotation for each grid cell of 88, 64, 32 or 16 points by zoom."
    ) { try ClustersInView(gridOf: $0, context: $1) },
    .init(
      "hierarchical-clusters",
      "Shows clusters of a hierarchy built once, 40 points in radius at each zoom."
    ) { try ClustersInView(hierarchyOf: $0, context: $1) },
    .init(
      "hierarchical-clusters-flat",
      "The same with clusters drawn as flat images and not as the system's markers."
    ) { try ClustersInView(hierarchyOf: $0, context: $1, flat: true) },
  ]
}

import Clustering
import ScenarioModel
import Simulation

/// The part of an app's state that the view with the map depends on: any change of that evaluates
/// its body again.
public enum ObservedState: Hashable, Sendable {
  /// No state: the map is UIKit's, and its owner gets the changes.
  case nothing
  /// The data that the map shows, and nothing else.
  case model
  /// All state of the screen, including state that the map does not show.
  case everything
}

/// An app's code that updates a map while its data and camera change: the code that is measured.
///
/// It is the map view's delegate. If the main thread is free at a refresh of the screen, it gets the
/// changes since its latest frame, and adds, moves and removes annotations; then the map lays out
/// its views. Several changes between two frames are combined. All callbacks are called once before
/// the first frame, when all pins are new. Used by one thread at a time.
public protocol AnnotationUpdateCallbacks: MapViewDelegate {
  /// The data changed.
  func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws

  /// The body of the view with the map was evaluated: the observed state may have changed.
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

  /// Calls `body` with the number of each pin that an annotation of the strategy covers.
  ///
  /// Not called in timed code. By default, an annotation whose identity is a pin covers that pin.
  func forEachPin(of annotation: Annotation, _ body: (Int) -> Void)
}

extension AnnotationUpdateCallbacks {
  /// Does nothing.
  public func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {}
  /// Does nothing.
  public func bodyDidEvaluate(_ mapView: MapView) {}
  /// Does nothing.
  public func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
  /// Does nothing.
  public func regionDidChange(_ mapView: MapView) {}
  /// Does nothing.
  public func displayWillRefresh(_ mapView: MapView, after duration: Int64) {}

  /// A reused marker for a pin, a reused bubble with its count for a cluster.
  public func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedStandardView(for: annotation)
  }

  /// Calls `body` with the pin of the annotation's identity, if it is one.
  public func forEachPin(of annotation: Annotation, _ body: (Int) -> Void) {
    if let pin = annotation.id.pinIndex { body(pin) }
  }
}

/// The maker of a strategy of the family `annotation-updates`.
public struct AnnotationUpdateStrategyFactory: Sendable {
  /// Indicates whether everything that the strategy computes goes through its context.
  let isFullyCounted: Bool
  let observedState: ObservedState
  package var make: @Sendable (PinModel, UpdateContext) throws -> any AnnotationUpdateCallbacks
}

extension StrategyEntry where Make == AnnotationUpdateStrategyFactory {
  /// Creates an entry for a strategy of another package; not all of its work is counted.
  ///
  /// - Parameters:
  ///   - observedState: the part of the screen's state that evaluates the body of the view with the
  ///     map.
  ///   - make: makes the strategy; its time and memory are measured as `build-time`.
  public init(
    _ name: String, observing observedState: ObservedState = .nothing, summary: String,
    reasoning: String? = nil,
    make: @escaping @Sendable (PinModel, UpdateContext) throws -> any AnnotationUpdateCallbacks
  ) {
    self.init(
      name, summary: summary, reasoning: reasoning,
      make: AnnotationUpdateStrategyFactory(
        isFullyCounted: false, observedState: observedState, make: make))
  }

  private init(
    _ name: String, observing observedState: ObservedState = .nothing,
    _ make: @escaping @Sendable (PinModel, UpdateContext) throws -> any AnnotationUpdateCallbacks,
    _ summary: String, because reasoning: String
  ) {
    self.init(
      name, summary: summary, reasoning: reasoning,
      make: AnnotationUpdateStrategyFactory(
        isFullyCounted: true, observedState: observedState, make: make))
  }

  /// The strategies that come with MapPressure: strategies of SwiftUI's map, strategies that wrap
  /// UIKit's map, which takes 200 lines more (axiom-mapkit, line 158), and strategies of a UIKit
  /// app; naive ones first.
  package static var standard: [Self] {
    [
      Self(
        "fresh-ids-in-body", observing: .everything, { FreshIDsInBody($0, $1) },
        "Makes the annotations in the view's body, each with a new identity.",
        because: "Identifiable wants an id, and UUID() is always unique."),
      Self(
        "rebuilt-in-body", observing: .everything, { DifferenceInBody($0, $1) },
        "Makes the annotations in the view's body, with the identities of the data.",
        because: "The identities are stable, so the difference finds that nothing changed."),
      Self(
        "quick-start", observing: .model, { QuickStart($0, $1) },
        "Makes a marker for each pin in a body that depends on the map's position and selection.",
        because: "The bindings are there for code that moves the map, and for taps."),
      Self(
        "map-in-own-view", observing: .model, { DifferenceInBody($0, $1) },
        "Puts the map into a view whose body depends on the pins alone.",
        because: "A view that does not read a state is not evaluated when that state changes."),
      Self(
        "clusters-in-body", { HierarchicalQuery(content: .oneList, $0, $1) },
        "Makes the app's own clusters in a view's body, which is evaluated at each move of the "
          + "camera.",
        because: "SwiftUI's map has no clustering, so the app computes the clusters as state."),
      Self(
        "clusters-in-two-lists", { HierarchicalQuery(content: .twoLists, $0, $1) },
        "Like clusters-in-body, but with one ForEach loop for single pins and another for "
          + "clusters, as in the ClusterMap post.",
        because: "Pins and clusters are different things, with different content."),
      Self(
        "wrapped-replace-all", observing: .everything, { WrappedReplaceAll($0, $1) },
        "Wraps a UIKit map whose updateUIView removes all annotations and adds all again.",
        because: "updateUIView gets the whole state, so it puts the whole state on the map."),
      Self(
        "guarded-representable", observing: .everything, { DifferenceByID($0, $1) },
        "Wraps a UIKit map whose updateUIView compares only when the data has changed.",
        because: "updateUIView may be called at any time, so it must not do work each time."),
      Self(
        "wrapped-native-clusters", observing: .everything, { DifferenceOfClusteredViews($0, $1) },
        "Like guarded-representable, but its views have one clustering identifier.",
        because: "Clustering is a feature of UIKit's map alone, and reason enough to wrap it."),
      Self(
        "remove-all-add-all", { RemoveAllAddAll($0, $1) },
        "Replaces the whole array at every change of the data.",
        because: "Replacing everything cannot leave the map in a wrong state."),
      Self(
        "remove-all-reselect", { RemoveAllReselect($0, $1) },
        "Replaces the whole array and selects again what was selected.",
        because: "The selection is the only thing that replacing loses, and it can be put back."),
      Self(
        "difference-by-id", { DifferenceByID($0, $1) },
        "At every change, compares by identity and changes only what differs on the map.",
        because: "Annotations that stay need no change."),
      Self(
        "deltas", { Deltas($0, $1) },
        "Takes the changes from the data, and sets the coordinate of a pin that moved.",
        because: "The source knows what changed; comparing everything only finds it again."),
      Self(
        "live-clusters", { LiveClustersUpdated(try LiveClusters(), $0, $1) },
        "Updates a live clusterer with the changes, and shows the clusters in view.",
        because: "Only the cells that a pin leaves and enters change."),
      Self(
        "recluster-on-main", { ReclusterOnMain($0, $1) },
        "Groups the pins in view from scratch on the main thread at each move of the camera.",
        because: "The clusters must always be right for the visible region."),
      Self(
        "recluster-on-region-end", { ReclusterOnRegionEnd($0, $1) },
        "Groups the pins in view from scratch on the main thread when a movement ends.",
        because: "Users do not read the map while it moves."),
      Self(
        "clustermap-reload", { ClusterMapReload($0, $1) },
        "Groups the pins in view in the background when a movement ends, and searches an array for "
          + "each annotation to remove, as the ClusterMap post does.",
        because: "The library works off the main thread, and a view needs two plain arrays."),
      Self(
        "clustermap-reload-unsized", { ClusterMapReload(hasSize: false, $0, $1) },
        "Like clustermap-reload, but first reloads before the view has reported its size.",
        because: "Until then, the size is zero, and the next reload has the real size."),
      Self(
        "recluster-shared-array", { ReclusterOffMain(sharing: .unprotected, $0, $1) },
        "Groups, in the background, the same array that the main thread changes.",
        because: "The array is there already, and a copy would cost memory."),
      Self(
        "recluster-locked", { ReclusterOffMain(sharing: .locked, $0, $1) },
        "Groups the shared array in the background, under a lock that blocks changes.",
        because: "A lock makes any access to shared data safe."),
      Self(
        "recluster-off-main", { ReclusterOffMain($0, $1) },
        "Groups pins in the background, at most ten times a second, for the latest camera.",
        because: "Few users notice a delay of a tenth of a second; all notice a missed frame."),
      Self(
        "hierarchical-query", { HierarchicalQuery($0, $1) },
        "Builds clusters for all zooms in the background and queries those in view.",
        because: "The data changes less often than the camera, so data changes start the work."),
      Self(
        "add-at-once", { AddAtOnce($0, $1) },
        "In one frame, adds all pins that come into view.",
        because: "addAnnotations(_:) takes an array, so one call for all is best."),
      Self(
        "images-at-once", { AddAtOnce(images: true, $0, $1) },
        "In one frame, adds all pins that come into view, each as one flat image.",
        because: "A flat image is cheaper to make and to lay out than a marker's layers."),
      Self(
        "frame-budgeted", { FrameBudgetedAdds($0, $1) },
        "Adds a few pins in each frame: fewer after a late frame, more after one on time.",
        because: "Pins that appear a few frames later disturb less than a missed frame."),
      Self(
        "frame-budgeted-images", { FrameBudgetedAdds(images: true, $0, $1) },
        "Adds a few pins in each frame, each as one flat image.",
        because: "Views are cheap and few at a time, so no frame has too much work."),
    ]
  }
}

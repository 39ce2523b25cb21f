import Clustering
import Platform

/// A map view on a simulated screen, as `MKMapView`: it holds annotations, asks its delegate for
/// views when they come into the visible region, and counts every operation.
///
/// A frame has two steps. First the camera moves and the app adds and removes annotations; then
/// ``layoutAnnotationViews()`` ends the frame as a layout pass does: it removes the views of
/// annotations that left the visible region, asks for the views of those that entered it, and
/// places the views whose place on the screen changed. Where nothing changed, it does nothing.
///
/// Not thread-safe: used by one thread, as `MKMapView` is by the main thread.
public final class MapView {
  /// The screen and the platform that it is on.
  public let device: Device
  /// The rectangle on the screen.
  public private(set) var visibleMapRect: MapRect {
    didSet { if visibleMapRect != oldValue { needsLayout = true } }
  }
  /// The maker of the views; without one, nothing is shown.
  public weak var delegate: (any MapViewDelegate)? {
    didSet { needsLayout = true }
  }
  /// Indicates whether any view was not required to be shown.
  var hasDisplayPriorities = false
  /// The operations since the map view was made.
  package internal(set) var counts = OperationCounts()

  // Accessed for each annotation in each layout pass, so that checks of exclusive access would take
  // a tenth of its time. A map view is used by one thread, and none of these is passed `inout` to
  // code that may access the map view.

  /// The annotations that were added and not removed, in no particular order.
  @exclusivity(unchecked) public internal(set) var annotations: [Annotation] = []
  /// The selected annotation, as the one of `selectedAnnotations`. It stays selected when it leaves
  /// the screen or moves, and is deselected when it is removed from the map.
  public internal(set) var selectedAnnotation: Annotation?
  // Two parameters of the profile that every layout pass needs.
  let visibleMargin: Double
  let collisionSize: Double
  // For each annotation, by its slot: its place, its own view if it has one, and its state in
  // native clustering.
  @exclusivity(unchecked) var points: [MapPoint] = []
  @exclusivity(unchecked) var views: [AnnotationView?] = []
  @exclusivity(unchecked) var clusterStates: [ClusterState] = []
  @exclusivity(unchecked) var clustering = NativeClustering()
  /// The views that left the screen and wait for reuse, by their identifiers.
  ///
  /// Unbounded, because MapKit documents no bound and developers report that it frees none.
  var reusableViews: [String: [AnnotationView]] = [:]
  /// The meter of the views that the map view has requested.
  package let viewMeter = ViewMeter()
  /// Indicates whether the visible region or the annotations changed since the latest layout pass.
  var needsLayout = true
  /// The number of the latest layout pass.
  var pass: UInt32 = 1
  /// The visible rectangle of that pass; `nil` before the first.
  var laidOutRect: MapRect?
  /// Indicates whether that pass showed another rectangle than the one before.
  var isMoving = false
  /// The number of views on screen.
  public internal(set) var liveViewCount = 0
  /// The numbers of views in memory: on screen, or waiting for reuse.
  public private(set) var held = ViewCounts()

  /// A map view without annotations.
  public init(device: Device, visibleMapRect: MapRect = .world) {
    self.device = device
    visibleMargin = device.profile[.visibleMargin]
    collisionSize = device.profile[.collisionSize]
    self.visibleMapRect = visibleMapRect
  }

  deinit {
    // They may go to another map view.
    for annotation in annotations { annotation.slot = -1 }
  }

  /// The region on the screen, as `MKMapView.region`.
  public var region: Region { Region(visibleMapRect) }

  /// The zoom level of the visible rectangle.
  public var zoom: Double { device.viewport.zoom(showing: visibleMapRect) }

  /// Moves the camera so that the screen shows a region, fitted to the view's aspect ratio, as
  /// `setRegion(_:animated: false)`.
  public func setRegion(_ region: Region) {
    visibleMapRect = device.viewport.mapRectThatFits(region)
  }

  /// Moves the camera to a rectangle that has the view's aspect ratio already.
  public func setVisibleMapRect(_ rect: MapRect) { visibleMapRect = rect }

  /// Returns a view that left the screen and may be reused, as
  /// `dequeueReusableAnnotationView(withIdentifier:)`; `nil` if none waits.
  public func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: Annotation
  ) -> AnnotationView? {
    guard let view = reusableViews[identifier]?.popLast() else { return nil }
    view.annotation = annotation
    view.clusteringIdentifier = nil
    counts.reused[view.content] += 1
    return view
  }

  /// The number of views that wait for reuse.
  package var reusableViewCount: Int { reusableViews.values.reduce(0) { $0 + $1.count } }

  /// Adds annotations, as `addAnnotations(_:)`; an annotation that is already on the map is
  /// ignored. Their views are made by the next layout pass.
  public func addAnnotations(_ added: [Annotation]) {
    annotations.reserveCapacity(annotations.count + added.count)
    for annotation in added { addAnnotation(annotation) }
  }

  /// Adds one annotation, as `addAnnotation(_:)`.
  ///
  /// - Precondition: no other map view holds it. (MapKit allows that; here an annotation knows its
  ///   place, so that adding and removing take constant time.)
  public func addAnnotation(_ annotation: Annotation) {
    guard annotation.slot < 0 else {
      precondition(
        holds(annotation), "an annotation can be on one map view only: remove it from the other")
      return
    }
    annotation.slot = annotations.count
    annotations.append(annotation)
    points.append(annotation.mapPoint)
    views.append(nil)
    clusterStates.append(ClusterState())
    counts.annotationsInserted += 1
    needsLayout = true
  }

  /// Removes annotations, as `removeAnnotations(_:)`; an annotation that is not on the map is
  /// ignored.
  public func removeAnnotations(_ removed: [Annotation]) {
    for annotation in removed { removeAnnotation(annotation) }
  }

  /// Removes one annotation and its view, as `removeAnnotation(_:)`, in constant time.
  public func removeAnnotation(_ annotation: Annotation) {
    guard holds(annotation) else { return }
    let slot = annotation.slot
    retireViews(at: slot)
    deselectAnnotation(annotation)
    annotation.slot = -1
    counts.annotationsRemoved += 1
    needsLayout = true
    let last = annotations.count - 1
    if slot != last {
      // The last one takes the free place, so that slots stay dense.
      annotations[slot] = annotations[last]
      annotations[slot].slot = slot
      points[slot] = points[last]
      views[slot] = views[last]
      clusterStates[slot] = clusterStates[last]
    }
    annotations.removeLast()
    points.removeLast()
    views.removeLast()
    clusterStates.removeLast()
  }

  /// Moves an annotation, as setting the observed `coordinate` of an `MKAnnotation`: it stays
  /// selected and keeps its view, which the next layout pass puts in its new place. O(1).
  ///
  /// An annotation that is not on the map has its new place when it is added.
  public func moveAnnotation(_ annotation: Annotation, to point: MapPoint) {
    annotation.mapPoint = point
    guard holds(annotation) else { return }
    points[annotation.slot] = point
    counts.annotationsMoved += 1
    needsLayout = true
  }

  /// Returns the view that shows an annotation, as `view(for:)`; `nil` if it is outside the
  /// visible region, in a cluster, or not on the map. O(1).
  public func view(for annotation: Annotation) -> AnnotationView? {
    holds(annotation) ? views[annotation.slot] : nil
  }

  func holds(_ annotation: Annotation) -> Bool {
    let slot = annotation.slot
    return slot >= 0 && slot < annotations.count && annotations[slot] === annotation
  }

  /// Removes the views of a slot from the screen and offers them for reuse.
  func retireViews(at slot: Int) {
    if let view = views[slot] {
      views[slot] = nil
      retire(view)
    }
    if let view = clusterStates[slot].view {
      clusterStates[slot].view = nil
      retire(view)
    }
  }

  func retire(_ view: AnnotationView) {
    liveViewCount -= 1
    if let identifier = view.reuseIdentifier {
      reusableViews[identifier, default: []].append(view)
    } else {
      view.isHeld = false
      held[view.content] -= 1
    }
  }

  /// Asks the delegate for a view, and counts it as new if it is.
  func requestView(for annotation: Annotation) -> AnnotationView? {
    guard let delegate else { return nil }
    let view = delegate.mapView(self, viewFor: annotation)
    view.annotation = annotation
    if annotation.isCluster {
      counts.clusterViewForCalls += 1
    } else {
      counts.viewForCalls += 1
    }
    view.isPlaced = false
    if view.displayPriority < 1_000 { hasDisplayPriorities = true }
    if !view.isCounted {
      view.isCounted = true
      counts.created[view.content] += 1
      if view.isHosted { counts.hostedViewsCreated += 1 }
    }
    if !view.isHeld {
      view.isHeld = true
      held[view.content] += 1
    }
    view.report(to: viewMeter)
    liveViewCount += 1
    return view
  }

  /// Selects an annotation, as `selectAnnotation(_:animated:)`; the one that was selected is
  /// deselected. O(1).
  ///
  /// Without effect if the annotation has no view on screen, as MapKit documents it: nor
  /// directly after it was added, as its view is made by the next layout pass.
  public func selectAnnotation(_ annotation: Annotation) {
    guard view(for: annotation) != nil else { return }
    selectedAnnotation = annotation
  }

  /// Deselects an annotation, as `deselectAnnotation(_:animated:)`; one that is not selected is
  /// ignored. O(1).
  public func deselectAnnotation(_ annotation: Annotation) {
    if selectedAnnotation === annotation { selectedAnnotation = nil }
  }
}

/// The maker of a map view's annotation views, as `MKMapViewDelegate`.
public protocol MapViewDelegate: AnyObject {
  /// Returns the view for an annotation that enters the visible region, as `mapView(_:viewFor:)`.
  ///
  /// Ask ``MapView/dequeueReusableAnnotationView(withIdentifier:for:)`` first: making a view costs
  /// a bitmap and the time to draw it.
  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView
}

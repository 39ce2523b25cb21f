import MapGeometry
import PlatformProfiles

/// A map view on a simulated screen, as `MKMapView`: it holds annotations, asks its delegate for
/// views when they come into the visible region, and counts every operation.
///
/// An app's work happens in two steps a frame. First the camera moves and the app adds and removes
/// annotations; then ``layoutAnnotationViews()`` ends the frame as a layout pass does: it takes the
/// views of what left, asks for the views of what came, and places all of them.
///
/// Not thread-safe: used by one thread, as its original on the main thread.
public final class MapView {
  /// The screen and the platform that it is on.
  public let device: Device
  /// What the screen shows.
  public private(set) var visibleMapRect: MapRect
  /// Who makes the views; without one, nothing is shown.
  public weak var delegate: (any MapViewDelegate)?
  /// Everything counted since the map view was made. Strategies add what they examined.
  public var counts = OperationCounts()

  /// The annotations that were added and not removed, in no particular order.
  public internal(set) var annotations: [Annotation] = []
  /// The annotation that is selected, as the one of `selectedAnnotations`. It stays so while it
  /// leaves the screen or moves, and is deselected when it is removed from the map.
  public internal(set) var selectedAnnotation: Annotation?
  // Two parameters of the profile that every layout pass needs.
  let visibleMargin: Double
  let collisionSize: Double
  // For each annotation, by its slot: where it is, its view if it has one of its own, and its
  // place in native clustering.
  var points: [MapPoint] = []
  var views: [AnnotationView?] = []
  var clusterStates: [ClusterState] = []
  var clustering = NativeClustering()
  var reuseQueue = ReuseQueue()
  /// Views on screen now.
  public internal(set) var liveViewCount = 0
  /// Views of each content that the map keeps in memory now: on screen, or waiting to be reused.
  public internal(set) var heldMarkerViewCount = 0
  public internal(set) var heldImageViewCount = 0

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

  /// The region that the screen shows, as `MKMapView.region`.
  public var region: Region { Region(visibleMapRect) }

  /// The zoom level that the screen shows.
  public var zoom: Double { device.viewport.zoom(showing: visibleMapRect) }

  /// Moves the camera so that the screen shows a region, fitted to the view's aspect ratio, as
  /// `setRegion(_:animated: false)`.
  public func setRegion(_ region: Region) {
    visibleMapRect = device.viewport.mapRectThatFits(region)
  }

  /// Moves the camera to a rectangle that has the view's aspect ratio already.
  public func setVisibleMapRect(_ rect: MapRect) {
    visibleMapRect = rect
  }

  /// A view that left the screen and may be used again, as
  /// `dequeueReusableAnnotationView(withIdentifier:)`; `nil` where none waits.
  public func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: Annotation
  ) -> AnnotationView? {
    guard let view = reuseQueue.dequeue(identifier) else { return nil }
    view.annotation = annotation
    view.clusteringIdentifier = nil
    counts.viewsReused += 1
    return view
  }

  /// How many views wait to be used again.
  public var reusableViewCount: Int { reuseQueue.count }
}

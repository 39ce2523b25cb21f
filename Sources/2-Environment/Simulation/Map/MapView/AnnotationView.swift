/// The view that shows an annotation, as `MKAnnotationView`.
///
/// It owns a bitmap of its size in pixels, so its memory and the time to draw it are real.
public final class AnnotationView {
  /// The platform's ways to draw a view; a profile has the cost of each.
  public enum Content: Hashable, Sendable {
    /// The system's balloon, as `MKMarkerAnnotationView`: a small tree of layers.
    case marker
    /// One flat image, as `MKAnnotationView.image`.
    case image
  }

  /// The platform's way to draw it.
  public let content: Content
  /// The queue of the view when its annotation leaves the screen; a view without one is never
  /// reused.
  public let reuseIdentifier: String?
  /// Indicates whether SwiftUI makes the view, for an annotation in the content of a body.
  public var isHosted = false
  /// Indicates whether the app has hidden it, as `isHidden`. A view stays so when it is used again.
  public var isHidden = false
  /// The importance of the view, as `displayPriority`: below 1,000 (required), the map hides it
  /// while it collides with a view that is more important.
  public var displayPriority = 1_000.0
  /// Indicates whether the map hides it for that reason.
  var isDisplaced = false
  /// Indicates whether people see it.
  var isShown: Bool { !isHidden && !isDisplaced }
  /// Views of the same identifier that collide are replaced by a cluster; `nil`: never.
  public var clusteringIdentifier: String?
  /// Width and height in points.
  public let size: Double
  /// The view's middle in the map view, in points from the left; set by the map's layout.
  @exclusivity(unchecked) public internal(set) var x = 0.0
  /// The view's middle in the map view, in points from the top; set by the map's layout.
  @exclusivity(unchecked) public internal(set) var y = 0.0
  /// The annotation that it shows.
  public internal(set) var annotation: Annotation
  /// The pixels.
  public let bitmap: Bitmap

  /// Indicates whether a map view has counted the view as new.
  var isCounted = false
  /// Indicates whether a map view keeps the view: on screen, or waiting for reuse.
  var isHeld = false
  /// Indicates whether a layout pass has placed the view since it came on screen.
  @exclusivity(unchecked) var isPlaced = false
  /// The meter of the view's map; `nil` until a map has requested the view.
  private var meter: ViewMeter?
  /// Redraws before the first map requested the view.
  private var uncountedRedraws = 0

  /// Makes a view and draws it.
  ///
  /// - Parameters:
  ///   - size: width and height in points.
  ///   - scale: the screen's pixels for each point; 0 for a view of one pixel.
  public init(
    annotation: Annotation, content: Content, reuseIdentifier: String?, size: Double, scale: Int,
    artwork: some Artwork
  ) {
    self.annotation = annotation
    self.content = content
    self.reuseIdentifier = reuseIdentifier
    self.size = size
    let pixels = max(1, Int((size * Double(scale)).rounded(.up)))
    bitmap = Bitmap(width: pixels, height: pixels)
    artwork.draw(into: bitmap)
  }

  /// Redraws the view with another picture.
  public func display(_ artwork: some Artwork) {
    bitmap.clear()
    artwork.draw(into: bitmap)
    if let meter { meter.count(1, size: size) } else { uncountedRedraws += 1 }
  }

  deinit { meter?.existing[content] -= 1 }

  /// Reports the redraws and the end of the view to a map view from now on, and the redraws that no
  /// map view has counted.
  func report(to meter: ViewMeter) {
    if self.meter !== meter {
      self.meter?.existing[content] -= 1
      meter.existing[content] += 1
      self.meter = meter
    }
    meter.count(uncountedRedraws, size: size)
    uncountedRedraws = 0
  }

  /// The system's red balloon, as `MKMarkerAnnotationView`, in the size of the device's platform.
  public static func marker(
    for annotation: Annotation, reuseIdentifier: String?, device: Device
  ) -> AnnotationView {
    AnnotationView(
      annotation: annotation, content: .marker, reuseIdentifier: reuseIdentifier,
      size: device.profile[.markerViewSize], scale: device.scale,
      artwork: MarkerArtwork(color: .markerRed))
  }

  /// A bubble with the number of pins in it: one flat image, as apps draw it that do not use the
  /// system's marker. Its size is the profile's `cluster-view-size`.
  public static func clusterBubble(
    for annotation: Annotation, reuseIdentifier: String?, device: Device
  ) -> AnnotationView {
    AnnotationView(
      annotation: annotation, content: .image, reuseIdentifier: reuseIdentifier,
      size: device.profile[.clusterViewSize], scale: device.scale,
      artwork: ClusterArtwork(count: annotation.memberCount, color: clusterColor(.image)))
  }

  /// A cluster as the system's marker with the number of pins in it: what MapKit makes for a cluster
  /// of its own when the app gives none, and what the axiom-mapkit guide and the ClusterMap post draw.
  public static func clusterMarker(
    for annotation: Annotation, reuseIdentifier: String?, device: Device
  ) -> AnnotationView {
    AnnotationView(
      annotation: annotation, content: .marker, reuseIdentifier: reuseIdentifier,
      size: device.profile[.markerViewSize], scale: device.scale,
      artwork: ClusterArtwork(count: annotation.memberCount, color: clusterColor(.marker)))
  }

  /// Redraws a cluster's view with another number of pins.
  public func displayCluster(count: Int) {
    display(ClusterArtwork(count: count, color: Self.clusterColor(content)))
  }

  private static func clusterColor(_ content: Content) -> Color {
    switch content {
    case .marker: .markerRed
    case .image: .clusterBlue
    }
  }
}

/// A meter to which the annotation views of a map view report: their redraws that are not in its
/// counts yet, and how many views exist.
///
/// It lives as long as the map view or one of the views.
package final class ViewMeter {
  /// The views in memory that this map view was the last to request, no matter what holds them.
  package fileprivate(set) var existing = ViewCounts()
  private var count = 0
  private var area = 0.0

  /// Counts redraws of a view of a size in points.
  func count(_ redraws: Int, size: Double) {
    count += redraws
    area += Double(redraws) * size * size
  }

  func move(to counts: inout OperationCounts) {
    guard count > 0 else { return }
    counts.imagesRedrawn += count
    counts.redrawnArea += Int(area.rounded())
    count = 0
    area = 0
  }
}

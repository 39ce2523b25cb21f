/// The view that shows an annotation, as `MKAnnotationView`.
///
/// It owns a bitmap of its size in pixels, so its memory and the time to draw it are real.
public final class AnnotationView {
  /// What the platform draws it with; the profile knows the cost of each.
  public enum Content: Hashable, Sendable {
    /// The system's balloon, as `MKMarkerAnnotationView`: a small tree of layers.
    case marker
    /// One flat image, as `MKAnnotationView.image`.
    case image
  }

  /// What the platform draws it with.
  public let content: Content
  /// The queue that the view goes back to when its annotation leaves the screen; a view without
  /// one is never used again.
  public let reuseIdentifier: String?
  /// Views of the same identifier that collide are replaced by a cluster; `nil`: never.
  public var clusteringIdentifier: String?
  /// Width and height in points.
  public let size: Double
  /// Where the middle of the view stands in the map view, in points; set by the map's layout.
  public internal(set) var x = 0.0
  public internal(set) var y = 0.0
  /// What it shows.
  public internal(set) var annotation: Annotation
  /// The pixels.
  public let bitmap: Bitmap

  /// Whether a map view has counted the view as new.
  var isCounted = false
  /// Whether a map view keeps the view: on screen, or waiting to be used again.
  var isHeld = false
  /// How often it was drawn anew since a map view last counted that.
  var uncountedRedraws = 0

  /// Makes a view and draws it.
  ///
  /// - Parameters:
  ///   - size: width and height in points.
  ///   - scale: the screen's pixels for each point.
  public init(
    annotation: Annotation, content: Content, reuseIdentifier: String?, size: Double, scale: Int,
    artwork: some Artwork
  ) {
    self.annotation = annotation
    self.content = content
    self.reuseIdentifier = reuseIdentifier
    self.size = size
    let pixels = Int((size * Double(scale)).rounded(.up))
    bitmap = Bitmap(width: pixels, height: pixels)
    artwork.draw(into: bitmap)
  }

  /// Replaces what the view shows.
  public func display(_ artwork: some Artwork) {
    bitmap.clear()
    artwork.draw(into: bitmap)
    uncountedRedraws += 1
  }
}

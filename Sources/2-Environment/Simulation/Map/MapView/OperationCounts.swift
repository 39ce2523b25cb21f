import Support

/// The operations of a map view: the counted metrics, and the model's input.
package struct OperationCounts: Hashable, Sendable, Tally {
  /// Annotations added to the map.
  package var annotationsInserted = 0
  /// Annotations removed from the map.
  package var annotationsRemoved = 0
  /// Moves of annotations on the map.
  package var annotationsMoved = 0
  /// Requests to the delegate for the view of one pin.
  package var viewForCalls = 0
  /// Requests to the delegate for the view of a cluster.
  package var clusterViewForCalls = 0
  /// New views.
  package var created = ViewCounts()
  /// New views that SwiftUI makes.
  package var hostedViewsCreated = 0
  /// Views taken from the reuse queue.
  package var reused = ViewCounts()
  /// Redraws of existing views, because they show another annotation.
  package var imagesRedrawn = 0
  /// The summed area of these redraws in square points.
  package var redrawnArea = 0
  /// Views that layout passes put in a new place on screen.
  package var placed = ViewCounts()
  /// Annotations that native clustering tested for collisions.
  package var clusterCandidates = 0
  /// Those of a map that tests all at rest only, and while it moves the ones that come into view.
  package var settledCandidates = 0
  /// Marker views of annotations that joined a cluster at once.
  package var markerViewsClustered = 0

  /// Creates counts of zero.
  package init() {}

  /// New views of either content.
  package var viewsCreated: Int { created.marker + created.image }
  /// Views of either content taken from the reuse queue.
  package var viewsReused: Int { reused.marker + reused.image }
}

/// A number of views of each content.
public struct ViewCounts: Hashable, Sendable {
  /// Views that the system draws as markers.
  public package(set) var marker = 0
  /// Views that are one flat image.
  public package(set) var image = 0

  /// Creates counts of zero.
  package init() {}

  subscript(content: AnnotationView.Content) -> Int {
    get { content == .marker ? marker : image }
    set { if content == .marker { marker = newValue } else { image = newValue } }
  }
}

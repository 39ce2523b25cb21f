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
  /// New views that the system draws as markers.
  package var markerViewsCreated = 0
  /// Those of them that SwiftUI makes.
  package var hostedViewsCreated = 0
  /// New views that are one flat image.
  package var imageViewsCreated = 0
  /// Marker views taken from the reuse queue.
  package var markerViewsReused = 0
  /// Image views taken from the reuse queue.
  package var imageViewsReused = 0
  /// Redraws of existing views, because they show another annotation.
  package var imagesRedrawn = 0
  /// The summed area of these redraws in square points.
  package var redrawnArea = 0
  /// Marker views that layout passes put in a new place on screen.
  package var markerViewsPlaced = 0
  /// Image views that layout passes put in a new place on screen.
  package var imageViewsPlaced = 0
  /// Annotations that native clustering tested for collisions.
  package var clusterCandidates = 0
  /// Those of a map that tests all at rest only, and while it moves the ones that come into view.
  package var settledCandidates = 0
  /// Marker views of annotations that joined a cluster at once.
  package var markerViewsClustered = 0

  /// Creates counts of zero.
  package init() {}

  /// New views of either content.
  package var viewsCreated: Int { markerViewsCreated + imageViewsCreated }
  /// Views of either content taken from the reuse queue.
  package var viewsReused: Int { markerViewsReused + imageViewsReused }
}

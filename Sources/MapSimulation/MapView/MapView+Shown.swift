import MapGeometry

extension MapView {
  /// Every view on screen, in no particular order.
  public func forEachView(_ body: (AnnotationView) -> Void) {
    for slot in views.indices {
      if let view = views[slot] { body(view) }
      if let view = clusterStates[slot].view { body(view) }
    }
  }

  /// Every annotation that stands for its pins now: those that are shown, as themselves or as
  /// members of a native cluster, and those that lie outside the visible region.
  ///
  /// An annotation in the visible region that neither has a view nor is in a shown cluster stands
  /// for nothing, and is left out.
  public func forEachStandingAnnotation(_ body: (Annotation) -> Void) {
    let area = VisibleArea(visibleMapRect, margin: visibleMargin, viewport: device.viewport)
    for slot in annotations.indices {
      let anchor = Int(clusterStates[slot].anchor)
      let isInShownCluster =
        clusterStates[slot].identifier >= 0 && anchor >= 0 && anchor < annotations.count
        && clusterStates[anchor].view != nil
      if views[slot] != nil || isInShownCluster || !area.contains(points[slot]) {
        body(annotations[slot])
      }
    }
  }

  /// Whether a point is in the visible region; across the antimeridian too.
  public func isVisible(_ point: MapPoint) -> Bool {
    VisibleArea(visibleMapRect, margin: 0, viewport: device.viewport).contains(point)
  }
}

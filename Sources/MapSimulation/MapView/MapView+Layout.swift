extension MapView {
  /// Ends a frame: takes views from what left the visible region, asks for views for what came
  /// into it, resolves native clustering, and places every view on screen.
  ///
  /// Linear in the annotations that the map holds, and in the views on screen.
  public func layoutAnnotationViews() {
    let area = VisibleArea(visibleMapRect, margin: visibleMargin, viewport: device.viewport)
    // Leaving views go first, so that those who come find them in the reuse queue.
    for slot in views.indices {
      guard views[slot] != nil || clusterStates[slot].view != nil else { continue }
      if !area.contains(points[slot]) { retireViews(at: slot) }
    }
    clustering.beginPass(annotationCount: annotations.count)
    for slot in points.indices where area.contains(points[slot]) {
      admit(slot, in: area)
    }
    if clustering.hasCandidates { resolveClusters() }
    placeViews(in: area)
  }

  /// Gives a visible annotation a view of its own, unless it may end in a cluster.
  private func admit(_ slot: Int, in area: VisibleArea) {
    if !clusterStates[slot].isKnown {
      // Only its view tells whether an annotation clusters.
      let view = requestView(for: annotations[slot])
      views[slot] = view
      clusterStates[slot].isKnown = view != nil
      clusterStates[slot].identifier = clustering.index(of: view?.clusteringIdentifier)
    }
    if clusterStates[slot].identifier >= 0 {
      joinCluster(slot, in: area)
    } else if views[slot] == nil {
      views[slot] = requestView(for: annotations[slot])
    }
  }

  private func placeViews(in area: VisibleArea) {
    for slot in views.indices {
      if let view = views[slot] { place(view, at: slot, in: area) }
      if let view = clusterStates[slot].view { place(view, at: slot, in: area) }
    }
  }

  private func place(_ view: AnnotationView, at slot: Int, in area: VisibleArea) {
    let position = area.screenPosition(of: points[slot])
    view.x = position.x
    view.y = position.y
    countRedraws(of: view)
    switch view.content {
    case .marker: counts.markerViewsPlaced += 1
    case .image: counts.imageViewsPlaced += 1
    }
  }
}

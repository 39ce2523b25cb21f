import MapGeometry

extension MapView {
  /// Adds annotations, as `addAnnotations(_:)`; one that the map holds already is left alone.
  /// Their views are made by the next layout pass.
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
        holds(annotation), "an annotation is on one map view at a time: remove it from the other")
      return
    }
    annotation.slot = annotations.count
    annotations.append(annotation)
    points.append(annotation.mapPoint)
    views.append(nil)
    clusterStates.append(ClusterState())
    counts.annotationsInserted += 1
  }

  /// Removes annotations, as `removeAnnotations(_:)`; one that the map does not hold is ignored.
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
  /// An annotation that the map does not hold stands at its new place when it is added.
  public func moveAnnotation(_ annotation: Annotation, to point: MapPoint) {
    annotation.mapPoint = point
    guard holds(annotation) else { return }
    points[annotation.slot] = point
    counts.annotationsMoved += 1
  }

  /// The view that shows an annotation now, as `view(for:)`; `nil` where it is outside the visible
  /// region, in a cluster, or not on the map. O(1).
  public func view(for annotation: Annotation) -> AnnotationView? {
    holds(annotation) ? views[annotation.slot] : nil
  }

  func holds(_ annotation: Annotation) -> Bool {
    let slot = annotation.slot
    return slot >= 0 && slot < annotations.count && annotations[slot] === annotation
  }

  /// Takes the views of a slot from the screen and offers them for reuse.
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
    if view.reuseIdentifier == nil {
      view.isHeld = false
      hold(view.content, -1)
    } else {
      reuseQueue.enqueue(view)
    }
  }

  private func hold(_ content: AnnotationView.Content, _ change: Int) {
    switch content {
    case .marker: heldMarkerViewCount += change
    case .image: heldImageViewCount += change
    }
  }

  /// Asks the delegate for a view and counts where it came from.
  func requestView(for annotation: Annotation) -> AnnotationView? {
    guard let delegate else { return nil }
    let view = delegate.mapView(self, viewFor: annotation)
    view.annotation = annotation
    counts.viewForCalls += 1
    if !view.isCounted {
      view.isCounted = true
      switch view.content {
      case .marker: counts.markerViewsCreated += 1
      case .image: counts.imageViewsCreated += 1
      }
    }
    if !view.isHeld {
      view.isHeld = true
      hold(view.content, 1)
    }
    countRedraws(of: view)
    liveViewCount += 1
    return view
  }

  /// Counts how often a view was drawn anew since that was counted last.
  func countRedraws(of view: AnnotationView) {
    guard view.uncountedRedraws > 0 else { return }
    counts.imagesRedrawn += view.uncountedRedraws
    view.uncountedRedraws = 0
  }
}

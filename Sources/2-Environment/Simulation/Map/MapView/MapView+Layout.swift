import Clustering

extension MapView {
  /// Ends a frame: removes the views of annotations that left the visible region, asks for views of
  /// those that entered it, resolves native clustering, and places the views whose place changed.
  ///
  /// Linear in the annotations that the map holds, and in the views on screen. Constant if neither
  /// the visible region nor the annotations changed since the latest pass.
  public func layoutAnnotationViews() {
    defer { viewMeter.move(to: &counts) }
    guard needsLayout else {
      // The map has come to rest.
      if isMoving { counts.settledCandidates += clustering.candidates.count }
      isMoving = false
      return
    }
    needsLayout = false
    isMoving = laidOutRect.map { $0 != visibleMapRect } ?? false
    laidOutRect = visibleMapRect
    pass &+= 1
    let area = VisibleArea(visibleMapRect, margin: visibleMargin, viewport: device.viewport)
    // Leaving views go first, so that entering annotations find them in the reuse queue.
    var next = 0
    while let slot = firstSlot(from: next, leaving: area) {
      retireViews(at: slot)
      next = slot + 1
    }
    clustering.beginPass(annotationCount: annotations.count)
    // Taken out of the object once: nothing below moves an annotation.
    let points = points
    for slot in points.indices where area.contains(points[slot]) { admit(slot, in: area) }
    if clustering.hasCandidates { resolveClusters() }
    placeViews(in: area)
    if hasDisplayPriorities { hideCollidingViews() }
  }

  /// The first slot with a view outside of an area.
  private func firstSlot(from start: Int, leaving area: VisibleArea) -> Int? {
    guard liveViewCount > 0 else { return nil }
    // Taken out of the object once, and given back before one of them changes.
    let (points, views, clusterStates) = (points, views, clusterStates)
    for slot in start..<points.count where views[slot] != nil || clusterStates[slot].view != nil {
      if !area.contains(points[slot]) { return slot }
    }
    return nil
  }

  /// Gives a visible annotation a view of its own, unless it may end in a cluster.
  private func admit(_ slot: Int, in area: VisibleArea) {
    if !clusterStates[slot].isKnown {
      // Its view has the clustering identifier.
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
    guard liveViewCount > 0 else { return }
    let (points, views, clusterStates) = (points, views, clusterStates)
    for slot in points.indices {
      if let view = views[slot] { place(view, at: points[slot], in: area) }
      if let view = clusterStates[slot].view { place(view, at: points[slot], in: area) }
    }
  }

  private func place(_ view: AnnotationView, at point: MapPoint, in area: VisibleArea) {
    let position = area.screenPosition(of: point)
    guard !view.isPlaced || view.x != position.x || view.y != position.y else { return }
    view.x = position.x
    view.y = position.y
    view.isPlaced = true
    counts.placed[view.content] += 1
  }

  /// Visits every view on screen that is not hidden, in no particular order.
  public func forEachView(_ body: (AnnotationView) -> Void) {
    forEachLiveView { if $0.isShown { body($0) } }
  }

  private func forEachLiveView(_ body: (AnnotationView) -> Void) {
    let (views, clusterStates) = (views, clusterStates)
    for slot in views.indices {
      if let view = views[slot] { body(view) }
      if let view = clusterStates[slot].view { body(view) }
    }
  }

  /// Hides the views that collide with a more important one: of equal display priorities the one that is
  /// nearer to the middle of the screen, as Apple documents it. Required views are never hidden.
  private func hideCollidingViews() {
    let (middleX, middleY) = (device.viewport.width / 2, device.viewport.height / 2)
    var ordered: [(priority: Double, distance: Double, id: UInt64, view: AnnotationView)] = []
    forEachLiveView { view in
      view.isDisplaced = false
      let distance = (view.x - middleX).magnitude + (view.y - middleY).magnitude
      ordered.append((-view.displayPriority, distance, view.annotation.id.rawValue, view))
    }
    ordered.sort { ($0.priority, $0.distance, $0.id) < ($1.priority, $1.distance, $1.id) }
    counts.clusterCandidates += ordered.count
    counts.settledCandidates += ordered.count
    struct Cell: Hashable {
      let column: Int
      let row: Int
    }
    let size = collisionSize
    var shown: [Cell: [AnnotationView]] = [:]
    for (_, _, _, view) in ordered where !view.isHidden {
      let cell = Cell(
        column: Int((view.x / size).rounded(.down)), row: Int((view.y / size).rounded(.down)))
      view.isDisplaced =
        view.displayPriority < 1_000
        && Self.neighbours.contains { column, row in
          shown[Cell(column: cell.column + column, row: cell.row + row)]?.contains {
            abs($0.x - view.x) < size && abs($0.y - view.y) < size
          } ?? false
        }
      if !view.isDisplaced { shown[cell, default: []].append(view) }
    }
  }

  /// Visits every annotation that represents its pins: those that are shown, as themselves or as
  /// members of a native cluster, and those that lie outside the visible region.
  ///
  /// An annotation in the visible region that neither has a view that is seen nor is in a shown
  /// cluster represents nothing, and is left out.
  public func forEachRepresentingAnnotation(_ body: (Annotation) -> Void) {
    let area = VisibleArea(visibleMapRect, margin: visibleMargin, viewport: device.viewport)
    let (annotations, points) = (annotations, points)
    let (views, clusterStates) = (views, clusterStates)
    for slot in annotations.indices {
      let anchor = Int(clusterStates[slot].anchor)
      let isInShownCluster =
        clusterStates[slot].identifier >= 0 && anchor >= 0 && anchor < annotations.count
        && clusterStates[anchor].view?.isShown == true
      if views[slot]?.isShown == true || isInShownCluster || !area.contains(points[slot]) {
        body(annotations[slot])
      }
    }
  }

  /// Returns whether a point is in the visible region, also across the antimeridian.
  public func isVisible(_ point: MapPoint) -> Bool { visibleArea.contains(point) }

  /// The visible region, to test many points.
  package var visibleArea: VisibleArea {
    VisibleArea(visibleMapRect, margin: 0, viewport: device.viewport)
  }

  /// Counts the redraws since the latest layout pass.
  package func countRedraws() { viewMeter.move(to: &counts) }
}

/// A visible rectangle prepared for testing many points: wraps at the antimeridian and places
/// points on screen.
package struct VisibleArea {
  @usableFromInline let middleX: Double
  @usableFromInline let middleY: Double
  @usableFromInline let halfWidth: Double
  @usableFromInline let halfHeight: Double
  private let viewport: Viewport
  /// Screen points for each map point.
  package let pointsPerMapPoint: Double

  /// - Parameter margin: the fraction of its width and height by which the area grows on each side.
  init(_ rect: MapRect, margin: Double, viewport: Viewport) {
    let world = MapSize.world.width
    middleX = rect.midX - (rect.midX / world).rounded(.down) * world
    middleY = rect.midY
    halfWidth = rect.width * (0.5 + margin)
    halfHeight = rect.height * (0.5 + margin)
    self.viewport = viewport
    pointsPerMapPoint = viewport.width / rect.width
  }

  /// Map points from the area's middle eastwards to a point, in the shorter direction around the
  /// world.
  @inlinable
  package func eastward(_ x: Double) -> Double {
    let world = MapSize.world.width
    let distance = x - middleX
    if distance > world / 2 { return distance - world }
    if distance < -world / 2 { return distance + world }
    return distance
  }

  /// Returns whether a point is in the area.
  @inlinable
  package func contains(_ point: MapPoint) -> Bool {
    abs(eastward(point.x)) <= halfWidth && abs(point.y - middleY) <= halfHeight
  }

  /// The place of a point in the map view, in screen points from its upper left corner.
  @inline(__always)
  func screenPosition(of point: MapPoint) -> (x: Double, y: Double) {
    (
      viewport.width / 2 + eastward(point.x) * pointsPerMapPoint,
      viewport.height / 2 + (point.y - middleY) * pointsPerMapPoint
    )
  }
}

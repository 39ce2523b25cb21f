import MapGeometry

/// Native clustering, as MapKit documents it: annotation views of one clustering identifier that
/// collide are removed and replaced by the view of a cluster annotation with at least two members.
///
/// What MapKit does not document is decided so: annotations are taken in the order of their slots;
/// the first of a cluster gives it its place; one that collides with several joins the one in
/// its own collision cell, else left, right, above, below, then the diagonals; everything is
/// evaluated anew in each layout pass; and the view of an annotation that joins a cluster goes back
/// to the reuse queue at once.
extension MapView {
  /// Joins an annotation to the first cluster that it collides with, or begins one.
  func joinCluster(_ slot: Int, in area: VisibleArea) {
    let identifier = clusterStates[slot].identifier
    clustering.addCandidate(slot, annotationCount: annotations.count)
    let position = area.screenPosition(of: points[slot])
    let size = collisionSize
    let column = Int((position.x / size).rounded(.down))
    let row = Int((position.y / size).rounded(.down))
    for (columnStep, rowStep) in Self.neighbours {
      guard
        let anchor = clustering.anchor(
          column: column + columnStep, row: row + rowStep, identifier: identifier)
      else { continue }
      let other = area.screenPosition(of: points[anchor])
      if abs(other.x - position.x) < size, abs(other.y - position.y) < size {
        clusterStates[slot].anchor = Int32(anchor)
        clusterStates[slot].next = clusterStates[anchor].next
        clusterStates[anchor].next = Int32(slot)
        clusterStates[anchor].memberCount += 1
        clusterStates[anchor].membership &+= identity(of: slot)
        // Its own views are no longer wanted; those who come next may take them.
        retireViews(at: slot)
        return
      }
    }
    clustering.setAnchor(slot, column: column, row: row, identifier: identifier)
    clusterStates[slot].anchor = Int32(slot)
    clusterStates[slot].next = -1
    clusterStates[slot].memberCount = 1
    clusterStates[slot].membership = identity(of: slot)
  }

  /// The cell itself first: most collisions are found there.
  private static let neighbours = [
    (0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1),
  ]

  /// A scrambled identity, so that a sum over members tells sets of members apart.
  private func identity(of slot: Int) -> UInt64 {
    var bits = annotations[slot].id.rawValue &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return bits ^ (bits >> 27)
  }

  /// Shows every anchor as itself or, with two members and more, as a cluster.
  func resolveClusters() {
    counts.clusterCandidates += clustering.candidates.count
    for candidate in clustering.candidates {
      let slot = Int(candidate)
      let state = clusterStates[slot]
      guard state.anchor == candidate else { continue }
      if state.memberCount == 1 {
        if let view = state.view {
          clusterStates[slot].view = nil
          retire(view)
        }
        if views[slot] == nil { views[slot] = requestView(for: annotations[slot]) }
      } else {
        showCluster(at: slot)
      }
    }
  }

  private func showCluster(at slot: Int) {
    if let view = views[slot] {
      views[slot] = nil
      retire(view)
    }
    let state = clusterStates[slot]
    if let view = state.view {
      if state.shownMemberCount == state.memberCount, state.shownMembership == state.membership {
        return
      }
      retire(view)
    }
    var members: [Annotation] = []
    members.reserveCapacity(Int(state.memberCount))
    members.append(annotations[slot])
    var next = state.next
    while next >= 0 {
      members.append(annotations[Int(next)])
      next = clusterStates[Int(next)].next
    }
    let cluster = Annotation(clustering: members, around: annotations[slot])
    clusterStates[slot].view = requestView(for: cluster)
    clusterStates[slot].shownMemberCount = state.memberCount
    clusterStates[slot].shownMembership = state.membership
  }
}

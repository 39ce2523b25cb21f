import Clustering

/// Native clustering, as MapKit documents it: annotation views of one clustering identifier that
/// collide are removed and replaced by the view of a cluster annotation with at least two members.
///
/// MapKit does not document the details. Here annotations are taken in the order of their slots;
/// the first of a cluster gives it its place; one that collides with several joins the one in its
/// own collision cell, else left, right, above, below, then the diagonals; each layout pass
/// evaluates everything again; and the view of an annotation that joins a cluster goes back to the
/// reuse queue at once.
extension MapView {
  /// Joins an annotation to the first cluster that it collides with, or begins one.
  func joinCluster(_ slot: Int, in area: VisibleArea) {
    let identifier = clusterStates[slot].identifier
    clustering.addCandidate(slot, annotationCount: annotations.count)
    if !isMoving || clusterStates[slot].pass &+ 1 != pass { counts.settledCandidates += 1 }
    clusterStates[slot].pass = pass
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
        // The next annotations may reuse its own views.
        countClusteredView(of: slot)
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

  /// Counts the own view of an annotation that is in a cluster as soon as it comes into view.
  private func countClusteredView(of slot: Int) {
    guard let view = views[slot], !view.isPlaced, view.content == .marker else { return }
    counts.markerViewsClustered += 1
  }

  /// The cell itself first: most collisions are found there.
  static let neighbours = [
    (0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1),
  ]

  /// A scrambled identity, so that sums over different sets of members differ.
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
      countClusteredView(of: slot)
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

/// An annotation's place in native clustering.
struct ClusterState {
  /// Indicates whether the delegate was asked for a view, and so the identifier is known.
  var isKnown = false
  /// The clustering identifier's index, or -1 if the annotation does not cluster.
  var identifier: Int32 = -1
  /// The slot of the annotation around which this one clusters: its own slot for the first of a
  /// cluster; -1 outside the visible region.
  var anchor: Int32 = -1
  /// The next member of the same cluster, or -1.
  var next: Int32 = -1
  /// For an anchor: the number of members, and a sum over their identities that differs between
  /// sets of members.
  var memberCount: Int32 = 0
  var membership: UInt64 = 0
  /// The same two of the cluster whose view is shown.
  var shownMemberCount: Int32 = 0
  /// The latest layout pass in which the annotation was tested.
  var pass: UInt32 = 0
  var shownMembership: UInt64 = 0
  /// The view of the cluster, on its anchor.
  var view: AnnotationView?
}

/// The anchors of one layout pass in a table by screen cell, so that a collision is found by
/// looking at nine cells.
///
/// A cell is as large as a collision rectangle. Two anchors of one identifier never collide, so a
/// cell holds at most one of them.
struct NativeClustering {
  private var identifiers: [String] = []
  // Open addressing; an entry counts only if it is from this pass, so nothing is ever cleared.
  private var keys: [UInt64] = []
  private var anchors: [Int32] = []
  private var passes: [UInt32] = []
  private var pass: UInt32 = 0
  /// The slots that clustering examined in this pass, in order.
  private(set) var candidates: [Int32] = []

  var hasCandidates: Bool { !candidates.isEmpty }

  mutating func beginPass(annotationCount: Int) {
    candidates.removeAll(keepingCapacity: true)
    guard !identifiers.isEmpty else { return }
    reserve(annotationCount)
    pass &+= 1
  }

  private mutating func reserve(_ annotationCount: Int) {
    var capacity = max(keys.count, 64)
    while capacity < 2 * annotationCount { capacity *= 2 }
    guard capacity > keys.count else { return }
    keys = Array(repeating: 0, count: capacity)
    anchors = Array(repeating: -1, count: capacity)
    passes = Array(repeating: 0, count: capacity)
    pass = 0
  }

  /// The index of an identifier; -1 for none. The first use of an identifier is in the middle of
  /// a pass, so it makes the table ready for it.
  mutating func index(of identifier: String?) -> Int32 {
    guard let identifier else { return -1 }
    if let known = identifiers.firstIndex(of: identifier) { return Int32(known) }
    identifiers.append(identifier)
    return Int32(identifiers.count - 1)
  }

  mutating func addCandidate(_ slot: Int, annotationCount: Int) {
    if pass == 0 || keys.count < 2 * annotationCount {
      reserve(annotationCount)
      pass = max(pass, 1)
    }
    candidates.append(Int32(slot))
  }

  private func key(_ column: Int, _ row: Int, _ identifier: Int32) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: column) & 0xFF_FFFF) << 40
      | UInt64(UInt32(truncatingIfNeeded: row) & 0xFF_FFFF) << 16
      | UInt64(UInt16(truncatingIfNeeded: identifier))
  }

  private func place(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (keys.count - 1)
  }

  func anchor(column: Int, row: Int, identifier: Int32) -> Int? {
    let key = key(column, row, identifier)
    var place = place(of: key)
    while passes[place] == pass {
      if keys[place] == key { return Int(anchors[place]) }
      place = (place + 1) & (keys.count - 1)
    }
    return nil
  }

  mutating func setAnchor(_ slot: Int, column: Int, row: Int, identifier: Int32) {
    let key = key(column, row, identifier)
    var place = place(of: key)
    while passes[place] == pass { place = (place + 1) & (keys.count - 1) }
    keys[place] = key
    anchors[place] = Int32(slot)
    passes[place] = pass
  }
}

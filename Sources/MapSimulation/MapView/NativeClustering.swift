/// An annotation's place in native clustering.
struct ClusterState {
  /// Whether the delegate has been asked for a view, which tells the identifier.
  var isKnown = false
  /// The clustering identifier's index, or -1 where the annotation does not cluster.
  var identifier: Int32 = -1
  /// The annotation around whose place this one clusters, by slot: its own slot for the first of
  /// a cluster; -1 outside the visible region.
  var anchor: Int32 = -1
  /// The next member of the same cluster, or -1.
  var next: Int32 = -1
  /// For an anchor: how many cluster here, and a sum over their identities that tells one set of
  /// members from another.
  var memberCount: Int32 = 0
  var membership: UInt64 = 0
  /// The same two of the cluster whose view is shown.
  var shownMemberCount: Int32 = 0
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
  /// The slots that clustering looked at in this pass, in order.
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

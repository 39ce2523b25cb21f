/// A pin and its distance from a place.
///
/// Ordered by the distance, and by the index of the pin where distances are equal.
public struct NearbyPin: Hashable, Comparable, Sendable {
  /// The index of the pin.
  public let pin: Int
  /// The great-circle distance in metres.
  public let distance: Double

  /// A pin at a distance.
  public init(pin: Int, distance: Double) {
    self.pin = pin
    self.distance = distance
  }

  public static func < (left: NearbyPin, right: NearbyPin) -> Bool {
    left.distance != right.distance ? left.distance < right.distance : left.pin < right.pin
  }
}

/// A search for the nearest pins: a cap around the place that shrinks to the farthest of the
/// nearest pins found so far.
///
/// It begins with the pins next to the place on the curve, so that the cap is small from the start.
/// Then nodes that meet the cap are visited depth first, of two the one first that is nearer on the
/// flat map. Both orders only save work: the result does not depend on them. No queue is needed.
struct NearestSearch {
  let tree: PinTree.Reader
  let count: Int
  /// The place, and the maximum distance.
  var cap: SphereCap
  /// Those of the cap.
  var bounds: WrappedBox
  /// The leaves next to the place on the curve, which need no second visit.
  var neighbors = 0..<0
  private(set) var effort = SearchEffort()

  /// Collects the nearest pins in an array, which must be empty before, and sorts them.
  mutating func run(where isIncluded: (Int) -> Bool, into nearby: inout [NearbyPin]) {
    guard tree.pinCount > 0 else { return }
    visitNeighbors(where: isIncluded, into: &nearby)
    visit(level: tree.levelCount - 1, node: 0, where: isIncluded, into: &nearby)
    if nearby.count < count { nearby.makeHeap() }
    nearby.sortHeap()
  }

  /// Visits leaves up and down the curve from the place, in each direction until there are enough
  /// pins or none was new.
  private mutating func visitNeighbors(
    where isIncluded: (Int) -> Bool, into nearby: inout [NearbyPin]
  ) {
    let leaf = tree.leaf(around: cap.origin.place)
    neighbors = leaf..<leaf
    func visitNeighbor(_ leaf: Int) -> Bool {
      guard leaf >= 0, leaf < tree.nodeCount(ofLevel: 0) else { return false }
      neighbors = min(leaf, neighbors.lowerBound)..<max(leaf + 1, neighbors.upperBound)
      return visit(leaf: leaf, where: isIncluded, into: &nearby)
    }
    var (goesUp, goesDown) = (true, true)
    while nearby.count < count, goesUp || goesDown {
      goesUp = goesUp && visitNeighbor(neighbors.upperBound)
      goesDown = goesDown && visitNeighbor(neighbors.lowerBound - 1)
    }
  }

  private mutating func visit(
    level: Int, node: Int, where isIncluded: (Int) -> Bool, into nearby: inout [NearbyPin]
  ) {
    effort.boxes &+= 1
    let box = tree.box(ofLevel: level, node: node)
    guard bounds.intersects(box), cap.mayContainPart(of: box) else { return }
    let positions = tree.positions(ofLevel: level, node: node)
    if let place = tree.commonPlace(of: box, at: positions) {
      // No pin of the node is better than its first.
      let first = NearbyPin(
        pin: tree.pin(at: positions.lowerBound), distance: cap.origin.distance(to: place))
      guard isNearEnough(first, nearby) else { return }
    }
    guard level > 0 else {
      if !neighbors.contains(node) { _ = visit(leaf: node, where: isIncluded, into: &nearby) }
      return
    }
    let left = 2 * node
    let right = left + 1
    guard right < tree.nodeCount(ofLevel: level - 1) else {
      visit(level: level - 1, node: left, where: isIncluded, into: &nearby)
      return
    }
    let place = cap.origin.place
    let isRightNearer =
      tree.box(ofLevel: level - 1, node: right).squaredDistance(to: place)
      < tree.box(ofLevel: level - 1, node: left).squaredDistance(to: place)
    let (first, second) = isRightNearer ? (right, left) : (left, right)
    visit(level: level - 1, node: first, where: isIncluded, into: &nearby)
    visit(level: level - 1, node: second, where: isIncluded, into: &nearby)
  }

  /// Visits a leaf, and returns whether a pin of it was near enough.
  private mutating func visit(
    leaf: Int, where isIncluded: (Int) -> Bool, into nearby: inout [NearbyPin]
  ) -> Bool {
    let positions = tree.positions(ofLevel: 0, node: leaf)
    effort.pins &+= positions.count
    let radius = cap.radius
    var isAnyNear = false
    for position in positions {
      let place = tree.place(at: position)
      guard cap.mayContain(place) else { continue }
      let index = tree.pin(at: position)
      guard isIncluded(index) else { continue }
      let pin = NearbyPin(pin: index, distance: cap.origin.distance(to: place))
      guard isNearEnough(pin, nearby) else { continue }
      isAnyNear = true
      if nearby.count < count {
        nearby.append(pin)
        guard nearby.count == count else { continue }
        nearby.makeHeap()
      } else {
        nearby.sink(pin, below: count)
      }
      cap.shrink(to: nearby[0].distance)
    }
    if cap.radius < radius { bounds = cap.bounds }
    return isAnyNear
  }

  /// Returns whether a pin belongs among the nearest so far.
  private func isNearEnough(_ pin: NearbyPin, _ nearby: [NearbyPin]) -> Bool {
    nearby.count < count ? pin.distance <= cap.radius : pin < nearby[0]
  }
}

/// A heap in an array, the farthest pin first, so that it is at hand when a nearer one replaces it.
extension [NearbyPin] {
  mutating func makeHeap() {
    for parent in (0..<count / 2).reversed() { sink(self[parent], from: parent, below: count) }
  }

  /// Sorts the heap, the nearest pin first. Nothing is allocated.
  mutating func sortHeap() {
    for end in indices.reversed() {
      let farthest = self[0]
      sink(self[end], below: end)
      self[end] = farthest
    }
  }

  /// Puts a pin in the place of one of a heap that ends before `end`, or below that.
  ///
  /// Invariant of the unsafe buffer: `start` is below the count, and `end` at most the count.
  mutating func sink(_ pin: NearbyPin, from start: Int = 0, below end: Int) {
    withUnsafeMutableBufferPointer { heap in
      var parent = start
      while 2 * parent + 1 < end {
        var child = 2 * parent + 1
        if child + 1 < end, heap[child] < heap[child + 1] { child += 1 }
        guard pin < heap[child] else { break }
        heap[parent] = heap[child]
        parent = child
      }
      heap[parent] = pin
    }
  }
}

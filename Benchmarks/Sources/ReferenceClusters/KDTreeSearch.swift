/// Looks for places in a kd-tree through pointers, so that neither bounds checks nor reference
/// counts burden the comparison.
///
/// Invariant: the buffers belong to one `KDTree` and outlive the search.
struct KDTreeSearch {
  let ids: UnsafeBufferPointer<UInt32>
  let coordinates: UnsafeBufferPointer<Float>

  /// A part of the tree that is still to be searched. Small, so that all of them fit on the stack.
  private struct Part {
    let left: Int32
    let right: Int32
    let axis: Int32

    @inline(__always)
    init(_ left: Int, _ right: Int, axis: Int32) {
      self.left = Int32(truncatingIfNeeded: left)
      self.right = Int32(truncatingIfNeeded: right)
      self.axis = axis
    }
  }

  /// Each part leaves at most one more than it takes, and 2^31 places are 26 levels deep.
  private static let deepest = 64

  /// Writes the numbers of the places at most `radius` from a place to `found`, and returns
  /// their number. `found` has space for all places and one more.
  func within(
    _ radius: Double, ofX x: Double, y: Double, into found: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let squaredRadius = radius * radius
    var count = 0
    @inline(__always) func test(_ position: Int) {
      let dx = Double(coordinates[2 * position]) - x
      let dy = Double(coordinates[2 * position + 1]) - y
      // Written in any case, so that there is no branch to guess.
      found[count] = ids[position]
      count += dx * dx + dy * dy <= squaredRadius ? 1 : 0
    }
    forEachPosition(
      minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius, test)
    return count
  }

  /// Calls `body` with the number of each place in a rectangle, its edges included.
  @inline(__always)
  func forEachID(
    minX: Double, minY: Double, maxX: Double, maxY: Double, _ body: (Int) -> Void
  ) {
    forEachPosition(minX: minX, minY: minY, maxX: maxX, maxY: maxY) { position in
      let x = Double(coordinates[2 * position])
      let y = Double(coordinates[2 * position + 1])
      if x >= minX, x <= maxX, y >= minY, y <= maxY { body(Int(ids[position])) }
    }
  }

  /// Calls `body` with the positions in every part of the tree that a rectangle touches.
  @inline(__always)
  private func forEachPosition(
    minX: Double, minY: Double, maxX: Double, maxY: Double, _ body: (Int) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Part.self, capacity: Self.deepest) { parts in
      parts.initializeElement(at: 0, to: Part(0, ids.count - 1, axis: 0))
      var partCount = 1
      while partCount > 0 {
        partCount -= 1
        let part = parts[partCount]
        let left = Int(part.left)
        let right = Int(part.right)
        guard right - left > KDTree.nodeSize else {
          var position = left
          while position <= right {
            body(position)
            position += 1
          }
          continue
        }
        let middle = (left + right) >> 1
        body(middle)
        let x = Double(coordinates[2 * middle])
        let y = Double(coordinates[2 * middle + 1])
        if part.axis == 0 ? minX <= x : minY <= y {
          parts.initializeElement(
            at: partCount, to: Part(left, middle - 1, axis: 1 - part.axis))
          partCount += 1
        }
        if part.axis == 0 ? maxX >= x : maxY >= y {
          parts.initializeElement(
            at: partCount, to: Part(middle + 1, right, axis: 1 - part.axis))
          partCount += 1
        }
      }
    }
  }
}

import MapGeometry

/// Brings pins into an order in which neighbours are close on the map.
///
/// The order is that of Hilbert's curve through the pins' own extent. A key holds as much of the
/// position on the curve as fits above the pin's index: for a million pins all over the world it
/// tells places 10 m apart, for those of one city 1 cm. Where many pins share a key, they are
/// ordered anew within their own extent; after two such rounds they are in one fixed point unit,
/// and ordered by their exact places. So the time is linear wherever the pins are, but for pins in
/// one unit that are not at one place.
struct PinOrder {
  /// More pins than this with the same key are ordered anew. So where more than this are in the
  /// same unit, they come by x, then y, then index, and equal points stand together.
  static let longestUnresolvedRun = 64

  private let points: UnsafeBufferPointer<MapPoint>
  private let scratch: UnsafeMutableBufferPointer<UInt64>
  private let table: UnsafeBufferPointer<UInt16>
  private let pinBits: Int
  private let pinMask: UInt64

  /// The indexes of points in the order; the points must be on the world.
  static func pins(of points: UnsafeBufferPointer<MapPoint>) -> [UInt32] {
    let count = points.count
    guard count > 0 else { return [] }
    let keys = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    let scratch = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    defer {
      keys.deallocate()
      scratch.deallocate()
    }
    for pin in 0..<count { keys.initializeElement(at: pin, to: UInt64(pin)) }
    return HilbertCurve.table.withUnsafeBufferPointer { table in
      let order = PinOrder(points: points, scratch: scratch, table: table)
      order.sort(keys)
      return keys.map { UInt32(truncatingIfNeeded: $0 & order.pinMask) }
    }
  }

  private init(
    points: UnsafeBufferPointer<MapPoint>, scratch: UnsafeMutableBufferPointer<UInt64>,
    table: UnsafeBufferPointer<UInt16>
  ) {
    self.points = points
    self.scratch = scratch
    self.table = table
    pinBits = UInt64.bitWidth - UInt64(points.count).leadingZeroBitCount
    pinMask = (1 << UInt64(pinBits)) - 1
  }

  /// Sorts keys that hold pins; whatever they hold above the pins is replaced.
  private func sort(_ keys: UnsafeMutableBufferPointer<UInt64>) {
    let extent = extent(of: keys)
    if extent.isSingleUnit {
      sortByPoint(keys)
      return
    }
    let frame = CurveFrame(extent: extent)
    let positionBits = UInt64.bitWidth - pinBits
    let steps = (positionBits + HilbertCurve.bitsPerStep - 1) / HilbertCurve.bitsPerStep
    let surplus = UInt64(steps * HilbertCurve.bitsPerStep - positionBits)
    for index in keys.indices {
      let pin = keys[index] & pinMask
      let place = FixedPlace(points[Int(pin)])
      let position = frame.position(of: place, steps: steps, table: table)
      keys[index] = (position &>> surplus) &<< UInt64(pinBits) | pin
    }
    RadixSort.sort(keys, scratch: scratch, bits: pinBits..<UInt64.bitWidth) { $0 }
    sortLongRuns(keys)
  }

  private func sortLongRuns(_ keys: UnsafeMutableBufferPointer<UInt64>) {
    var start = 0
    while start < keys.count {
      let position = keys[start] & ~pinMask
      var end = start + 1
      while end < keys.count, keys[end] & ~pinMask == position { end += 1 }
      if end - start > Self.longestUnresolvedRun {
        sort(UnsafeMutableBufferPointer(rebasing: keys[start..<end]))
      }
      start = end
    }
  }

  private func extent(of keys: UnsafeMutableBufferPointer<UInt64>) -> FixedBox {
    var extent = MapExtent()
    for key in keys { extent.add(points[Int(key & pinMask)]) }
    return extent.box
  }

  /// Pins in one unit are told apart by their exact places.
  private func sortByPoint(_ keys: UnsafeMutableBufferPointer<UInt64>) {
    let first = points[Int(keys[0] & pinMask)]
    guard keys.contains(where: { points[Int($0 & pinMask)] != first }) else { return }
    var sorted = keys
    sorted.sort { left, right in
      let (leftPin, rightPin) = (left & pinMask, right & pinMask)
      let (leftPoint, rightPoint) = (points[Int(leftPin)], points[Int(rightPin)])
      return (leftPoint.x, leftPoint.y, leftPin) < (rightPoint.x, rightPoint.y, rightPin)
    }
  }
}

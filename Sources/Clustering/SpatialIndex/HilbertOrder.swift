import MapGeometry

/// Hilbert's curve through all places of the world: places close on the curve are close on the map.
///
/// D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück", Mathematische
/// Annalen 38, 1891.
///
/// The curve visits the four quarters of a square one after the other, and each quarter in the same
/// manner, but turned so that the ends meet. A table follows it four levels at a time: for 4 bits of
/// x and of y, and the way the curve lies in the square, it holds the 8 bits of the position, and
/// above them the way the curve lies in the part of the square that was reached.
enum HilbertCurve {
  /// How many bits of the position a step gives.
  static let bitsPerStep = 8
  /// The steps that tell all places apart.
  static let stepCount = 8

  static let table: [UInt16] = (0..<1024).map { index in
    var lie = Lie(rawValue: UInt16(index >> 8))
    var position: UInt16 = 0
    for bit in [3, 2, 1, 0] {
      let x = UInt16(index >> (4 + bit)) & 1
      let y = UInt16(index >> bit) & 1
      position = position << 2 | lie.enterQuarter(x: x, y: y)
    }
    return lie.rawValue << 8 | position
  }

  /// The position on the curve after a number of steps, of which each adds its bits below.
  static func position(
    of place: FixedPlace, steps: Int, table: UnsafeBufferPointer<UInt16>
  ) -> UInt64 {
    var (x, y) = (place.x, place.y)
    var lie = 0
    var position: UInt64 = 0
    for _ in 0..<steps {
      let entry = table[lie | Int(x &>> 28) &<< 4 | Int(y &>> 28)]
      position = position &<< 8 | UInt64(entry & 0xFF)
      lie = Int(entry & 0x300)
      x &<<= 4
      y &<<= 4
    }
    return position
  }

  /// How the curve lies in a square: bit 0 says that x and y are swapped, bit 1 that both run
  /// backwards.
  private struct Lie {
    var rawValue: UInt16

    /// Answers when the curve visits a quarter, and goes on in it.
    mutating func enterQuarter(x: UInt16, y: UInt16) -> UInt16 {
      let backwards = rawValue >> 1
      let isSwapped = rawValue & 1 == 1
      let across = (isSwapped ? y : x) ^ backwards
      let along = (isSwapped ? x : y) ^ backwards
      if along == 0 {
        rawValue ^= 1
        if across == 1 { rawValue ^= 2 }
      }
      return (3 * across) ^ along
    }
  }
}

/// The square around all pins that the curve runs through.
struct CurveFrame {
  private let extent: FixedBox
  private let shift: UInt32

  init(extent: FixedBox) {
    self.extent = extent
    let side = max(extent.maxX - extent.minX, extent.maxY - extent.minY)
    // An extent of one unit leaves nothing to shift.
    shift = side == 0 ? 0 : UInt32(side.leadingZeroBitCount)
  }

  /// The position on the curve of a place, or of the nearest one in the extent, after a number of
  /// steps (``HilbertCurve/position(of:steps:table:)``).
  func position(
    of place: FixedPlace, steps: Int, table: UnsafeBufferPointer<UInt16>
  ) -> UInt64 {
    let x = min(max(place.x, extent.minX), extent.maxX) &- extent.minX
    let y = min(max(place.y, extent.minY), extent.maxY) &- extent.minY
    return HilbertCurve.position(
      of: FixedPlace(x: x &<< shift, y: y &<< shift), steps: steps, table: table)
  }
}

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

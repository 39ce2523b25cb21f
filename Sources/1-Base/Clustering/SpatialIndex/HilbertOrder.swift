/// Hilbert's curve through all places of the world: places that are close on the curve are close on
/// the map.
///
/// D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück", Mathematische
/// Annalen 38, 1891.
///
/// The curve visits the four quarters of a square one after the other, and each quarter in the same
/// manner, but turned so that the ends meet. A table follows it four levels at a time: for 4 bits
/// of x and of y, and the curve's orientation in the square, it has the 8 bits of the position, and
/// above them the curve's orientation in the part of the square that was reached.
enum HilbertCurve {
  /// The number of bits of the position that a step gives.
  static let bitsPerStep = 8
  /// The number of steps after which all places differ.
  static let stepCount = 8

  static let table: [UInt16] = (0..<1024).map { index in
    var orientation = Orientation(rawValue: UInt16(index >> 8))
    var position: UInt16 = 0
    for bit in [3, 2, 1, 0] {
      let x = UInt16(index >> (4 + bit)) & 1
      let y = UInt16(index >> bit) & 1
      position = position << 2 | orientation.enterQuarter(x: x, y: y)
    }
    return orientation.rawValue << 8 | position
  }

  /// The orientation of the curve in a square: bit 0 means that x and y are swapped, bit 1 that
  /// both run backwards.
  private struct Orientation {
    var rawValue: UInt16

    /// Returns the number of a quarter in the order of the curve, and enters it.
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
  /// steps. Each step adds its bits below.
  func position(of place: FixedPlace, steps: Int, table: UnsafeBufferPointer<UInt16>) -> UInt64 {
    var x = (min(max(place.x, extent.minX), extent.maxX) &- extent.minX) &<< shift
    var y = (min(max(place.y, extent.minY), extent.maxY) &- extent.minY) &<< shift
    var orientation = 0
    var position: UInt64 = 0
    for _ in 0..<steps {
      let entry = table[orientation | Int(x &>> 28) &<< 4 | Int(y &>> 28)]
      position = position &<< 8 | UInt64(entry & 0xFF)
      orientation = Int(entry & 0x300)
      x &<<= 4
      y &<<= 4
    }
    return position
  }
}

/// The order of pins along Hilbert's curve, in which neighbours are close on the map.
///
/// The curve runs through the pins' own extent. A key has as many bits of the position on the curve
/// as fit above the pin's index: for a million pins all over the world it distinguishes places 10 m
/// apart, for pins of one city 1 cm. Where many pins share a key, they are ordered again within
/// their own extent; after two such rounds they are in one fixed point unit, and ordered by their
/// exact places. So the time is linear wherever the pins are, except for pins in one unit that are
/// not at one place.
///
/// Invariant of the unsafe buffers: `pins(of:)` owns the keys and the scratch, which are as long as
/// the points, until the sort has ended; the points and the table are only read. A key's low
/// bits are always the index of a pin, below the number of points. One thread sorts.
struct PinOrder {
  /// The maximum number of pins with the same key that are not ordered again. So where more than
  /// this are in the same unit, they are in the order of x, then y, then index, and equal points
  /// are adjacent.
  static let maxUnresolvedRun = 64

  private let points: UnsafeBufferPointer<MapPoint>
  private let scratch: UnsafeMutableBufferPointer<UInt64>
  private let table: UnsafeBufferPointer<UInt16>
  private let pinBits: Int
  private let pinMask: UInt64

  /// The indexes of points in the order; the points must be on the world.
  static func pins(of points: UnsafeBufferPointer<MapPoint>) -> [UInt32] {
    let count = points.count
    guard count > 0 else { return [] }
    let keys = Buffer<UInt64>(capacity: count)
    let scratch = Buffer<UInt64>(capacity: count)
    keys.resize(to: count)
    scratch.resize(to: count)
    for pin in 0..<count { keys.base[pin] = UInt64(pin) }
    return HilbertCurve.table.withUnsafeBufferPointer { table in
      let pinBits = Int.bitWidth - count.leadingZeroBitCount
      let order = PinOrder(
        points: points, scratch: scratch.elements, table: table, pinBits: pinBits,
        pinMask: 1 << UInt64(pinBits) - 1)
      order.sort(keys.elements)
      return keys.elements.map { UInt32(truncatingIfNeeded: $0 & order.pinMask) }
    }
  }

  /// Sorts keys of pins; their bits above the pins are replaced.
  private func sort(_ keys: UnsafeMutableBufferPointer<UInt64>) {
    var extent = MapExtent()
    for key in keys { extent.add(points[Int(key & pinMask)]) }
    guard !extent.box.isSingleUnit else { return sortByPoint(keys) }
    let frame = CurveFrame(extent: extent.box)
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
      if end - start > Self.maxUnresolvedRun {
        sort(UnsafeMutableBufferPointer(rebasing: keys[start..<end]))
      }
      start = end
    }
  }

  /// Sorts pins in one unit by their exact places.
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

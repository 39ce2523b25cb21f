import MapGeometry

/// A place in fixed point units.
struct FixedPlace {
  let x: UInt32
  let y: UInt32

  init(x: UInt32, y: UInt32) {
    self.x = x
    self.y = y
  }

  init(_ point: MapPoint) {
    x = FixedPoint.units(point.x)
    y = FixedPoint.units(point.y)
  }
}

/// A rectangle of the world in fixed point units, its edges included.
struct FixedBox: BitwiseCopyable {
  var minX: UInt32
  var minY: UInt32
  var maxX: UInt32
  var maxY: UInt32

  /// Whether it is one unit wide and high.
  var isSingleUnit: Bool { minX == maxX && minY == maxY }

  func contains(_ other: FixedBox) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  func intersects(_ other: FixedBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  func union(_ other: FixedBox) -> FixedBox {
    FixedBox(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// How far a column is from the box, around the world either way; 0 inside.
  func gap(toColumn x: UInt32) -> UInt32 {
    // Unsigned arithmetic that overflows goes around the world.
    x &- minX > maxX &- minX ? min(minX &- x, x &- maxX) : 0
  }

  /// The square of the distance on the flat map to a place, around the world either way.
  func squaredDistance(to place: FixedPlace) -> Double {
    let x = Double(gap(toColumn: place.x))
    let y = place.y < minY ? Double(minY - place.y) : place.y > maxY ? Double(place.y - maxY) : 0
    return x * x + y * y
  }
}

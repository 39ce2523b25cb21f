import MapGeometry

extension SpatialIndex {
  /// Calls `body` with every pin in a rectangle, its edges included, each pin once.
  ///
  /// A rectangle across the antimeridian finds the pins on both sides (`MapRect.partsOnWorld`).
  /// The order is the same for the same index and rectangle. Nothing is allocated.
  ///
  /// Complexity: O(√n log n + k) for n pins of which k are found.
  public func forEachPin(in rect: MapRect, _ body: (Int) -> Void) {
    guard let parts = WorldParts(rect) else { return }
    forEachPin(onWorld: parts.first) { pin, _ in body(pin) }
    guard let second = parts.second else { return }
    forEachPin(onWorld: second) { pin, point in
      if !parts.first.contains(point) { body(pin) }
    }
  }

  /// Replaces the contents of an array by the pins in a rectangle.
  ///
  /// The pins and their order are those of ``forEachPin(in:_:)``; the array's capacity is reused.
  public func pins(in rect: MapRect, into pins: inout [Int]) {
    pins.removeAll(keepingCapacity: true)
    forEachPin(in: rect) { pins.append($0) }
  }

  /// Calls `body` with the pins, and their places, in a rectangle that is not wrapped.
  func forEachPin(onWorld rect: MapRect, _ body: (Int, MapPoint) -> Void) {
    let bottom = FixedPoint.units(rect.maxY)
    let left = FixedPoint.units(rect.minX)
    let right = FixedPoint.units(rect.maxX)
    var row = firstRow(reaching: FixedPoint.units(rect.minY))
    while row < rowTops.count, rowTops[row] <= bottom {
      let end = min((row + 1) * rowLength, sortedPoints.count)
      var position = firstPosition(from: row * rowLength, to: end, reaching: left)
      while position < end {
        let point = sortedPoints[position]
        if rect.contains(point) {
          body(Int(sortedPins[position]), point)
        } else if FixedPoint.units(point.x) > right {
          break
        }
        position += 1
      }
      row += 1
    }
  }

  /// The first row that may hold a pin at `top` or below it on the map.
  private func firstRow(reaching top: UInt32) -> Int {
    var low = 0
    var high = rowTops.count
    while low < high {
      let middle = (low + high) / 2
      if rowTops[middle] < top { low = middle + 1 } else { high = middle }
    }
    // The row before starts above `top` but may reach down to it.
    return max(low - 1, 0)
  }

  /// The first position in a row whose pin is not left of `left`.
  private func firstPosition(from start: Int, to end: Int, reaching left: UInt32) -> Int {
    var low = start
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if FixedPoint.units(sortedPoints[middle].x) < left { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

import MapGeometry

/// Pins in the order of a curve over the map, and the boxes around stretches of them.
///
/// A leaf is a stretch of ``leafLength`` pins. Level 0 has a box for every leaf, and each level
/// above a box for every two of the level below, up to the one box around all. So the stretch of
/// pins in a node follows from its level and its number, and nothing points to anything.
struct PinTree: Sendable {
  static let leafLength = 16

  /// The indexes of the pins, in the order of the curve, and their places.
  let pins: [UInt32]
  let places: [MapPoint]
  /// The boxes, by level from the leaves upwards.
  let boxes: [FixedBox]
  /// Where the boxes of each level begin, and behind the last level all of them end.
  let levelStarts: [Int]

  /// Complexity: O(n) for n points, which must be on the world.
  init(points: [MapPoint]) {
    let pins = points.withUnsafeBufferPointer { PinOrder.pins(of: $0) }
    let places = points.withUnsafeBufferPointer { points in pins.map { points[Int($0)] } }
    var boxes = Self.leafBoxes(around: places)
    var levelStarts = [0, boxes.count]
    var level = 0..<boxes.count
    while level.count > 1 {
      for left in stride(from: level.lowerBound, to: level.upperBound, by: 2) {
        let right = min(left + 1, level.upperBound - 1)
        boxes.append(boxes[left].union(boxes[right]))
      }
      level = level.upperBound..<boxes.count
      levelStarts.append(boxes.count)
    }
    self.pins = pins
    self.places = places
    self.boxes = boxes
    self.levelStarts = levelStarts
  }

  private static func leafBoxes(around places: [MapPoint]) -> [FixedBox] {
    let leafCount = (places.count + leafLength - 1) / leafLength
    var boxes: [FixedBox] = []
    // All levels together have at most as many again, and one more where a level is odd.
    boxes.reserveCapacity(2 * leafCount + Int.bitWidth)
    for leaf in 0..<leafCount {
      var extent = MapExtent()
      for place in places[leaf * leafLength..<min((leaf + 1) * leafLength, places.count)] {
        extent.add(place)
      }
      boxes.append(extent.box)
    }
    return boxes
  }

  /// The bytes that the arrays take.
  var byteCount: Int {
    pins.count * MemoryLayout<UInt32>.stride + places.count * MemoryLayout<MapPoint>.stride
      + boxes.count * MemoryLayout<FixedBox>.stride
      + levelStarts.count * MemoryLayout<Int>.stride
  }
}

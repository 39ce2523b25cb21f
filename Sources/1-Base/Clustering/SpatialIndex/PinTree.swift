/// Pins in the order of a curve over the map, and the boxes around ranges of them.
///
/// A leaf is a range of ``leafLength`` pins. Level 0 has a box for every leaf, and each level above
/// a box for every two of the level below, up to the one box around all. So the range of pins in a
/// node follows from its level and its number, without pointers.
struct PinTree: Sendable {
  static let leafLength = 16

  /// The indexes of the pins, in the order of the curve, and their places.
  let pins: [UInt32]
  let places: [MapPoint]
  /// The boxes, by level from the leaves upwards.
  let boxes: [FixedBox]
  /// The index of each level's first box, and the number of all boxes.
  let levelStarts: [Int]

  /// Complexity: O(n) for n points, which must be on the world.
  init(points: [MapPoint]) {
    let pins = points.withUnsafeBufferPointer { PinOrder.pins(of: $0) }
    let places = points.withUnsafeBufferPointer { points in pins.map { points[Int($0)] } }
    var boxes = stride(from: 0, to: places.count, by: Self.leafLength).map { start in
      var extent = MapExtent()
      for place in places[start..<min(start + Self.leafLength, places.count)] { extent.add(place) }
      return extent.box
    }
    // All levels together have at most as many again, and one more where a level is odd.
    boxes.reserveCapacity(2 * boxes.count + Int.bitWidth)
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

  /// The bytes that the arrays take.
  var byteCount: Int {
    pins.count * MemoryLayout<UInt32>.stride + places.count * MemoryLayout<MapPoint>.stride
      + boxes.count * MemoryLayout<FixedBox>.stride
      + levelStarts.count * MemoryLayout<Int>.stride
  }

  /// A tree for reading, without checks of bounds.
  ///
  /// Invariant: it is used only within ``PinTree/read(_:)``, whose tree owns the memory and never
  /// changes, so that any number of threads may read it. Callers use nodes below
  /// ``nodeCount(ofLevel:)`` and positions below ``pinCount`` only.
  struct Reader {
    fileprivate let pins: UnsafeBufferPointer<UInt32>
    fileprivate let places: UnsafeBufferPointer<MapPoint>
    fileprivate let boxes: UnsafeBufferPointer<FixedBox>
    fileprivate let levelStarts: UnsafeBufferPointer<Int>
  }

  /// Calls `body` with access to the arrays.
  @inline(__always)
  func read<Result>(_ body: (Reader) -> Result) -> Result {
    pins.withUnsafeBufferPointer { pins in
      places.withUnsafeBufferPointer { places in
        boxes.withUnsafeBufferPointer { boxes in
          levelStarts.withUnsafeBufferPointer { levelStarts in
            body(Reader(pins: pins, places: places, boxes: boxes, levelStarts: levelStarts))
          }
        }
      }
    }
  }
}

extension PinTree.Reader {
  var pinCount: Int { pins.count }
  var levelCount: Int { levelStarts.count - 1 }

  func nodeCount(ofLevel level: Int) -> Int { levelStarts[level + 1] - levelStarts[level] }

  func box(ofLevel level: Int, node: Int) -> FixedBox { boxes[levelStarts[level] &+ node] }

  /// The positions of the pins in a node.
  func positions(ofLevel level: Int, node: Int) -> Range<Int> {
    let length = PinTree.leafLength &<< level
    let start = node &* length
    return Range(uncheckedBounds: (start, min(start &+ length, pinCount)))
  }

  func pin(at position: Int) -> Int { Int(pins[position]) }
  func place(at position: Int) -> MapPoint { places[position] }

  /// The common place of all pins in a node, where they have one and that is known; the first of
  /// them is then the one with the minimum index.
  ///
  /// It is known for more pins than ``PinOrder/maxUnresolvedRun``: their order is by place.
  func commonPlace(of box: FixedBox, at positions: Range<Int>) -> MapPoint? {
    guard box.isSingleUnit, positions.count > PinOrder.maxUnresolvedRun else { return nil }
    let first = places[positions.lowerBound]
    return places[positions.upperBound - 1] == first ? first : nil
  }

  /// The leaf in which a place would be if it were a pin, or one close to that.
  func leaf(around place: FixedPlace) -> Int {
    HilbertCurve.table.withUnsafeBufferPointer { table in
      let frame = CurveFrame(extent: boxes[boxes.count - 1])
      let sought = frame.position(of: place, steps: HilbertCurve.stepCount, table: table)
      let after = (1..<nodeCount(ofLevel: 0)).bisected { leaf in
        let first = FixedPlace(places[leaf * PinTree.leafLength])
        return frame.position(of: first, steps: HilbertCurve.stepCount, table: table) <= sought
      }
      return after - 1
    }
  }

  /// Calls `whole` with the pins of every node that lies inside an area, and `single` with each
  /// pin inside of a leaf that straddles its edge, in ascending order of their positions.
  ///
  /// - Parameters:
  ///   - relation: Returns the relation of a node's box, whose pins are at the positions.
  ///   - contains: Returns whether a place is inside.
  @inline(__always)
  func forEachPin(
    relation: (FixedBox, Range<Int>) -> Relation, contains: (MapPoint) -> Bool,
    whole: (PinSequence) -> Void, single: (Int) -> Void, effort: inout SearchEffort
  ) {
    guard pinCount > 0 else { return }
    let leafCount = nodeCount(ofLevel: 0)
    let top = levelCount - 1
    var leaf = 0
    while leaf < leafCount {
      // A node is visited at its first leaf: first the highest one that begins here, then those
      // below it. After a node, the next one is the highest that begins at the next leaf, which is
      // in no node that was visited.
      var level = min(leaf.trailingZeroBitCount, top)
      while true {
        let node = leaf &>> level
        let positions = positions(ofLevel: level, node: node)
        effort.boxes &+= 1
        let relation = relation(box(ofLevel: level, node: node), positions)
        if relation == .straddling, level > 0 {
          level &-= 1
          continue
        }
        if relation == .inside {
          whole(PinSequence(pins: UnsafeBufferPointer(rebasing: pins[positions])))
        } else if relation == .straddling {
          effort.pins &+= positions.count
          for position in positions where contains(places[position]) { single(pin(at: position)) }
        }
        leaf &+= 1 &<< level
        break
      }
    }
  }

  /// The relation of a box to the area of a query.
  enum Relation {
    case outside, straddling, inside
  }

  /// The pins of a node, as a sequence that an array appends at once.
  struct PinSequence: Sequence, IteratorProtocol {
    fileprivate let pins: UnsafeBufferPointer<UInt32>
    fileprivate var position = 0

    var underestimatedCount: Int { pins.count - position }

    @inline(__always)
    mutating func next() -> Int? {
      guard position < pins.count else { return nil }
      defer { position &+= 1 }
      return Int(pins[position])
    }
  }
}

/// The numbers of boxes and pins that a query compared, for tests that they do not grow with the
/// pins that it does not find.
package struct SearchEffort {
  /// The number of boxes that were compared with the area of the query.
  package var boxes = 0
  /// The number of pins that were compared one by one.
  package var pins = 0
}

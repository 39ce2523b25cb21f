import Clustering
import TestSupport
import Testing

/// Batches of pins that share cells, of sizes at which changes are sorted in different ways.
@Suite struct LiveClustersBatchTests {
  typealias Pin = LiveClusters.Pin

  /// The items are those of the same updates one by one, and those of a new clusterer.
  @Test(arguments: PinShape.allCases)
  func aBatchIsTheSameAsItsUpdatesOneByOne(_ shape: PinShape) throws {
    let points = shape.points(1200, seed: 21)
    let others = PinShape.uniform.points(points.count, seed: 22)
    var batches = try LiveClusters(points: points)
    var singles = batches
    func check() throws {
      let items = batches.snapshot.itemsOfEveryZoom()
      #expect(items == singles.snapshot.itemsOfEveryZoom())
      let remaining = points.indices.filter { batches.contains($0) }
      let dense = remaining.compactMap { batches.point(of: $0) }
      let fresh = try LiveClusters(points: dense).snapshot.itemsOfEveryZoom()
      #expect(items.map { $0.map(\.point) } == fresh.map { $0.map(\.point) })
      for item in items.joined().prefix(200) {
        #expect(batches.snapshot.pins(of: item.id).count == item.count)
      }
    }
    for count in [2, 30, 70, 290] where count < points.count {
      let pins = (0..<count).map { $0 * points.count / count }
      // Away, to one place, and back.
      for places in [others, Array(repeating: others[0], count: others.count), points] {
        let moves = pins.map { Pin(index: $0, point: places[$0]) }
        try batches.move(moves)
        for move in moves { try singles.move(move.index, to: move.point) }
        try check()
      }
      try batches.remove(pins)
      for pin in pins { try singles.remove(pin) }
      try check()
      let new = pins.map { Pin(index: $0, point: points[$0]) }
      try batches.insert(contentsOf: new)
      for pin in new { try singles.insert(pin) }
      try check()
    }
  }

  /// Pins that are repeated in one batch, in one leaf and in cells with many others.
  @Test(arguments: [5, 2000])
  func aRepeatedPinMovesToItsLastPlace(pinCount: Int) throws {
    var clusters = try LiveClusters(points: PinShape.clumped.points(pinCount, seed: 23))
    var random = SeededGenerator(seed: 24)
    var expected = (0..<pinCount).compactMap { clusters.point(of: $0) }
    let moves = (0..<250).map { _ in
      Pin(index: random.int(in: 0...min(pinCount - 1, 20)), point: random.point())
    }
    for move in moves { expected[move.index] = move.point }
    try clusters.move(moves)
    #expect(expected.indices.allSatisfy { clusters.point(of: $0) == expected[$0] })
    let fresh = try LiveClusters(points: expected)
    #expect(clusters.snapshot.itemsOfEveryZoom() == fresh.snapshot.itemsOfEveryZoom())
  }

  /// A cell that a batch changes is touched once, whatever the number of its pins.
  @Test func aBatchTouchesASharedCellOnce() throws {
    func touched(by count: Int) throws -> Int {
      var clusters = try LiveClusters(points: PinShape.identical.points(4000, seed: 25))
      let before = clusters.work.cellsTouched
      try clusters.move((0..<count).map { Pin(index: $0, point: MapPoint(x: 5, y: 5)) })
      return clusters.work.cellsTouched - before
    }
    // All share the way down to the cell of the deepest grid, where most cells are.
    let one = try touched(by: 1)
    let many = try touched(by: 200)
    #expect(many > one && many < one * 200 / 5, "\(many), and \(one) of one pin")
  }
}

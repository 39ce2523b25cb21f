import Clustering
import MapGeometry
import TestSupport
import Testing

/// Which updates need no hash table, and no memory.
@Suite struct AnnotationDifferenceHashingTests {
  private let viewport = Viewport(width: 393, height: 852)

  @Test func equalListsHashNothing() {
    let items = shuffledPins(2000)
    var difference = AnnotationDifference()
    difference.update(from: items, to: items)
    #expect(difference.isEmpty && difference.hashedCount == 0)
    #expect(difference.newCount == 2000)
  }

  @Test func ascendingListsHashNothing() {
    let pins = shuffledPins(2000).sorted { $0.id < $1.id }
    let (even, third) = (0...1000).reduce(into: ([ClusterItem](), [ClusterItem]())) {
      if 2 * $1 < pins.count { $0.0.append(pins[2 * $1]) }
      if 3 * $1 < pins.count { $0.1.append(pins[3 * $1]) }
    }
    var difference = AnnotationDifference()
    difference.update(from: even, to: third)
    #expect(difference.hashedCount == 0)
    #expect(difference.removals.count == 666 && difference.insertions.count == 333)
  }

  @Test func listsThatGrowOrShrinkAtOnePlaceHashNothing() {
    let items = shuffledPins(2000)
    var difference = AnnotationDifference()
    for part in [0..<0, 0..<700, 900..<2000] {
      let rest = Array(items[..<part.lowerBound] + items[part.upperBound...])
      difference.update(from: items, to: rest)
      #expect(difference.removals == Array(part) && difference.hashedCount == 0)
      difference.update(from: rest, to: items)
      #expect(difference.insertions == Array(part) && difference.hashedCount == 0)
    }
  }

  @Test func aPanOverAGridHashesNothing() throws {
    // Enough pins for a cluster in each cell: the answers ascend.
    var random = SeededGenerator(seed: 41)
    let grid = try GridClusters(points: (0..<30_000).map { _ in random.point() })
    var (difference, shown, wanted) = (AnnotationDifference(), [ClusterItem](), [ClusterItem]())
    var changes = 0
    for step in 0..<40 {
      let center = MapPoint(x: 1e8 + 6e6 * Double(step), y: 1e8 + 2e6 * Double(step))
      grid.items(in: viewport.mapRect(center: center, zoom: 3), zoom: 3, into: &wanted)
      difference.update(from: shown, to: wanted)
      #expect(difference.hashedCount == 0, "step \(step)")
      changes += difference.removals.count + difference.insertions.count
      swap(&shown, &wanted)
    }
    #expect(changes > 200)
  }

  @Test("pans and flings", arguments: [0.01, 0.05, -0.1])
  func aPanOverHierarchicalClustersHashesNothing(share: Double) throws {
    let index = try HierarchicalClusters(
      points: PinShape.uniform.points(30_000, seed: 42))
    var (difference, shown, wanted) = (AnnotationDifference(), [ClusterItem](), [ClusterItem]())
    var changes = 0
    var rect = viewport.mapRect(center: MapPoint(x: 1.2e8, y: 1.2e8), zoom: 5)
    for step in 0..<30 {
      index.items(in: rect, zoom: 5, into: &wanted)
      difference.update(from: shown, to: wanted)
      #expect(difference.hashedCount == 0, "step \(step), \(shown.count) to \(wanted.count)")
      changes += difference.removals.count + difference.insertions.count
      swap(&shown, &wanted)
      rect.origin.x += rect.width * share
      rect.origin.y -= rect.height * share / 2
    }
    #expect(shown.count > 60 && changes > 120)
  }

  /// The counter counts: order says nothing about these lists.
  @Test func aNewOrderIsHashedOnce() {
    let items = shuffledPins(2000)
    var random = SeededGenerator(seed: 43)
    var difference = AnnotationDifference()
    difference.update(from: items, to: items.shuffled(using: &random))
    #expect(difference.isEmpty)
    #expect(difference.hashedCount > 3000 && difference.hashedCount <= 4000)
    difference.update(from: items, to: items)
    #expect(difference.hashedCount == 0)
  }

  @Test func aFewInAnotherOrderHashNothing() {
    var items = shuffledPins(2000)
    let old = items
    items.append(items.remove(at: 3))
    items.insert(items.remove(at: 1500), at: 20)
    items.removeLast(5)
    var difference = AnnotationDifference()
    difference.update(from: old, to: items)
    #expect(difference.removals.count == 5 && difference.insertions == [])
    #expect(difference.hashedCount == 0)
  }

  @Test func warmBuffersStay() {
    var random = SeededGenerator(seed: 44)
    let items = shuffledPins(3000)
    var difference = AnnotationDifference()
    let moved = items.map { ClusterItem(id: $0.id, point: $0.point, count: 2) }
    // What fills each of the buffers: all leave, all come, all change, all are hashed.
    difference.update(from: items, to: [])
    difference.update(from: [], to: items)
    difference.update(from: items, to: moved.shuffled(using: &random))
    let capacities = difference.bufferCapacities
    #expect(capacities.allSatisfy { $0 > 0 })
    #expect(capacities.count { $0 >= 2900 } >= 7)
    for _ in 0..<20 {
      let old = items.shuffled(using: &random).prefix(random.int(in: 0...3000))
      let new = moved.shuffled(using: &random).prefix(random.int(in: 0...3000))
      difference.update(from: Array(old), to: Array(new))
      #expect(difference.bufferCapacities == capacities)
    }
  }

  private func shuffledPins(_ count: Int) -> [ClusterItem] {
    var random = SeededGenerator(seed: 45)
    return (0..<count).shuffled(using: &random).map {
      ClusterItem(id: .pin($0), point: random.point(), count: 1)
    }
  }
}

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

/// Differences of lists that share no order, which are joined through hash tables in parts.
@Suite struct AnnotationDifferenceJoinTests {
  /// What identities look like, as far as their hashes may tell.
  enum Shape: CaseIterable {
    case dense, sparse, high, grid, few

    func id(_ number: Int, _ random: inout SeededGenerator) -> AnnotationID {
      switch self {
      case .dense: .pin(number)
      case .sparse: AnnotationID(rawValue: random.next() >> 2)
      case .high: AnnotationID(rawValue: UInt64(number) << 44)
      case .grid:
        AnnotationID(
          rawValue: 1 << 62 | 9 << 56 | UInt64(number / 37) << 28 | UInt64(number % 37))
      // Each several times
      case .few: .pin(number % 41 * 1000)
      }
    }
  }

  /// On both sides of the lengths from which identities are hashed and lists have more parts.
  static let counts = [
    31, 32, 33, 34, 63, 64, 65, 100, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2047, 2048, 2049,
    4096, 5000,
  ]

  @Test("lists in orders of their own", arguments: Shape.allCases)
  func agreesWithADictionary(shape: Shape) {
    var random = SeededGenerator(seed: 51)
    var difference = AnnotationDifference()
    // Up and down again, so that buffers hold the rests of longer lists.
    for count in Self.counts + Self.counts.reversed() {
      let all = (0..<(count + count / 4 + 1)).map { shape.id($0, &random) }
      let old = Array(all.shuffled(using: &random).prefix(count))
      let new = Array(all.shuffled(using: &random).prefix(count))
      difference.update(from: old, to: new)
      expectTruth(difference, from: old, to: new)
    }
  }

  @Test("a long and a short list", arguments: Shape.allCases)
  func agreesWithADictionaryWhereOneIsShort(shape: Shape) {
    var random = SeededGenerator(seed: 52)
    var difference = AnnotationDifference()
    for count in [15, 16, 17, 18, 40, 300] {
      let all = (0..<3000).map { shape.id($0, &random) }
      let long = all.shuffled(using: &random)
      let short = Array(all.shuffled(using: &random).prefix(count))
      difference.update(from: long, to: short)
      expectTruth(difference, from: long, to: short)
      difference.update(from: short, to: long)
      expectTruth(difference, from: short, to: long)
    }
  }

  /// What repeats fills one part and one slot of its table.
  @Test func manyOfOneIdentity() {
    var random = SeededGenerator(seed: 53)
    var difference = AnnotationDifference()
    for (oldCount, newCount) in [(2000, 1500), (1500, 2000), (3000, 1)] {
      let others = (1...1200).map { AnnotationID.pin($0) }
      // At opposite ends, so that nothing of it is found by order.
      let old = repeatElement(.pin(0), count: oldCount) + others.shuffled(using: &random)
      let new = others.shuffled(using: &random) + repeatElement(.pin(0), count: newCount)
      difference.update(from: old, to: new)
      #expect(difference.hashedCount == old.count + new.count)
      expectTruth(difference, from: old, to: new)
      #expect(difference.removals.count == max(0, oldCount - newCount))
      #expect(difference.insertions.count == max(0, newCount - oldCount))
    }
  }

  /// From here on parts are longer instead of more.
  @Test func theGreatestNumberOfParts() {
    let count = 540_000
    // Multiples of numbers that have no divisor in common with the count: each once.
    let old = (0..<count).map { AnnotationID.pin($0 * 7 % count) }
    let new = (0..<count).map { AnnotationID.pin($0 * 11 % count + 5) }
    var difference = AnnotationDifference()
    difference.update(from: old, to: new)
    #expect(difference.removals.map { old[$0].rawValue }.sorted() == [0, 1, 2, 3, 4])
    #expect(
      difference.insertions.map { Int(new[$0].rawValue) - count }.sorted() == [0, 1, 2, 3, 4])
    #expect(difference.hashedCount > 2 * 512 * 1024)
  }

  /// Which of repeated identities belong together is not defined; how many do is.
  private func expectTruth(
    _ difference: AnnotationDifference, from old: [AnnotationID], to new: [AnnotationID]
  ) {
    var unpaired = Dictionary(old.map { ($0, 1) }, uniquingKeysWith: +)
    var comingCounts: [AnnotationID: Int] = [:]
    for id in new {
      if let count = unpaired[id], count > 0 {
        unpaired[id] = count - 1
      } else {
        comingCounts[id, default: 0] += 1
      }
    }
    let leavingCounts = unpaired.filter { $1 > 0 }
    #expect(counts(difference.removals.map { old[$0] }) == leavingCounts, "\(old.count) old")
    #expect(counts(difference.insertions.map { new[$0] }) == comingCounts, "\(new.count) new")

    let partners = new.indices.map { difference.oldPosition(ofNew: $0) }
    let stays = Set(partners.compactMap { $0 })
    #expect(stays.count == partners.count { $0 != nil })
    #expect(difference.removals == old.indices.filter { !stays.contains($0) })
    #expect(difference.insertions == new.indices.filter { partners[$0] == nil })
    #expect(zip(partners, new).allSatisfy { partner, id in partner.map { old[$0] == id } ?? true })
  }

  private func counts(_ ids: [AnnotationID]) -> [AnnotationID: Int] {
    Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
  }
}

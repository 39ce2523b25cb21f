import Clustering
import TestSupport
import Testing

/// Differences of lists that share no order, which are matched by a hash table.
@Suite struct AnnotationDifferenceTableTests {
  /// The shapes of identities, as far as their hashes depend on them.
  enum Shape: CaseIterable {
    case dense, sparse, high, grid, few

    func id(_ number: Int, _ random: inout SeededGenerator) -> AnnotationID {
      switch self {
      case .dense: .pin(number)
      case .sparse: AnnotationID(rawValue: random.next() >> 2)
      case .high: AnnotationID(rawValue: UInt64(number) << 44)
      case .grid:
        AnnotationID(rawValue: 1 << 62 | 9 << 56 | UInt64(number / 37) << 28 | UInt64(number % 37))
      // Each several times
      case .few: .pin(number % 41 * 1000)
      }
    }
  }

  /// On both sides of the lengths at which the table grows, and of the budget of the walk.
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
      difference.expectUpdate(from: old, to: new)
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
      difference.expectUpdate(from: long, to: short)
      difference.expectUpdate(from: short, to: long)
    }
  }

  /// Repeated identities fill one slot of the table.
  @Test func manyOfOneIdentity() {
    var random = SeededGenerator(seed: 53)
    var difference = AnnotationDifference()
    for (oldCount, newCount) in [(2000, 1500), (1500, 2000), (3000, 1)] {
      let others = (1...1200).map { AnnotationID.pin($0) }
      // At opposite ends, so that nothing of it is found by order.
      let old = repeatElement(.pin(0), count: oldCount) + others.shuffled(using: &random)
      let new = others.shuffled(using: &random) + repeatElement(.pin(0), count: newCount)
      difference.expectUpdate(from: old, to: new)
      #expect(difference.removals.count == max(0, oldCount - newCount))
      #expect(difference.insertions.count == max(0, newCount - oldCount))
    }
  }

  @Test func longLists() {
    let count = 54_000
    // Multiples of numbers that have no divisor in common with the count: each once.
    let old = (0..<count).map { AnnotationID.pin($0 * 7 % count) }
    let new = (0..<count).map { AnnotationID.pin($0 * 11 % count + 5) }
    var difference = AnnotationDifference()
    difference.update(from: old, to: new)
    #expect(difference.removals.map { old[$0].rawValue }.sorted() == [0, 1, 2, 3, 4])
    #expect(
      difference.insertions.map { Int(new[$0].rawValue) - count }.sorted() == [0, 1, 2, 3, 4])
  }

  @Test func warmBuffersStay() {
    var random = SeededGenerator(seed: 44)
    let items = shuffledPins(3000)
    var difference = AnnotationDifference()
    let moved = items.map { ClusterItem(id: $0.id, point: $0.point, count: 2) }
    // Fills each of the buffers: all leave, all come, all change, all are matched by the table.
    difference.update(from: items, to: [])
    difference.update(from: [], to: items)
    difference.update(from: items, to: moved.shuffled(using: &random))
    let capacities = difference.bufferCapacities
    #expect(capacities.allSatisfy { $0 >= 3000 })
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

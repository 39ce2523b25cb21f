import MapGeometry

/// Which pins a filter includes, in the order of the leaves of a tree of clusters.
///
/// The pins of a cluster lie side by side there, so the total of a cluster is the difference of two
/// running totals, which are kept for every 64 leaves.
struct FilteredLeaves: Sendable {
  /// What lies before a word of leaves.
  private struct Running: Sendable {
    var count: UInt32 = 0
    var x: UInt64 = 0
    var y: UInt64 = 0
  }

  private let points: [MapPoint]
  private let order: FrozenBuffer<UInt32>
  /// A bit for each leaf, and for each pin by its index.
  private let leafWords: [UInt64]
  private let pinWords: [UInt64]
  /// One for each word and one for the end.
  private let running: [Running]

  init(_ clusters: HierarchicalClusters, where isIncluded: (Int) -> Bool) {
    points = clusters.points
    order = clusters.tree.leaves
    let wordCount = (points.count + 63) / 64
    var pinWords = [UInt64](repeating: 0, count: wordCount)
    for pin in points.indices where isIncluded(pin) { pinWords[pin / 64] |= 1 << UInt64(pin % 64) }
    var leafWords = [UInt64](repeating: 0, count: wordCount)
    var running: [Running] = []
    running.reserveCapacity(wordCount + 1)
    var total = PinTotal()
    for word in 0..<wordCount {
      running.append(Running(count: UInt32(total.count), x: total.x, y: total.y))
      for leaf in (word * 64)..<min(word * 64 + 64, points.count) {
        let pin = Int(order[leaf])
        guard pinWords[pin / 64] >> UInt64(pin % 64) & 1 == 1 else { continue }
        leafWords[word] |= 1 << UInt64(leaf % 64)
        total.add(points[pin])
      }
    }
    running.append(Running(count: UInt32(total.count), x: total.x, y: total.y))
    self.pinWords = pinWords
    self.leafWords = leafWords
    self.running = running
  }

  var count: Int { Int(running[running.count - 1].count) }

  var byteCount: Int {
    (leafWords.count + pinWords.count) * MemoryLayout<UInt64>.stride
      + running.count * MemoryLayout<Running>.stride
  }

  func isIncluded(_ pin: Int) -> Bool {
    pinWords[pin / 64] >> UInt64(pin % 64) & 1 == 1
  }

  /// The total of the included ones of some leaves.
  ///
  /// Complexity: O(1); at most 126 leaves are looked at one by one.
  func total(of leaves: Range<Int>) -> PinTotal {
    let end = total(before: leaves.upperBound)
    let start = total(before: leaves.lowerBound)
    return PinTotal(count: end.count - start.count, x: end.x - start.x, y: end.y - start.y)
  }

  private func total(before leaf: Int) -> PinTotal {
    let running = running[leaf / 64]
    var total = PinTotal(count: Int(running.count), x: running.x, y: running.y)
    guard leaf % 64 != 0 else { return total }
    var bits = leafWords[leaf / 64] & (1 << UInt64(leaf % 64) - 1)
    while bits != 0 {
      total.add(points[Int(order[leaf / 64 * 64 + bits.trailingZeroBitCount])])
      bits &= bits - 1
    }
    return total
  }
}

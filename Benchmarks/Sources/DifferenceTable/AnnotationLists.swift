import Clustering
import Support

/// The shown and the wanted annotations; a fraction of them is replaced, another is moved.
struct AnnotationLists {
  /// The order of the two lists.
  enum Order: String, CaseIterable {
    /// Both by identity.
    case ascending
    /// Both in the same order, but not by identity, like two results of one index.
    case same = "the same"
    /// Like `same`, but the latest annotations are at the end, as after appending to a list.
    case appended
    /// Each in a different order.
    case shuffled
  }

  let old: [ClusterItem]
  let new: [ClusterItem]

  /// - Parameters:
  ///   - share: The fraction of the annotations that is exchanged for others, and the fraction that
  ///     is moved.
  init(count: Int, share: Double, order: Order) {
    var random = SplitMix64(seed: 1)
    let changed = max(1, Int(Double(count) * share))
    var old = (0..<count).map { Self.item($0, &random) }
    // Changes are spread evenly over the list.
    var new = old
    let step = max(1, count / changed)
    for number in 0..<changed {
      let position = number * step
      new[position] = Self.item(count + number, &random)
      let moved = position + step / 2
      if moved != position, moved < count {
        new[moved] = Self.item(new[moved].id.pinIndex ?? 0, &random)
      }
    }
    switch order {
    case .ascending:
      new.sort { $0.id < $1.id }
    case .same:
      let places = Self.shuffled(Array(0..<count), &random)
      old = places.map { old[$0] }
      new = places.map { new[$0] }
    case .appended:
      let places = Self.shuffled(Array(0..<count), &random)
      let cameLast = (0..<count).map { $0 % step == step / 3 }
      old =
        places.filter { !cameLast[$0] }.map { old[$0] }
        + places.filter { cameLast[$0] }.map { old[$0] }
      new = places.map { new[$0] }
    case .shuffled:
      old = Self.shuffled(old, &random)
      new = Self.shuffled(new, &random)
    }
    self.old = old
    self.new = new
  }

  private static func item(_ pin: Int, _ random: inout SplitMix64) -> ClusterItem {
    let point = MapPoint(
      x: random.unit() * MapSize.world.width, y: random.unit() * MapSize.world.height)
    return ClusterItem(id: .pin(pin), point: point, count: 1)
  }

  /// Not `shuffled()`, whose draws may change with the standard library.
  private static func shuffled<Element>(
    _ elements: [Element], _ random: inout SplitMix64
  ) -> [Element] {
    var elements = elements
    for index in elements.indices.dropFirst().reversed() {
      elements.swapAt(index, Int(random.unit() * Double(index + 1)))
    }
    return elements
  }
}

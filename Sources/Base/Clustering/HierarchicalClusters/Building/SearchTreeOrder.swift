#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The order in which supercluster's search finds the items around a place.
///
/// With more than 2 as the minimum of pins, this order is passed on: items that are too few for a
/// cluster are visited in it at the next zoom. The search is that of mourner/kdbush (ISC license):
/// a k-d tree laid out in one array, whose leaves hold up to 64 items in the order that selection
/// left them in.
struct SearchTreeOrder {
  private static let leafSize = 64
  /// Selection of a longer part first selects within a sample of it (Floyd and Rivest, 1975).
  private static let sampledLength = 600

  private struct Entry {
    let x: UInt32
    let y: UInt32
    let position: UInt32

    func coordinate(_ axis: Axis) -> UInt32 { axis == .x ? x : y }
  }

  private enum Axis {
    case x, y
    var other: Axis { self == .x ? .y : .x }
  }

  private var entries: [Entry]
  private var next: UInt32 = 0

  /// For each of the items, its position in the order of the search.
  static func ranks(of items: [(x: UInt32, y: UInt32)]) -> [UInt32] {
    var order = SearchTreeOrder(items)
    var ranks = [UInt32](repeating: 0, count: items.count)
    order.sort(0..<items.count, by: .x)
    order.visit(0..<items.count, &ranks)
    return ranks
  }

  private init(_ items: [(x: UInt32, y: UInt32)]) {
    entries = items.indices.map {
      Entry(x: items[$0].x, y: items[$0].y, position: UInt32($0))
    }
  }

  private static func middle(_ part: Range<Int>) -> Int {
    (part.lowerBound + part.upperBound - 1) / 2
  }

  private mutating func sort(_ part: Range<Int>, by axis: Axis) {
    guard part.count > Self.leafSize + 1 else { return }
    let middle = Self.middle(part)
    select(middle, from: part.lowerBound, through: part.upperBound - 1, by: axis)
    sort(part.lowerBound..<middle, by: axis.other)
    sort((middle + 1)..<part.upperBound, by: axis.other)
  }

  /// The middle first, then what is above it, then what is below.
  private mutating func visit(_ part: Range<Int>, _ ranks: inout [UInt32]) {
    guard part.count > Self.leafSize + 1 else {
      for entry in entries[part] { meet(entry, &ranks) }
      return
    }
    let middle = Self.middle(part)
    meet(entries[middle], &ranks)
    visit((middle + 1)..<part.upperBound, &ranks)
    visit(part.lowerBound..<middle, &ranks)
  }

  private mutating func meet(_ entry: Entry, _ ranks: inout [UInt32]) {
    ranks[Int(entry.position)] = next
    next += 1
  }

  /// Moves the entry that belongs at `target` there, smaller ones below it and larger ones above.
  private mutating func select(_ target: Int, from first: Int, through last: Int, by axis: Axis) {
    var first = first
    var last = last
    while last > first {
      if last - first > Self.sampledLength {
        let sample = Self.sample(around: target, from: first, through: last)
        select(target, from: sample.lowerBound, through: sample.upperBound, by: axis)
      }
      let end = partition(around: target, from: first, through: last, by: axis)
      if end <= target { first = end + 1 }
      if target <= end { last = end - 1 }
    }
  }

  private static func sample(
    around target: Int, from first: Int, through last: Int
  ) -> ClosedRange<Int> {
    let count = Double(last - first + 1)
    let rank = Double(target - first + 1)
    let logarithm = log(count)
    let size = 0.5 * exp(2 * logarithm / 3)
    let side: Double = rank - count / 2 < 0 ? -1 : 1
    let deviation = 0.5 * (logarithm * size * (count - size) / count).squareRoot() * side
    let low = (Double(target) - rank * size / count + deviation).rounded(.down)
    let high = (Double(target) + (count - rank) * size / count + deviation).rounded(.down)
    return max(first, Int(low))...min(last, Int(high))
  }

  /// Divides a part by the entry at `target`, and returns that entry's new position.
  private mutating func partition(
    around target: Int, from first: Int, through last: Int, by axis: Axis
  ) -> Int {
    let pivot = entries[target].coordinate(axis)
    var low = first
    var high = last
    entries.swapAt(first, target)
    if entries[last].coordinate(axis) > pivot { entries.swapAt(first, last) }
    while low < high {
      entries.swapAt(low, high)
      low += 1
      high -= 1
      while entries[low].coordinate(axis) < pivot { low += 1 }
      while entries[high].coordinate(axis) > pivot { high -= 1 }
    }
    if entries[first].coordinate(axis) == pivot {
      entries.swapAt(first, high)
    } else {
      high += 1
      entries.swapAt(high, last)
    }
    return high
  }
}

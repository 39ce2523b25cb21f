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
/// cluster are visited in it at the next zoom. The search is from mourner/kdbush (ISC license): a
/// k-d tree laid out in one array, whose leaves hold up to 64 items in the order that selection
/// left them in.
struct SearchTreeOrder {
  private static let leafSize = 64
  /// Selection of a longer part first selects within a sample of it (Floyd and Rivest, 1975).
  private static let sampledLength = 600

  struct Entry {
    let x: UInt32
    let y: UInt32
    let slot: UInt32

    fileprivate func coordinate(_ axis: Axis) -> UInt32 { axis == .x ? x : y }
  }

  fileprivate enum Axis {
    case x, y
    var other: Axis { self == .x ? .y : .x }
  }

  private var entries: [Entry]

  /// For each of the slots `0..<entries.count`, its entry's position in the order of the search.
  static func ranks(of entries: [Entry]) -> [UInt32] {
    var order = SearchTreeOrder(entries: entries)
    order.sort(entries.indices, by: .x)
    var ranks = [UInt32](repeating: 0, count: entries.count)
    var next: UInt32 = 0
    order.visit(entries.indices) { entry in
      ranks[Int(entry.slot)] = next
      next += 1
    }
    return ranks
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
  private func visit(_ part: Range<Int>, _ body: (Entry) -> Void) {
    guard part.count > Self.leafSize + 1 else { return entries[part].forEach(body) }
    let middle = Self.middle(part)
    body(entries[middle])
    visit((middle + 1)..<part.upperBound, body)
    visit(part.lowerBound..<middle, body)
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

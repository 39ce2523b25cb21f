/// Sorts the items of a ``CellQuery`` by their cells, in place.
///
/// A quicksort with the median of three, insertion sort for short stretches and heap sort where
/// the stretches do not become short: O(n log n) in any case, and without an allocation, which the
/// standard library's sort makes.
package enum CellItemSort {
  private static let shortLength = 24

  /// - Parameter partitionLimit: After so many partitions of a stretch, the rest of it is sorted by
  ///   heap sort. By default twice what even halves need.
  package static func sort(
    _ items: UnsafeMutableBufferPointer<ClusterItem>, partitionLimit: Int? = nil
  ) {
    let levels = Int.bitWidth - items.count.leadingZeroBitCount
    sort(Slice(base: items, bounds: items.indices), partitionLimit: partitionLimit ?? 2 * levels)
  }

  /// By cell; pins of a cell, whose counts are complements of their indexes, by index.
  private static func isBefore(_ left: ClusterItem, _ right: ClusterItem) -> Bool {
    left.id.rawValue != right.id.rawValue
      ? left.id.rawValue < right.id.rawValue : left.count > right.count
  }

  private static func sort(
    _ all: Slice<UnsafeMutableBufferPointer<ClusterItem>>, partitionLimit: Int
  ) {
    var items = all
    var partitions = 0
    while items.count > shortLength {
      guard partitions < partitionLimit else {
        heapSort(UnsafeMutableBufferPointer(rebasing: items))
        return
      }
      partitions += 1
      let middle = partition(items)
      // The shorter part by recursion, so that the stack stays short.
      let (low, high) = (items[..<middle], items[middle...])
      sort(low.count < high.count ? low : high, partitionLimit: partitionLimit - partitions)
      items = low.count < high.count ? high : low
    }
    insertionSort(UnsafeMutableBufferPointer(rebasing: items))
  }

  /// Moves small items before great ones; returns where the great ones begin. Neither part is
  /// empty, because no two items are equal.
  private static func partition(_ items: Slice<UnsafeMutableBufferPointer<ClusterItem>>) -> Int {
    let base = items.base
    let pivot = median(
      base[items.startIndex], base[items.startIndex + items.count / 2], base[items.endIndex - 1])
    var low = items.startIndex
    var high = items.endIndex - 1
    while true {
      while isBefore(base[low], pivot) { low += 1 }
      while isBefore(pivot, base[high]) { high -= 1 }
      if low >= high { return max(low, items.startIndex + 1) }
      base.swapAt(low, high)
      low += 1
      high -= 1
    }
  }

  private static func median(
    _ one: ClusterItem, _ two: ClusterItem, _ three: ClusterItem
  ) -> ClusterItem {
    let (low, high) = isBefore(two, one) ? (two, one) : (one, two)
    if isBefore(three, low) { return low }
    return isBefore(high, three) ? high : three
  }

  private static func insertionSort(_ items: UnsafeMutableBufferPointer<ClusterItem>) {
    guard items.count > 1 else { return }
    for position in 1..<items.count {
      let item = items[position]
      var place = position
      while place > 0, isBefore(item, items[place - 1]) {
        items[place] = items[place - 1]
        place -= 1
      }
      items[place] = item
    }
  }

  private static func heapSort(_ items: UnsafeMutableBufferPointer<ClusterItem>) {
    for root in (0..<(items.count / 2)).reversed() { sink(root, in: items, end: items.count) }
    for end in (1..<items.count).reversed() {
      items.swapAt(0, end)
      sink(0, in: items, end: end)
    }
  }

  private static func sink(
    _ root: Int, in items: UnsafeMutableBufferPointer<ClusterItem>, end: Int
  ) {
    var parent = root
    while 2 * parent + 1 < end {
      var child = 2 * parent + 1
      if child + 1 < end, isBefore(items[child], items[child + 1]) { child += 1 }
      guard isBefore(items[parent], items[child]) else { return }
      items.swapAt(parent, child)
      parent = child
    }
  }
}

/// The sorting of items into the order of a level: by row, in a row by x. Ties keep their order.
///
/// The items are divided into buckets by the highest bits in which their keys differ, so that what
/// follows stays in the nearest cache: a bucket is sorted as words of 64 bits, the lower bits of
/// the key above the position in the bucket. Where a large bucket leaves no room for all bits of
/// the key, items whose keys agree in those that fit are sorted by the rest.
///
/// Invariant of the pointers: they are memory of the caller's buffers, which do not grow meanwhile;
/// every position is below the count. Threads write disjoint parts, then disjoint buckets.
struct LevelOrder {
  private typealias Words = UnsafeMutableBufferPointer<UInt64>
  private typealias Items = UnsafeMutableBufferPointer<LevelItem>

  private static let bucketBits = 10

  private let rowShift: UInt64
  private let workers: Workers

  /// Replaces the contents of a buffer by items in their order.
  ///
  /// Complexity: O(n).
  ///
  /// - Parameters:
  ///   - target: Gets the items.
  ///   - scratch: Its contents afterwards are undefined.
  ///   - item: Returns the item of a position, the same each time.
  @inline(__always)
  static func sort(
    count: Int, rowShift: UInt64, into target: Buffer<LevelItem>, scratch: Buffer<LevelItem>,
    workers: Workers, _ item: (Int) -> LevelItem
  ) {
    target.resize(to: count)
    scratch.resize(to: count)
    let order = LevelOrder(rowShift: rowShift, workers: workers)
    order.sort(into: target.elements, scratch: scratch.elements, item)
  }

  @inline(__always)
  private func key(_ item: LevelItem) -> UInt64 {
    (UInt64(item.y) &>> rowShift) &<< 32 | UInt64(item.x)
  }

  @inline(__always)
  private func sort(into target: Items, scratch: Items, _ item: (Int) -> LevelItem) {
    let count = target.count
    let parts = workers.partCount(items: count)
    func range(_ part: Int) -> Range<Int> { (count * part / parts)..<(count * (part + 1) / parts) }
    let differences = Buffer<UInt64>(capacity: parts)
    differences.fill(0, count: parts)
    let first = count > 0 ? key(item(0)) : 0
    workers.forEach(parts) { part in
      var difference: UInt64 = 0
      for position in range(part) {
        let item = item(position)
        target[position] = item
        difference |= key(item) ^ first
      }
      differences[part] = difference
    }
    let keyBits = 64 - differences.elements.reduce(0, |).leadingZeroBitCount
    guard keyBits > 0 else { return }
    // Few items are one bucket.
    let bits = min(max(0, Int.bitWidth - count.leadingZeroBitCount - 4), Self.bucketBits)
    let shift = UInt64(max(0, keyBits - bits))
    let mask = (1 << bits) - 1

    /// For each part and bucket, the number of items, then the place of the next one.
    let places = Buffer<UInt32>(capacity: parts << bits)
    places.fill(0, count: parts << bits)
    workers.forEach(parts) { part in
      let counts = places.base + part << bits
      for item in target[range(part)] {
        counts[Int(truncatingIfNeeded: key(item) &>> shift) & mask] &+= 1
      }
    }
    var starts: [Int] = []
    var end: UInt32 = 0
    for bucket in 0...mask {
      starts.append(Int(end))
      for part in 0..<parts {
        let size = places[part << bits | bucket]
        places[part << bits | bucket] = end
        end += size
      }
    }
    starts.append(count)
    workers.forEach(parts) { part in
      let next = places.base + part << bits
      for item in target[range(part)] {
        let bucket = Int(truncatingIfNeeded: key(item) &>> shift) & mask
        scratch[Int(next[bucket])] = item
        next[bucket] &+= 1
      }
    }
    /// A part sorts the buckets that start in it.
    func firstBucket(_ part: Int) -> Int {
      part == parts ? mask + 1 : (0..<(mask + 1)).bisected { starts[$0] < range(part).lowerBound }
    }
    workers.forEach(parts) { part in
      let words = Buffer<UInt64>(capacity: 1024)
      for bucket in firstBucket(part)..<firstBucket(part + 1) {
        let range = starts[bucket]..<starts[bucket + 1]
        sort(
          Items(rebasing: scratch[range]), keyBits: Int(shift), words: words,
          into: Items(rebasing: target[range]))
      }
    }
  }

  /// Sorts the items of a bucket by so many bits of their keys.
  private func sort(_ items: Items, keyBits: Int, words: Buffer<UInt64>, into target: Items) {
    guard items.count > 1 else {
      if items.count == 1 { target[0] = items[0] }
      return
    }
    let positionBits = UInt64(Int.bitWidth - items.count.leadingZeroBitCount)
    let keyMask = (1 as UInt64) << UInt64(keyBits) &- 1
    let dropped = UInt64(max(0, keyBits + Int(positionBits) - 64))
    words.resize(to: 2 * items.count)
    let sorted = Words(rebasing: words.elements[..<items.count])
    for position in items.indices {
      sorted[position] =
        ((key(items[position]) & keyMask) &>> dropped) &<< positionBits
        | UInt64(truncatingIfNeeded: position)
    }
    RadixSort.sort(
      sorted, scratch: Words(rebasing: words.elements[items.count...]),
      bits: Int(positionBits)..<min(64, keyBits + Int(positionBits))
    ) { $0 }
    let positionMask = (1 as UInt64) << positionBits &- 1
    for (slot, word) in sorted.enumerated() {
      target[slot] = items[Int(truncatingIfNeeded: word & positionMask)]
    }
    if dropped > 0 { sortRest(target, keys: sorted, shift: positionBits, bits: Int(dropped)) }
  }

  /// Sorts items by the bits of their keys that the words have no room for.
  private func sortRest(_ items: Items, keys: Words, shift: UInt64, bits: Int) {
    var start = 0
    while start < items.count {
      var end = start &+ 1
      var isSorted = true
      while end < items.count, keys[end] &>> shift == keys[start] &>> shift {
        isSorted = isSorted && items[end &- 1].x <= items[end].x
        end &+= 1
      }
      if !isSorted {
        let scratch = Items.allocate(capacity: end - start)
        defer { scratch.deallocate() }
        RadixSort.sort(Items(rebasing: items[start..<end]), scratch: scratch, bits: 0..<bits) {
          UInt64($0.x)
        }
      }
      start = end
    }
  }
}

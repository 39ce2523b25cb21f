/// A stable sort of many elements by whole-number keys.
///
/// The elements are divided into buckets by the highest bits in which their keys differ, so that
/// what follows stays in the nearest cache: a bucket is sorted as words of 64 bits, the lower bits
/// of the key above the position in the bucket. If a large bucket leaves no space for all bits of
/// the key, its lowest bits are sorted first.
///
/// Invariant of the pointers: they are memory of the caller's buffers, which do not grow meanwhile;
/// every position is below the count. Threads write disjoint parts, then disjoint buckets.
enum BucketSort<Element: BitwiseCopyable> {
  private typealias Words = UnsafeMutableBufferPointer<UInt64>
  private typealias Elements = UnsafeMutableBufferPointer<Element>

  private static var bucketBits: Int { 10 }

  /// Replaces the contents of a buffer by elements in their order.
  ///
  /// Complexity: O(n).
  ///
  /// - Parameters:
  ///   - target: Gets the elements.
  ///   - scratch: Its contents afterwards are undefined.
  ///   - element: Returns the element of a position, the same each time; may read the target.
  ///   - key: Returns the key of an element, the same each time.
  @inline(__always)
  static func sort(
    count: Int, into targetBuffer: Buffer<Element>, scratch scratchBuffer: Buffer<Element>,
    workers: Workers, _ element: (Int) -> Element, by key: (Element) -> UInt64
  ) {
    targetBuffer.resize(to: count)
    scratchBuffer.resize(to: count)
    let (target, scratch) = (targetBuffer.elements, scratchBuffer.elements)
    // Few parts: with more, threads write to the same lines of a bucket.
    let parts = min(workers.partCount(items: count), 4 * workers.threadCount)
    func range(_ part: Int) -> Range<Int> { (count * part / parts)..<(count * (part + 1) / parts) }
    // A bit in which all keys agree is the same in their union and in their intersection.
    let keys = workers.map(parts) { part in
      var (union, intersection) = (0 as UInt64, UInt64.max)
      for position in range(part) {
        let element = element(position)
        target[position] = element
        union |= key(element)
        intersection &= key(element)
      }
      return (union: union, intersection: intersection)
    }
    let differences = keys.reduce(0) { $0 | $1.union } & ~keys.reduce(.max) { $0 & $1.intersection }
    let keyBits = 64 - differences.leadingZeroBitCount
    guard keyBits > 0 else { return }
    // Few elements are one bucket.
    let bits = min(max(0, Int.bitWidth - count.leadingZeroBitCount - 4), Self.bucketBits)
    let shift = UInt64(max(0, keyBits - bits))
    let mask = (1 << bits) - 1

    /// For each part and bucket, the number of elements, then the place of the next one.
    let places = Buffer<UInt32>(repeating: 0, count: parts << bits)
    workers.forEach(parts) { part in
      let counts = places.base + part << bits
      for element in target[range(part)] {
        counts[Int(truncatingIfNeeded: key(element) &>> shift) & mask] &+= 1
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
      for element in target[range(part)] {
        let bucket = Int(truncatingIfNeeded: key(element) &>> shift) & mask
        scratch[Int(next[bucket])] = element
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
          Elements(rebasing: scratch[range]), keyBits: Int(shift), words: words,
          into: Elements(rebasing: target[range]), key)
      }
    }
  }

  /// Sorts the elements of a bucket by so many bits of their keys.
  @inline(__always)
  private static func sort(
    _ elements: Elements, keyBits: Int, words: Buffer<UInt64>, into target: Elements,
    _ key: (Element) -> UInt64
  ) {
    guard elements.count > 1 else {
      if elements.count == 1 { target[0] = elements[0] }
      return
    }
    let positionBits = UInt64(Int.bitWidth - elements.count.leadingZeroBitCount)
    let keyMask = (1 as UInt64) << UInt64(keyBits) &- 1
    let dropped = UInt64(max(0, keyBits + Int(positionBits) - 64))
    if dropped > 0 {
      RadixSort.sort(elements, scratch: target, bits: 0..<Int(dropped), key: key)
    }
    words.resize(to: 2 * elements.count)
    let sorted = Words(rebasing: words.elements[..<elements.count])
    for position in elements.indices {
      sorted[position] =
        ((key(elements[position]) & keyMask) &>> dropped) &<< positionBits
        | UInt64(truncatingIfNeeded: position)
    }
    RadixSort.sort(
      sorted, scratch: Words(rebasing: words.elements[elements.count...]),
      bits: Int(positionBits)..<min(64, keyBits + Int(positionBits))
    ) { $0 }
    let positionMask = (1 as UInt64) << positionBits &- 1
    for (slot, word) in sorted.enumerated() {
      target[slot] = elements[Int(truncatingIfNeeded: word & positionMask)]
    }
  }
}

/// A radix sort by whole-number keys, the lowest digit first.
///
/// Linear and stable whatever the keys: elements whose keys are equal keep their order. A digit in
/// which all keys agree costs no pass, and sorted elements are read once.
///
/// Invariant of the unsafe buffers: elements, scratch and counts are different memory that the
/// caller (or, for the counts, `sort`) owns for the whole call and that nothing else accesses
/// meanwhile. Every index is below a count: a place in the target is the number of elements with
/// lower digits plus the number of earlier elements with equal digits, so `key` must be the same
/// for the same element.
package enum RadixSort {
  /// The maximum number of elements for which insertion is faster than counting digits.
  private static let insertionCount = 32
  /// The minimum number of elements for which wide digits are worth their longer tables. Wider ones
  /// than 10 bits are not: a pass writes to more places at once than the first cache has lines.
  private static let wideDigitCount = 4096

  /// Sorts elements by some of the bits of their keys, ascending.
  ///
  /// Bits outside `bits` are ignored, so that a key may carry a payload below them.
  ///
  /// Complexity: O(n · d) for n elements and d digits of 10 bits, or of 8 where elements are few.
  ///
  /// - Parameters:
  ///   - scratch: Memory for at least as many elements; its contents afterwards are undefined.
  ///   - bits: The bits of the key that are compared: the lowest is 0, the upper bound at most 64.
  ///   - key: Must return the same for the same element.
  package static func sort<Element: BitwiseCopyable>(
    _ elements: UnsafeMutableBufferPointer<Element>,
    scratch: UnsafeMutableBufferPointer<Element>,
    bits: Range<Int> = 0..<64,
    key: (Element) -> UInt64
  ) {
    precondition(scratch.count >= elements.count, "the scratch is shorter than the elements")
    let digits = Digits(bits, elementCount: elements.count)
    let isSorted = elements.indices.dropFirst().allSatisfy { slot in
      digits.masked(key(elements[slot &- 1])) <= digits.masked(key(elements[slot]))
    }
    guard !isSorted, digits.count > 0 else { return }
    guard elements.count > insertionCount else {
      insert(elements) { digits.masked(key($0)) }
      return
    }
    let counts = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: digits.tableLength)
    defer { counts.deallocate() }
    count(elements, into: counts, digits: digits, key: key)
    var source = elements
    var target = UnsafeMutableBufferPointer(rebasing: scratch[..<elements.count])
    for digit in 0..<digits.count {
      let table = UnsafeMutableBufferPointer(rebasing: counts[digits.table(of: digit)])
      let first = digits.value(of: digit, in: key(source[0]))
      // All are in one bucket: the pass would change nothing.
      if Int(table[first]) == source.count { continue }
      var start: UInt32 = 0
      for bucket in table.indices {
        let count = table[bucket]
        table[bucket] = start
        start &+= count
      }
      for element in source {
        let bucket = digits.value(of: digit, in: key(element))
        target[Int(table[bucket])] = element
        table[bucket] &+= 1
      }
      swap(&source, &target)
    }
    if source.baseAddress != elements.baseAddress { _ = elements.update(fromContentsOf: source) }
  }

  /// Counts how often each value of each digit occurs, all digits in one pass.
  private static func count<Element: BitwiseCopyable>(
    _ elements: UnsafeMutableBufferPointer<Element>,
    into counts: UnsafeMutableBufferPointer<UInt32>, digits: Digits, key: (Element) -> UInt64
  ) {
    counts.initialize(repeating: 0)
    let mask = (1 << digits.width) - 1
    for element in elements {
      var rest = digits.masked(key(element))
      var table = 0
      for _ in 0..<digits.count {
        counts[table | Int(truncatingIfNeeded: rest) & mask] &+= 1
        rest &>>= digits.width
        table &+= mask + 1
      }
    }
  }

  /// Sorts elements in place, ascending; elements whose keys are equal get any order.
  ///
  /// They are divided by the highest bit in which their keys differ, and each part likewise.
  ///
  /// Complexity: O(n log n) for keys that are spread, at worst O(64 n). Nothing is allocated.
  ///
  /// - Parameter key: Must return the same for the same element.
  package static func sortInPlace<Element>(
    _ elements: UnsafeMutableBufferPointer<Element>, key: (Element) -> UInt64
  ) {
    var rest = elements
    while rest.count > insertionCount {
      let first = key(rest[0])
      let differences = rest.reduce(0) { $0 | (key($1) ^ first) }
      guard differences != 0 else { return }
      let bit = (1 as UInt64) << UInt64(63 - differences.leadingZeroBitCount)
      let middle = rest.partition { key($0) & bit != 0 }
      sortInPlace(UnsafeMutableBufferPointer(rebasing: rest[middle...]), key: key)
      rest = UnsafeMutableBufferPointer(rebasing: rest[..<middle])
    }
    insert(rest, key: key)
  }

  private static func insert<Element>(
    _ elements: UnsafeMutableBufferPointer<Element>, key: (Element) -> UInt64
  ) {
    for next in elements.indices.dropFirst() {
      let element = elements[next]
      let sought = key(element)
      var place = next
      while place > 0, key(elements[place - 1]) > sought {
        elements[place] = elements[place - 1]
        place -= 1
      }
      elements[place] = element
    }
  }

  /// The digits that some bits of a key are cut into, the lowest first.
  private struct Digits {
    let count: Int
    /// The bits of a digit; the highest digit may have fewer.
    let width: UInt64
    private let low: UInt64
    private let mask: UInt64

    init(_ bits: Range<Int>, elementCount: Int) {
      precondition(bits.lowerBound >= 0 && bits.upperBound <= 64, "a key has the bits 0..<64")
      let widest = elementCount < wideDigitCount ? 8 : 10
      count = (bits.count + widest - 1) / widest
      width = UInt64((bits.count + max(count, 1) - 1) / max(count, 1))
      low = UInt64(bits.lowerBound)
      mask = UInt64.max >> UInt64(64 - bits.count)
    }

    var tableLength: Int { count << Int(width) }

    func table(of digit: Int) -> Range<Int> {
      digit << Int(width)..<(digit + 1) << Int(width)
    }

    /// The compared bits, shifted down.
    func masked(_ key: UInt64) -> UInt64 { key &>> low & mask }

    func value(of digit: Int, in key: UInt64) -> Int {
      let digitMask = ((1 as UInt64) &<< width) &- 1
      return Int(truncatingIfNeeded: masked(key) &>> (UInt64(digit) &* width) & digitMask)
    }
  }
}

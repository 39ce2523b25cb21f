import Clustering
import TestSupport
import Testing

@Suite struct RadixSortTests {
  /// A key and its position before the sort, by which ties are distinguished.
  struct Element: BitwiseCopyable, Equatable {
    let key: UInt64
    let origin: UInt32
  }

  /// On both sides of the lengths at which the algorithm changes.
  static let counts = [0, 1, 2, 31, 32, 33, 100, 255, 4095, 4096, 6000]

  private func sorted(_ keys: [UInt64], bits: Range<Int>) -> [Element] {
    var elements = keys.indices.map { Element(key: keys[$0], origin: UInt32($0)) }
    var scratch = elements.map { _ in Element(key: .max, origin: .max) }
    elements.withUnsafeMutableBufferPointer { elements in
      scratch.withUnsafeMutableBufferPointer { scratch in
        RadixSort.sort(elements, scratch: scratch, bits: bits) { $0.key }
      }
    }
    return elements
  }

  /// By the bits, and by the position before the sort where those are equal.
  private func expected(_ keys: [UInt64], bits: Range<Int>) -> [Element] {
    let mask: UInt64 = bits.count == 64 ? .max : (1 << UInt64(bits.count)) - 1
    return keys.indices.map { Element(key: keys[$0], origin: UInt32($0)) }.sorted { left, right in
      let leftBits = left.key >> UInt64(bits.lowerBound) & mask
      let rightBits = right.key >> UInt64(bits.lowerBound) & mask
      return (leftBits, left.origin) < (rightBits, right.origin)
    }
  }

  private func expectSorted(_ keys: [UInt64], bits: Range<Int> = 0..<64) {
    #expect(sorted(keys, bits: bits) == expected(keys, bits: bits), "\(bits)")
  }

  @Test(arguments: counts)
  func sortsByAnyBits(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let ranges = [
      0..<64, 20..<64, 0..<32, 7..<8, 32..<64, 63..<64, 0..<11, 13..<34, 5..<5, 64..<64,
    ]
    for bits in ranges { expectSorted((0..<count).map { _ in random.next() }, bits: bits) }
  }

  /// Spread keys, keys in the order of their positions, backwards, with few different bits or
  /// values, and equal ones.
  @Test(arguments: counts)
  func sortsKeysOfAnyKindAlsoInPlace(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let lists: [[UInt64]] = [
      (0..<count).map { _ in random.next() },
      (0..<count).map { UInt64($0) },
      (0..<count).map { UInt64.max - UInt64($0) * 1_000_003 },
      (0..<count).map { _ in random.next() & 0x8000_0001_0000_0001 },
      (0..<count).map { _ in UInt64(random.int(in: 0...3)) << 40 },
      (0..<count).map { 1 << UInt64($0 % 64) },
      Array(repeating: 0xABCD_EF01_2345_6789, count: count),
    ]
    for keys in lists {
      expectSorted(keys)
      var sorted = keys
      sorted.withUnsafeMutableBufferPointer { RadixSort.sortInPlace($0) { $0 } }
      #expect(sorted == keys.sorted())
    }
  }

  @Test func usesOnlyAsMuchScratchAsThereAreElements() {
    var keys = (0..<5000).map { UInt64($0 * 7919 % 5000) }
    var scratch = [UInt64](repeating: 77, count: 5100)
    keys.withUnsafeMutableBufferPointer { keys in
      scratch.withUnsafeMutableBufferPointer { RadixSort.sort(keys, scratch: $0) { $0 } }
    }
    #expect(keys == (0..<5000).map { UInt64($0) })
    #expect(scratch[5000...].allSatisfy { $0 == 77 })
  }

  @Test func sortsInPlaceOnlyByTheKey() {
    var random = SeededGenerator(seed: 3)
    let elements = (0..<1000).map { Element(key: random.next() % 50, origin: $0) }
    var sorted = elements
    sorted.withUnsafeMutableBufferPointer { RadixSort.sortInPlace($0) { $0.key } }
    #expect(sorted.map(\.key) == elements.map(\.key).sorted())
    #expect(Set(sorted.map(\.origin)) == Set(0..<1000))
  }
}

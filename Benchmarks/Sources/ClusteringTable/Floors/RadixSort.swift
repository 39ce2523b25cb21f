/// A radix sort of 64-bit keys from the lowest digit: the fastest general sort of many keys.
enum RadixSort {
  private static let digitBits = 8
  private static let digitCount = 64 / digitBits
  private static let valueCount = 1 << digitBits

  /// Sorts keys with the help of a second array of the same size, whose contents are lost.
  static func sort(_ keys: inout [UInt64], with other: inout [UInt64]) {
    precondition(keys.count == other.count)
    keys.withUnsafeMutableBufferPointer { keys in
      other.withUnsafeMutableBufferPointer { other in
        withUnsafeTemporaryAllocation(of: Int.self, capacity: digitCount * valueCount) { starts in
          countDigits(of: keys, into: starts)
          // An even number of passes: the result is where the keys were.
          for digit in stride(from: 0, to: digitCount, by: 2) {
            pass(from: keys, to: other, digit: digit, starts: starts)
            pass(from: other, to: keys, digit: digit + 1, starts: starts)
          }
        }
      }
    }
  }

  /// The position of the first key with each value of each digit.
  private static func countDigits(
    of keys: UnsafeMutableBufferPointer<UInt64>, into starts: UnsafeMutableBufferPointer<Int>
  ) {
    starts.initialize(repeating: 0)
    for key in keys {
      for digit in 0..<digitCount {
        starts[digit * valueCount + value(of: key, digit: digit)] += 1
      }
    }
    for digit in 0..<digitCount {
      var start = 0
      for slot in (digit * valueCount)..<((digit + 1) * valueCount) {
        let count = starts[slot]
        starts[slot] = start
        start += count
      }
    }
  }

  private static func pass(
    from source: UnsafeMutableBufferPointer<UInt64>, to target: UnsafeMutableBufferPointer<UInt64>,
    digit: Int, starts: UnsafeMutableBufferPointer<Int>
  ) {
    for key in source {
      let slot = digit * valueCount + value(of: key, digit: digit)
      target[starts[slot]] = key
      starts[slot] += 1
    }
  }

  @inline(__always)
  private static func value(of key: UInt64, digit: Int) -> Int {
    Int(truncatingIfNeeded: key >> UInt64(digit * digitBits)) & (valueCount - 1)
  }
}

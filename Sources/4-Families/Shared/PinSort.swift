extension [Int] {
  /// Sorts the numbers of pins, and keeps the lowest ones.
  ///
  /// Many numbers are sorted by a bit for each possible one, in O(n + m/64) for n numbers up to m;
  /// few by comparing them, in O(n log n).
  ///
  /// - Parameter limit: the maximum number of pins to keep, at least 0.
  /// - Precondition: the numbers are distinct and not negative.
  package mutating func sortPins(keeping limit: Int = .max) {
    guard let largest = self.max(), largest / 64 <= count else {
      sort()
      if count > limit { removeLast(count - limit) }
      return
    }
    var isFound = [UInt64](repeating: 0, count: largest / 64 + 1)
    for pin in self { isFound[pin / 64] |= 1 << UInt64(pin % 64) }
    let count = Swift.min(count, limit)
    removeAll(keepingCapacity: true)
    for (word, found) in isFound.enumerated() where self.count < count {
      var bits = found
      while bits != 0, self.count < count {
        append(64 * word + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }
}

extension Range<Int> {
  /// Returns the first number for which a condition does not hold, or the upper bound.
  ///
  /// The condition must hold for all numbers before that one, and for none after it.
  ///
  /// Complexity: O(log count).
  @inlinable @inline(__always)
  package func bisected(while isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

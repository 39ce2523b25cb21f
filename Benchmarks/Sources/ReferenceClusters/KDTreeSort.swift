#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Brings places into the order of a kd-tree, in place.
///
/// Invariant: `coordinates` has two elements for each of `ids`, and every index that is passed is
/// one of `ids`. The buffers are the builder's own.
struct KDTreeSort {
  let ids: UnsafeMutableBufferPointer<UInt32>
  let coordinates: UnsafeMutableBufferPointer<Float>

  /// Sorts the places from `left` to `right`, first by x (`axis` 0) or by y (1).
  func sort(_ left: Int, _ right: Int, axis: Int) {
    guard right - left > KDTree.nodeSize else { return }
    let middle = (left + right) >> 1
    select(middle, left, right, axis: axis)
    sort(left, middle - 1, axis: 1 - axis)
    sort(middle + 1, right, axis: 1 - axis)
  }

  /// Floyd and Rivest's selection (Communications of the ACM 18, 1975, algorithm 489): afterwards
  /// `target` holds the place that sorting would put there; no place before it is larger, and no
  /// place after it is smaller.
  private func select(_ target: Int, _ first: Int, _ last: Int, axis: Int) {
    var left = first
    var right = last
    while right > left {
      if right - left > 600 {
        let (low, high) = sample(around: target, left, right)
        select(target, low, high, axis: axis)
      }
      let pivot = coordinates[2 * target + axis]
      var i = left
      var j = right
      swapAt(left, target)
      if coordinates[2 * right + axis] > pivot { swapAt(left, right) }
      while i < j {
        swapAt(i, j)
        i += 1
        j -= 1
        while coordinates[2 * i + axis] < pivot { i += 1 }
        while coordinates[2 * j + axis] > pivot { j -= 1 }
      }
      if coordinates[2 * left + axis] == pivot {
        swapAt(left, j)
      } else {
        j += 1
        swapAt(j, right)
      }
      if j <= target { left = j + 1 }
      if target <= j { right = j - 1 }
    }
  }

  /// A stretch around the target that most likely holds the value to be selected.
  private func sample(around target: Int, _ left: Int, _ right: Int) -> (low: Int, high: Int) {
    let n = Double(right - left + 1)
    let rank = Double(target - left + 1)
    let logarithm = log(n)
    let size = 0.5 * exp(2 * logarithm / 3)
    let deviation =
      0.5 * (logarithm * size * (n - size) / n).squareRoot() * (rank - n / 2 < 0 ? -1 : 1)
    let low = (Double(target) - rank * size / n + deviation).rounded(.down)
    let high = (Double(target) + (n - rank) * size / n + deviation).rounded(.down)
    return (max(left, Int(low)), min(right, Int(high)))
  }

  @inline(__always)
  private func swapAt(_ i: Int, _ j: Int) {
    ids.swapAt(i, j)
    coordinates.swapAt(2 * i, 2 * j)
    coordinates.swapAt(2 * i + 1, 2 * j + 1)
  }
}

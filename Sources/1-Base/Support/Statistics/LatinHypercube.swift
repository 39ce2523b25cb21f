/// A Latin hypercube sample: points whose coordinates are spread evenly in every dimension.
///
/// Of `count` points each lies in another one of `count` equal slices of every dimension, so that
/// few points cover the whole span of each parameter (McKay, Beckman and Conover, 1979). The same
/// seed gives the same points.
public struct LatinHypercube: Hashable, Sendable {
  /// The points; each has a coordinate in 0..<1 for every dimension.
  public let points: [[Double]]

  /// Draws a sample. O(count x dimensions).
  ///
  /// - Precondition: neither number is negative.
  public init(count: Int, dimensions: Int, seed: UInt64) {
    precondition(count >= 0 && dimensions >= 0, "the count and the dimensions must not be negative")
    var random = SplitMix64(seed: seed)
    var points = Array(repeating: Array(repeating: 0.0, count: dimensions), count: count)
    for dimension in 0..<dimensions {
      var slices = Array(0..<count)
      // Fisher and Yates; not `shuffle(using:)`, whose draws may change with the library.
      for position in slices.indices.reversed().dropLast() {
        slices.swapAt(position, random.index(below: position + 1))
      }
      for (point, slice) in slices.enumerated() {
        points[point][dimension] = (Double(slice) + random.unit()) / Double(count)
      }
    }
    self.points = points
  }
}

/// The splitmix64 generator of Steele, Lea and Flood (2014): the same numbers on every machine.
///
/// Not for cryptography. Copies continue independently.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  @usableFromInline var state: UInt64

  /// Creates a generator that starts from the given state.
  @inlinable
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 random bits.
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns the next number in 0..<1, uniformly distributed: the upper 53 bits of ``next()``.
  @inlinable
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns the next number of a nearly normal distribution with mean 0 and standard deviation 1.
  ///
  /// The sum of twelve uniform numbers less 6 (Irwin-Hall), so always within ±6. It needs no
  /// logarithm, whose last digit differs between C libraries.
  @inlinable
  public mutating func gaussian() -> Double {
    var sum = 0.0
    for _ in 0..<12 { sum += unit() }
    return sum - 6
  }

  /// Returns an index below a count, uniformly distributed.
  ///
  /// Not `Int.random(in:using:)`: the numbers that it draws may change with the standard library.
  @inlinable
  public mutating func index(below count: Int) -> Int {
    Int(unit() * Double(count))
  }

  /// Returns one of the elements, uniformly distributed.
  ///
  /// - Precondition: the array is not empty.
  @inlinable
  public mutating func element<Element>(of elements: [Element]) -> Element {
    elements[index(below: elements.count)]
  }

  /// Returns whether an event of the given probability happens.
  @inlinable
  public mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }

  /// Returns a number from a range, uniformly distributed.
  @inlinable
  public mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }
}

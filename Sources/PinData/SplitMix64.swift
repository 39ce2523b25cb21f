/// The splitmix64 generator of Steele, Lea and Flood (2014): the same numbers on every machine.
///
/// Not for cryptography. A value of its own; copies go on independently.
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// A generator that starts from the given state.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// The next number in 0..<1, uniformly distributed: the upper 53 bits of ``next()``.
  public mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// The next number of a nearly normal distribution with mean 0 and standard deviation 1.
  ///
  /// The sum of twelve uniform numbers less 6 (Irwin-Hall), so always within ±6. It needs no
  /// logarithm, whose last digit differs between C libraries.
  public mutating func gaussian() -> Double {
    var sum = 0.0
    for _ in 0..<12 { sum += unit() }
    return sum - 6
  }
}

extension SplitMix64 {
  /// An index below a count, evenly distributed. Not `randomElement`: what that draws may change
  /// with the standard library.
  mutating func index(below count: Int) -> Int {
    Int(unit() * Double(count))
  }

  /// One of the elements, evenly distributed.
  ///
  /// - Precondition: there is one.
  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[index(below: elements.count)]
  }

  /// True with the given probability.
  mutating func chance(_ probability: Double) -> Bool {
    unit() < probability
  }

  /// A number drawn evenly from a range.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }
}

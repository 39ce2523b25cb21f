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

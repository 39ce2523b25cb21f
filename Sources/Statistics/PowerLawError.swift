/// Why costs have no growth.
public enum PowerLawError: Error, Hashable, Sendable {
  /// A growth is one from a size to another.
  case tooFewSizes(found: Int)
  /// A size was below 1, or not a finite number.
  case sizeOutOfRange(Double)
  /// A size was there twice.
  case repeatedSize(Double)
  /// A size had no cost.
  case noCost(size: Double)
  /// A cost was 0 or less, or not a finite number: it has no logarithm.
  case costOutOfRange(Double, size: Double)
}

extension PowerLawError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewSizes(let found):
      "expected at least two sizes, found \(found)"
    case .sizeOutOfRange(let size):
      "expected every size to be 1 or more, found \(Self.wording(size))"
    case .repeatedSize(let size):
      "expected every size once, found \(Self.wording(size)) twice"
    case .noCost(let size):
      "expected a cost at every size, found none at \(Self.wording(size))"
    case .costOutOfRange(let cost, let size):
      "expected every cost to be above 0, as only such costs have a growth; "
        + "found \(Self.wording(cost)) at size \(Self.wording(size))"
    }
  }

  // Whole numbers without their ".0".
  private static func wording(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

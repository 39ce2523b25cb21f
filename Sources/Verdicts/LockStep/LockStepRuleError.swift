/// Why no test could keep to a rule.
public enum LockStepRuleError: Error, Hashable, Sendable {
  case marginOutOfRange(Double)
  case alphaOutOfRange(Double)
  case firstLookTooEarly(Int)
  case growthOutOfRange(Double)
  case greatestPairsOutOfRange(Int, firstLook: Int)
}

extension LockStepRuleError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .marginOutOfRange(let margin):
      "expected a margin from 0 to 1, such as 0.02 for 2 %, found \(margin)"
    case .alphaOutOfRange(let alpha):
      "expected a chance of error above 0 and below 0.5, such as 0.01, found \(alpha)"
    case .firstLookTooEarly(let pairs):
      "expected a first look at \(LockStepRule.fewestPairs) pairs or more, found \(pairs)"
    case .growthOutOfRange(let growth):
      "expected each look to be at more than 1 and at most 100 times the pairs of the last, "
        + "found \(growth)"
    case .greatestPairsOutOfRange(let pairs, let firstLook):
      "expected the greatest number of pairs to be between \(firstLook) and "
        + "\(LockStepRule.mostPairs), found \(pairs)"
    }
  }
}

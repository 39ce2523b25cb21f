import Testing
import Verdicts

@Suite struct ExitStatusTests {
  /// From the one that counts most: a broken case hides what else is wrong.
  private static let order: [Verdicts.ExitStatus] = [
    .interrupted, .caseBroken, .failed, .notComparable, .toolError, .inconclusive, .pass,
  ]

  @Test func theOrderHoldsForEveryPairAndNamesAllOfThem() {
    #expect(Set(Self.order) == Set(Verdicts.ExitStatus.allCases))
    for (index, worse) in Self.order.enumerated() {
      for other in Self.order[index...] {
        #expect(Verdicts.ExitStatus.worst(of: [worse, other]) == worse)
        #expect(Verdicts.ExitStatus.worst(of: [other, worse]) == worse)
      }
    }
  }

  @Test func theWorstOfManyIsTheFirstInTheOrder() {
    for index in Self.order.indices {
      #expect(Verdicts.ExitStatus.worst(of: Self.order[index...].reversed()) == Self.order[index])
    }
    #expect(Verdicts.ExitStatus.worst(of: []) == nil)
  }

  @Test func theCodesAreThoseThatTheHelpNames() {
    #expect(Self.order.map(\.rawValue) == [130, 3, 2, 5, 1, 7, 0])
  }
}

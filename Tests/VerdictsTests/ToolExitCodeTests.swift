import Testing
import Verdicts

@Suite struct ToolExitCodeTests {
  /// From the one that counts most: a broken case hides what else is wrong.
  private static let order: [ToolExitCode] = [
    .interrupted, .caseBroken, .failed, .notComparable, .toolError, .inconclusive, .pass,
  ]

  @Test func theOrderHoldsForEveryPairAndNamesAllOfThem() {
    #expect(Set(Self.order) == Set(ToolExitCode.allCases))
    for (index, worse) in Self.order.enumerated() {
      for other in Self.order[index...] {
        #expect(ToolExitCode.worst(of: [worse, other]) == worse)
        #expect(ToolExitCode.worst(of: [other, worse]) == worse)
      }
    }
  }

  @Test func theWorstOfManyIsTheFirstInTheOrder() {
    for index in Self.order.indices {
      #expect(ToolExitCode.worst(of: Self.order[index...].reversed()) == Self.order[index])
    }
    #expect(ToolExitCode.worst(of: []) == nil)
  }

  @Test func theCodesAreThoseThatTheHelpNames() {
    #expect(Self.order.map(\.rawValue) == [130, 3, 2, 5, 1, 7, 0])
  }
}

import Support
import TestSupport
import Testing

struct HolmProcedureTests {
  @Test(
    arguments: [
      // By hand: 0.01 <= 0.05/4, 0.02 > 0.05/3, and there it stops.
      ([0.04, 0.01, 0.03, 0.02], 0.05, [false, true, false, false]),
      // 0.001 <= 0.01/3, 0.004 <= 0.01/2, 0.02 > 0.01.
      ([0.004, 0.02, 0.001], 0.01, [true, false, true]),
      // One test is held against the level itself.
      ([0.01], 0.01, [true]), ([0.0100001], 0.01, [false]), ([], 0.01, []),
      // What is not a number is never rejected, and counts.
      ([.nan, 0.006], 0.01, [false, false]),
      // Equal p-values fare alike.
      ([0.004, 0.004, 0.9], 0.01, [false, false, false]),
      ([0.003, 0.9, 0.003], 0.01, [true, false, true]),
    ] as [([Double], Double, [Bool])])
  func rejectsWhatHolmDoes(pValues: [Double], level: Double, isRejected: [Bool]) {
    #expect(HolmProcedure(pValues: pValues, level: level).isRejected == isRejected)
  }

  // The naive twin: rejected exactly if every p-value that is no larger clears its own rank's bar.
  @Test func agreesWithItsDefinition() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let count = Int.random(in: 1...8, using: &generator)
      let values = (0..<count).map { _ in Double(Int.random(in: 0...40, using: &generator)) / 1000 }
      let holm = HolmProcedure(pValues: values, level: 0.05)
      let ascending = values.sorted()
      for (index, value) in values.enumerated() {
        let expected = ascending.enumerated().allSatisfy { rank, other in
          other > value || other <= 0.05 / Double(count - rank)
        }
        #expect(holm.isRejected[index] == expected)
      }
    }
  }
}

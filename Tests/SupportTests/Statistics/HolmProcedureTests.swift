import Support
import TestSupport
import Testing

struct HolmProcedureTests {
  // Holm by hand: 0.01 <= 0.05/4, 0.02 > 0.05/3, and there it stops.
  @Test func stopsAtTheFirstThatIsTooLarge() {
    let holm = HolmProcedure(pValues: [0.04, 0.01, 0.03, 0.02], level: 0.05)
    #expect(holm.isRejected == [false, true, false, false])
  }

  // By hand: 0.001 <= 0.01/3, 0.004 <= 0.01/2, 0.02 > 0.01.
  @Test func needsLessOfThoseThatFollow() {
    let holm = HolmProcedure(pValues: [0.004, 0.02, 0.001], level: 0.01)
    #expect(holm.isRejected == [true, false, true])
  }

  @Test func oneTestIsHeldAgainstTheLevelItself() {
    #expect(HolmProcedure(pValues: [0.01], level: 0.01).isRejected == [true])
    #expect(HolmProcedure(pValues: [0.0100001], level: 0.01).isRejected == [false])
  }

  @Test func nothingIsRejectedOfNothing() {
    #expect(HolmProcedure(pValues: [], level: 0.01).isRejected.isEmpty)
  }

  @Test func whatIsNotANumberIsNeverRejectedAndCounts() {
    let holm = HolmProcedure(pValues: [.nan, 0.006], level: 0.01)
    #expect(holm.isRejected == [false, false])
  }

  @Test func equalPValuesFareAlike() {
    let kept = HolmProcedure(pValues: [0.004, 0.004, 0.9], level: 0.01)
    #expect(kept.isRejected == [false, false, false])
    let rejected = HolmProcedure(pValues: [0.003, 0.9, 0.003], level: 0.01)
    #expect(rejected.isRejected == [true, false, true])
  }

  // The naive twin: rejected exactly if every p-value that is no larger clears its own rank's bar.
  @Test func agreesWithItsDefinition() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let count = Int.random(in: 1...8, using: &generator)
      let values = (0..<count).map { _ in
        Double(Int.random(in: 0...40, using: &generator)) / 1000
      }
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

import Gate
import ScenarioModel
import Testing

@Suite struct InstructionVerdictTests {
  private func counted(
    _ counts: Int..., source: String = InstructionCount.callgrindSource
  ) -> [InstructionCount] { counts.map { .counted($0, source: source) } }

  private func outcome(
    _ base: [InstructionCount], _ head: [InstructionCount], tolerance: Double = 0.002
  ) -> MetricVerdict.Outcome {
    InstructionVerdict.judge(base: base, head: head, tolerance: tolerance).outcome
  }

  @Test(arguments: [
    (1_000_000, MetricVerdict.Outcome.pass), (1_001_900, .pass), (1_002_100, .regression),
    (998_100, .pass), (997_900, .improvement), (2_000_000, .regression),
  ]) func aChangeBeyondTheToleranceIsCalled(_ head: Int, _ expected: MetricVerdict.Outcome) {
    let base = counted(1_000_000, 1_000_000)
    #expect(outcome(base, counted(head, head)) == expected)
  }

  @Test func everyCountMustAgree() {
    let base = counted(1_000_000, 1_000_010)
    #expect(outcome(base, counted(1_010_000, 1_010_020)) == .regression)
    // One count of the head is beyond the tolerance and the other is not.
    #expect(outcome(base, counted(1_000_000, 1_010_000)).identifier == "inconclusive")
    let varying = outcome(counted(990_000, 1_010_000), counted(1_000_000, 1_000_000))
    #expect(varying.identifier == "inconclusive")
  }

  @Test func swappingTheSidesMirrorsTheVerdict() {
    for head in stride(from: 900_000, through: 1_100_000, by: 500) {
      let one = outcome(counted(1_000_000, 1_000_000), counted(head, head))
      let other = outcome(counted(head, head), counted(1_000_000, 1_000_000))
      switch (one, other) {
      case (.pass, .pass), (.regression, .improvement), (.improvement, .regression): break
      // Shares of the one and of the other side differ by the square of the tolerance.
      default: #expect(abs(head - 1_000_000) == 2_000, "\(head)")
      }
    }
  }

  @Test func theEffectIsThatOfTheMeansBetweenTheExtremes() throws {
    let verdict = InstructionVerdict.judge(base: counted(1_000, 1_000), head: counted(1_100, 1_120))
    let effect = try #require(verdict.effect)
    #expect(abs(effect.low - 0.1) < 1e-12)
    #expect(abs(effect.change - 0.11) < 1e-12)
    #expect(abs(effect.high - 0.12) < 1e-12)
    #expect(verdict.base == 1_000 && verdict.head == 1_110)
    #expect(verdict.metric.name == "instructions")
    #expect(verdict.metric.polarity == .lowerIsBetter)
    #expect(
      verdict.method
        == .instructions(source: "callgrind", tolerance: InstructionVerdict.standardTolerance))
  }

  @Test func theSmallestEffectIsTheToleranceWhereCountsAreTheSame() throws {
    let same = InstructionVerdict.judge(base: counted(9, 9), head: counted(9, 9))
    #expect(try abs(#require(same.minimumDetectableEffect) - 0.002) < 1e-12)
    let varying = InstructionVerdict.judge(
      base: counted(10_000, 10_001), head: counted(10_000, 10_002))
    let effect = try #require(varying.minimumDetectableEffect)
    #expect(abs(effect - (1.002 * 1.0001 * 1.0002 - 1)) < 1e-12)
  }

  @Test func nothingMeasuredIsNeverAPass() {
    let none: [InstructionCount] = [.notAvailable(reason: "why not")]
    let base = counted(1_000, 1_000)
    #expect(outcome(none, none) == .notGated(why: "why not"))
    #expect(outcome(base, none) == .missing(why: "why not"))
    #expect(outcome(none, base) == .new)
    let broken: [InstructionCount] = [.counted(1, source: "x"), .broken(.timedOut(seconds: 3))]
    #expect(outcome(base, broken) == .missing(why: "timed out after 3 s"))
    #expect(outcome(base, counted(0, 0)).identifier == "missing")
  }

  @Test func oneCountOrTwoSourcesDecideNothing() {
    let pair = counted(1_000, 1_000)
    let mixed = counted(1_000) + counted(1_000, source: InstructionCount.hardwareSource)
    let other = counted(1_000, 1_000, source: InstructionCount.hardwareSource)
    for (base, head) in [
      (pair, counted(1_000)), (counted(1_000), pair), ([], pair), (pair, []), (pair, mixed),
      (mixed, pair), (pair, other),
    ] { #expect(outcome(base, head).identifier == "inconclusive", "\(base) against \(head)") }
  }
}

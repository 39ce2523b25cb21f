import Foundation
import Gate
import Support
import Testing

/// The rate of errors of the rule on pairs like those of a real machine: robust deviation 2 to 3 %,
/// with tails as heavy as those of Student's t with three degrees of freedom.
struct PairedTestSimulationTests {
  struct Machine {
    var random: SplitMix64
    let change: Double

    init(seed: UInt64, change: Double) {
      random = SplitMix64(seed: seed)
      self.change = log(1 + change)
    }

    private mutating func noise() -> Double {
      var squares = 0.0
      for _ in 0..<3 {
        let normal = random.gaussian()
        squares += normal * normal
      }
      return random.gaussian() / (squares / 3).squareRoot()
    }

    mutating func pair() -> PairStatistics {
      // What disturbs a process moves all of its slices; the total has outliers of its own.
      let shared = 0.02 * noise()
      return PairStatistics(total: change + shared + 0.01 * noise(), typical: change + shared)
    }

    /// The first decision that ends the test.
    mutating func gate(by rule: PairedTestRule) throws -> PairedSequentialTest {
      var pairs: [PairStatistics] = []
      for look in rule.looks {
        while pairs.count < look { pairs.append(pair()) }
        let test = try PairedSequentialTest(pairs, by: rule)
        if test.decision != .`continue` { return test }
      }
      throw UndecidedGate()
    }

    mutating func confirmation(
      of statistic: PairStatistic, after pairs: Int, by rule: PairedTestRule
    ) throws -> PairedTestConfirmation {
      let fresh = (0..<rule.confirmingPairs(after: pairs)).map { _ in pair() }
      return try PairedTestConfirmation(of: statistic, pairs: fresh, by: rule)
    }
  }

  struct UndecidedGate: Error {}

  struct Tally: Equatable {
    var candidates = 0
    var passes = 0
    var improvements = 0
    var exhausted = 0

    mutating func count(_ decision: PairedSequentialTest.Decision) {
      switch decision {
      case .candidate: candidates += 1
      case .pass: passes += 1
      case .improvement: improvements += 1
      case .undecided: exhausted += 1
      case .`continue`: break
      }
    }
  }

  func tally(gates: Int, change: Double, seed: UInt64) throws -> Tally {
    let rule = try PairedTestRule(maxPairs: 122)
    var machine = Machine(seed: seed, change: change)
    var tally = Tally()
    for _ in 0..<gates { tally.count(try machine.gate(by: rule).decision) }
    return tally
  }

  @Test func twoLikeProgramsAreNeverSuspect() throws {
    let tally = try tally(gates: 500, change: 0, seed: 1)
    #expect(tally.candidates == 0 && tally.improvements == 0 && tally.passes >= 490)
  }

  // The worst case: exactly the margin. 1 % each of suspicions and passes is what alpha allows.
  @Test func atTheMarginItErrsAsOftenAsAlphaAllows() throws {
    let tally = try tally(gates: 500, change: 0.02, seed: 2)
    #expect(tally.candidates <= 7 && tally.passes <= 7 && tally.exhausted >= 486)
  }

  // The same where a budget ends before the last look, whenever that is.
  @Test func cutOffAtTheMarginItErrsAsOftenAsAlphaAllows() throws {
    let rule = try PairedTestRule(maxPairs: 122)
    var machine = Machine(seed: 6, change: 0.02)
    var tally = Tally()
    for gate in 0..<500 {
      let end = 16 + gate % 100
      var pairs: [PairStatistics] = []
      for look in rule.looks.filter({ $0 < end }) + [end] {
        while pairs.count < look { pairs.append(machine.pair()) }
        let test = try PairedSequentialTest(pairs, by: rule, isLast: look == end)
        if test.decision == .`continue` { continue }
        tally.count(test.decision)
        break
      }
    }
    #expect(tally.candidates <= 7 && tally.passes <= 7)
    #expect(tally.candidates + tally.passes + tally.exhausted == 500)
  }

  @Test func aTwentiethMoreWorkIsAlwaysSuspectAndConfirmed() throws {
    let rule = try PairedTestRule(maxPairs: 122)
    var machine = Machine(seed: 3, change: 0.05)
    var confirmed = 0
    for _ in 0..<50 {
      let test = try machine.gate(by: rule)
      guard case .candidate(let statistics) = test.decision else {
        Issue.record("found \(test.decision)")
        continue
      }
      let confirmation = try machine.confirmation(of: statistics[0], after: test.pairs, by: rule)
      // As though two others of the suite were suspect, too.
      if areRegressions([confirmation, nil, nil], alpha: rule.alpha)[0] { confirmed += 1 }
    }
    #expect(confirmed >= 49)
  }

  @Test func aTwentiethLessWorkIsAnImprovement() throws {
    let tally = try tally(gates: 50, change: -0.06, seed: 4)
    #expect(tally.improvements >= 45)
    #expect(tally.improvements + tally.passes == 50)
  }

  // Ten suspicions a suite that are all at the margin, however they came to be suspect.
  @Test func aSuiteIsWronglyRedAsSeldomAsAlphaAllows() throws {
    let rule = try PairedTestRule()
    var machine = Machine(seed: 5, change: 0.02)
    var red = 0
    for _ in 0..<200 {
      let confirmations = try (0..<10).map { index in
        try machine.confirmation(
          of: index.isMultiple(of: 2) ? .total : .typical, after: 16, by: rule)
      }
      if areRegressions(confirmations, alpha: rule.alpha).contains(true) {
        red += 1
      }
    }
    #expect(red <= 4)
  }
}

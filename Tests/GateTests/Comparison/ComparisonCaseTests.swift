import Answers
import Gate
import Harness
import ScenarioModel
import TestSupport
import Testing

/// The cases that are compared, and the treatment of the others.
@Suite struct ComparisonCaseTests {
  private let metrics = [MetricResult.exact(.viewsCreated, 5)]

  @Test func statusesOfTheHeadComeFirst() {
    let fine = CaseResult.made("naive", metrics)
    let broken = CaseResult.made("naive", status: .crashed, metrics)
    let unstable = CaseResult.made("naive", status: .unstable, metrics)
    let empty = CaseResult.made("naive", [.notAvailable(.viewsCreated)])
    let expectations: [(CaseResult, CaseResult, CaseComparison.Status, ToolExitCode)] = [
      (fine, fine, .compared, .pass),
      (fine, broken, .broken(why: "\(CaseResult.Status.crashed)"), .caseBroken),
      (broken, broken, .broken(why: "\(CaseResult.Status.crashed)"), .caseBroken),
      (broken, fine, .baseBroken(why: "\(CaseResult.Status.crashed)"), .notComparable),
      (fine, unstable, .notDeterministic(why: "\(CaseResult.Status.unstable)"), .toolError),
      (unstable, fine, .baseNotDeterministic(why: "\(CaseResult.Status.unstable)"), .notComparable),
      (fine, empty, .nothingMeasured, .toolError),
      (empty, empty, .nothingMeasured, .toolError),
    ]
    for (base, head, status, code) in expectations {
      let comparisons = CaseComparison.comparisons(of: .made([base]), with: .made([head]))
      #expect(comparisons.map(\.status) == [status])
      #expect(comparisons[0].metrics.isEmpty == (status != .compared))
      #expect(RunResults.made([base]).exitCode(with: .made([head])) == code)
    }
  }

  /// A case that the base could not replay is undecided next to what was compared, and decides
  /// nothing if another case is worse.
  @Test(arguments: [CaseResult.Status.crashed, .unstable])
  func whatTheBaseCannotReplayIsUndecided(status: CaseResult.Status) {
    func code(_ headViews: Double, lost: Bool = false) -> ToolExitCode {
      let base: [CaseResult] = [
        .made("naive", metrics), .made("other", status: status, metrics),
      ]
      let head: [CaseResult] = [
        .made("naive", [.exact(.viewsCreated, headViews)]), .made("other", metrics),
      ]
      return RunResults.made(base + (lost ? [.made("lost", metrics)] : []))
        .exitCode(with: .made(head))
    }
    #expect(code(5) == .inconclusive)
    #expect(code(4) == .inconclusive)
    #expect(code(6) == .failed)
    #expect(code(5, lost: true) == .notComparable)
  }

  @Test func newAndRemovedCases() {
    let base = RunResults.made([.made("naive", metrics), .made("old", metrics)])
    let head = RunResults.made([.made("new", metrics), .made("naive", metrics)])
    let comparisons = CaseComparison.comparisons(of: base, with: head)
    #expect(comparisons.map(\.scenarioCase.strategy) == ["new", "naive", "old"])
    #expect(comparisons.map(\.status.identifier) == ["new", "compared", "removed"])
    #expect(base.exitCode(with: head) == .notComparable)
    // What is new alone does not fail what was compared.
    let more = RunResults.made([.made("naive", metrics), .made("new", metrics)])
    #expect(RunResults.made([.made("naive", metrics)]).exitCode(with: more) == .pass)
  }

  @Test func nothingComparedIsNeverAPass() {
    let empty = RunResults.made([])
    let some = RunResults.made([.made("naive", metrics)])
    #expect(empty.exitCode(with: empty) == .notComparable)
    #expect(empty.exitCode(with: some) == .notComparable)
    #expect(some.exitCode(with: empty) == .notComparable)
  }

  @Test func otherWorkIsNotComparable() {
    let cases = [CaseResult.made("naive", metrics)]
    let base = RunResults.made(cases)
    let others: [RunResults] = [
      .made(cases, environment: "other"), .made(cases, seeds: [Seed("pins", 7)]),
      .made(cases, seeds: []), .made(cases, naive: "other"),
    ]
    for head in others {
      let comparison = CaseComparison.comparisons(of: base, with: head)[0]
      #expect(comparison.status.identifier == "not-comparable")
      #expect(comparison.metrics.isEmpty)
      #expect(base.exitCode(with: head) == .notComparable)
    }
    // A remedy is one of the comparison's kind: two runs have no baseline.
    for (kind, remedy) in [
      (ComparisonResults.Kind.runs, "run both with the same files"),
      (.baseline, "'baseline update' renews a baseline"),
    ] {
      let naive = CaseComparison.comparisons(
        of: base, with: .made(cases, naive: "other"), as: kind)[0].status
      #expect(
        naive
          == .notComparable(
            why: "the naive strategy was naive in the base and is other; \(remedy)"))
    }
    // What a side leaves out is no difference.
    #expect(base.exitCode(with: .made(cases, environment: nil)) == .pass)
  }

  /// A changed profile leaves what is modelled open, and nothing else.
  @Test func ofAChangedProfileCountsAreComparedAsEver() throws {
    let delay = Metric("delay", .nanoseconds, .modelled, .lowerIsBetter, "")
    func run(_ views: Double, _ time: Double, _ profile: String) -> RunResults {
      RunResults.made(
        [
          .made("naive", [.exact(.viewsCreated, views), .exact(delay, time)])
        ],
        profile: profile)
    }
    let base = run(5, 100, "p")
    #expect(base.exitCode(with: run(5, 100, "q")) == .pass)
    for (head, code) in [
      (run(5, 900, "q"), ToolExitCode.inconclusive), (run(6, 101, "q"), .failed),
    ] {
      let comparison = CaseComparison.comparisons(of: base, with: head)[0]
      #expect(comparison.status == .compared)
      #expect(
        comparison.metrics[1].outcome
          == .inconclusive(why: "the platform profile has other values than in the base"))
      #expect(base.exitCode(with: head) == code)
    }
  }

  @Test func aRunInMemoryIsCompared() throws {
    func run(_ load: Double, _ delay: Double = 1) throws -> RunResults {
      try RunFixture.results("") { _ in
        .values(["load": load, "kept": 1, "delay": delay, "build-time": 100])
      }
    }
    let same = CaseComparison.comparisons(of: try run(5), with: try run(5))
    #expect(same.count == 3)
    #expect(same.allSatisfy { $0.status == .compared })
    let outcomes = Dictionary(
      uniqueKeysWithValues: same[0].metrics.map { ($0.metric.name, $0.outcome) })
    #expect(outcomes["load"] == .pass && outcomes["build-time"]?.identifier == "not-gated")
    #expect(try run(5).exitCode(with: try run(6)) == .failed)
    #expect(try run(5).exitCode(with: try run(4)) == .pass)
    #expect(try run(5).exitCode(with: try run(.infinity)) == .notComparable)
    // A number that equals nothing, not even itself, is not the same in every trial.
    #expect(try run(5).exitCode(with: try run(.nan)) == .toolError)
  }

  @Test func aBrokenRunInMemoryIsBroken() throws {
    let fine = try RunFixture.results("") { _ in .values(["load": 1]) }
    let crashed = try RunFixture.results("") { scenarioCase in
      scenarioCase.strategy == "fixed"
        ? .ended(.crashed(ending: "signal 4", standardError: "")) : .values(["load": 1])
    }
    #expect(fine.exitCode(with: crashed) == .caseBroken)
    let comparisons = CaseComparison.comparisons(of: fine, with: crashed)
    #expect(comparisons.map(\.status).filter { $0 == .compared }.count == 2)
  }
}

/// Selections of the cases of two runs.
@Suite struct CaseSelectionTests {

  private let runs = [["changed"], ["changed", "allocates"]].map { strategies in
    RunResults.made(strategies.map { .made($0, size: 20, scenario: "small", []) })
  }

  @Test(arguments: [
    (CaseSelection(scenarios: ["smal"]), "scenario 'smal'", "'small'"),
    (CaseSelection(scenarios: ["small", "othr"]), "scenario 'othr'", "known: small"),
    (CaseSelection(strategies: ["chnged"]), "strategy 'chnged'", "'changed'"),
    (CaseSelection(strategies: ["changed", "alocates"]), "strategy 'alocates'", "'allocates'"),
    (CaseSelection(sizes: [7]), "size 7", "known: 20"),
    (CaseSelection(sizes: [20, 7]), "size 7", "known: 20"),
  ])
  func unknownNamesAndSizesAreErrors(_ selection: CaseSelection, _ what: String, _ advice: String) {
    let error = #expect(throws: SelectionError.self) { try selection.check(against: runs) }
    #expect(error?.description.contains("neither run has a \(what)") == true)
    #expect(error?.description.contains(advice) == true)
  }

  @Test func oneRunIsEnough() throws {
    try CaseSelection(scenarios: ["small"], strategies: ["allocates"], sizes: [20])
      .check(against: runs)
  }
}

/// The cases left to judge if only exact numbers were asked for, and those that can be asked again.
@Suite struct ComparisonGatingTests {

  private func verdict(_ metric: Metric, _ outcome: MetricVerdict.Outcome) -> MetricVerdict {
    MetricVerdict(
      metric: metric, outcome: outcome, method: .samples(base: 5, head: 4, margin: 0.1), base: 3,
      head: 4, effect: MetricVerdict.Effect(change: 0.3, low: 0.2, high: 0.4))
  }

  private let outcomes: [MetricVerdict.Outcome] = [
    .pass, .regression, .improvement, .inconclusive(why: "a"), .new, .missing(why: "b"),
    .notGated(why: "c"),
  ]

  @Test func measurementsAreReportedWithTheirNumbers() {
    let comparison = CaseComparison.compared(
      outcomes.map { verdict(.peakResidentBytes, $0) }, of: .made("naive"))
    let exact = comparison.restrictedToDeterministicMetrics()
    let why = "only counted and modelled numbers are gated here"
    let told = Array(repeating: MetricVerdict.Outcome.notGated(why: why), count: 6)
    let expected = (told + [.notGated(why: "c")]).map { verdict(.peakResidentBytes, $0) }
    #expect(exact.metrics == expected && exact.scenarioCase == comparison.scenarioCase)
    #expect(exact.restrictedToDeterministicMetrics() == exact)
    // Nothing that was asked for was compared.
    #expect(ComparisonVerdict(.made([exact])).exitCode == .notComparable)
  }

  @Test(arguments: [MetricKind.counted, .modelled]) func whatIsExactStays(kind: MetricKind) {
    let metric = Metric("m", .count, kind, .lowerIsBetter, "")
    let comparison = CaseComparison.compared(
      outcomes.map { verdict(metric, $0) }, of: .made("naive"))
    #expect(comparison.restrictedToDeterministicMetrics() == comparison)
  }

  @Test func theStatusStays() {
    for status in [CaseComparison.Status.broken(why: "x"), .new(why: "y"), .nothingMeasured] {
      let comparison = CaseComparison(
        scenarioCase: .made("naive"), status: status,
        metrics: [verdict(.buildTime, .regression)])
      #expect(comparison.restrictedToDeterministicMetrics().status == status)
    }
  }

  @Test func casesOfTheBaseAloneHaveNoCommand() {
    let results = ComparisonResults.made([])
    func command(_ status: CaseComparison.Status) -> String? {
      results.command(repeating: .status(status, of: .made("naive")))
    }
    #expect(command(.removed(why: "gone")) == nil)
    for status in [
      CaseComparison.Status.compared, .new(why: ""), .broken(why: ""), .baseBroken(why: ""),
      .notDeterministic(why: ""), .baseNotDeterministic(why: ""), .nothingMeasured,
      .notComparable(why: ""),
    ] { #expect(command(status) == "mappressure compare a b s --strategies naive --sizes 10") }
  }
}

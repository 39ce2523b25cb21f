import Foundation
import Gate
import Harness
import ScenarioModel
import Support
import TestSupport
import Testing

/// A comparison that is written and read again.
@Suite struct StoredComparisonTests {
  private static let reasons = ["", "why | not", "\u{1F5FA} \"\\\n"]

  private static func methods(_ random: inout SplitMix64) -> [MetricVerdict.Method] {
    let count = Int.random(in: 0...600, using: &random)
    let share = Double.random(in: 0...1, using: &random)
    let suspicions: [MetricVerdict.Suspicion?] = [
      nil, MetricVerdict.Suspicion(.typical), MetricVerdict.Suspicion(.total, pValue: share / 1e9),
    ]
    return [
      .exact(.none), .mustNotChange, .exact(Allowance(share: share, amount: share * 1e6)),
      .samples(base: count, head: 3, margin: share),
      .instructions(source: "callgrind", tolerance: share),
    ]
      + suspicions.map {
        .pairedSequential(
          MetricVerdict.PairedSequential(
            margin: share, pairs: count, confirmingPairs: $0?.pValue == nil ? nil : 4 * count,
            confidence: share, frames: 7, framesOfCase: count,
            waiting: count.isMultiple(of: 2) ? share : nil, suspicion: $0))
      }
  }

  private static func outcomes(_ why: String) -> [MetricVerdict.Outcome] {
    [
      .pass, .regression, .improvement, .accepted(why: why), .inconclusive(why: why),
      .notJudged(why: why), .new, .missing(why: why), .notGated(why: why),
    ]
  }

  private static func statuses(_ why: String) -> [CaseComparison.Status] {
    [
      .compared, .sameProgram, .new(why: why), .removed(why: why), .broken(why: why),
      .baseBroken(why: why), .notDeterministic(why: why), .baseNotDeterministic(why: why),
      .nothingMeasured, .notComparable(why: why),
    ]
  }

  /// A comparison of chosen parts. A file can hold all of them.
  private static func comparison(_ random: inout SplitMix64) -> ComparisonResults {
    func number() -> Double? {
      Bool.random(using: &random) ? Double.random(in: -1e12...1e12, using: &random) : nil
    }
    let why = reasons[Int.random(in: 0..<reasons.count, using: &random)]
    var cases: [CaseComparison] = []
    for (index, status) in statuses(why).enumerated() {
      let verdicts = zip(outcomes(why), methods(&random)).enumerated().map { place, parts in
        MetricVerdict(
          metric: Metric(
            "metric-\(place)", .points, .modelled, .neutral, "",
            effect: place == 1 ? "freezes for {}" : nil),
          outcome: parts.0, method: parts.1, base: number(), head: number(),
          effect: number().map { MetricVerdict.Effect(change: $0, low: $0 - 1, high: $0 + 1) },
          minimumDetectableEffect: number())
      }
      cases.append(
        CaseComparison(
          scenarioCase: Case(scenario: "s", variant: why, size: index, strategy: "naive"),
          status: status, metrics: verdicts,
          load: index == 1 ? MachineLoad(average: 0.5, stolen: nil, waiting: 0.25) : nil))
    }
    let completions: [ComparisonResults.Completion] = [
      .finished, .unfinished(open: why), .failed(reason: why),
    ]
    return ComparisonResults(
      kind: .programs, completion: completions[Int.random(in: 0...2, using: &random)],
      base: .init(name: why, provenance: nil),
      head: .init(name: "head", provenance: .made()),
      refusal: Bool.random(using: &random) ? why : nil, warnings: [why],
      relaxations: why.isEmpty ? [] : [.recorded(why)],
      faults: why.isEmpty ? [] : [why], cases: cases,
      scenarioFiles: ["s": "Scenarios/s.yaml"], command: "mappressure gate",
      orderSeed: UInt64.random(in: 0 ... .max, using: &random))
  }

  @Test func whatIsReadIsWhatWasWritten() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let results = Self.comparison(&random)
      #expect(try results.readAgain() == results)
    }
  }

  @Test func aRelaxationKeepsItsWords() throws {
    let relaxed = ComparisonResults.made([], kind: .programs, relaxations: [.noBaseScenarios])
    let again = try relaxed.readAgain()
    #expect(again.relaxations.map(\.description) == relaxed.relaxations.map(\.description))
    #expect(ComparisonVerdict(again) == ComparisonVerdict(relaxed))
  }

  @Test(arguments: [
    ("\"schema\":7", "\"schema\":6", "expected version 7"),
    ("\"outcome\":\"not-judged\"", "\"outcome\":\"passed\"", "outcome has an unknown value"),
    ("\"outcome\":\"new\"", "\"outcome\":\"missing\"", "outcome has an unknown value"),
    ("\"status\":\"same-program\"", "\"status\":\"fine\"", "status has an unknown value"),
    ("\"metric-1\"", "\"metric-0\"", "metrics has an unknown value"),
    ("\"size\":3", "\"size\":4", "cases has an unknown value"),
    ("\"strategy\"", "\"approach\"", "expected 'strategy'"),
    ("{", "[", "not JSON"),
  ])
  func whatNoProgramWritesIsRefused(found: String, replacement: String, words: String) throws {
    var random = SplitMix64(seed: 2)
    var results = Self.comparison(&random)
    while results.warnings == [""] { results = Self.comparison(&random) }
    let text = String(decoding: try JSONEncoder().encode(results), as: UTF8.self)
    try #require(text.contains(found))
    let damaged = Data(text.replacing(found, with: replacement).utf8)
    let error = #expect(throws: FinishedRunError.self) {
      try ComparisonResults(json: damaged, path: "a/gate.json")
    }
    #expect(error?.description.contains("a/gate.json") == true)
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func aPValueOutsideOfItsRangeIsRefused() throws {
    for value in [-0.1, 1.1] {
      let verdict = MetricVerdict.timed(
        .regression, confirmingPairs: 64,
        suspicion: MetricVerdict.Suspicion(.total, pValue: value))
      let results = ComparisonResults.made([.compared([verdict], of: .made("a"))])
      #expect(throws: FinishedRunError.self) { try results.readAgain() }
    }
  }

  @Test func aFileThatIsNotThereIsNamed() {
    let error = #expect(throws: FinishedRunError.self) {
      try ComparisonResults(ofFileAt: "/nowhere/gate.json")
    }
    #expect(error?.description.contains("/nowhere/gate.json") == true)
  }

  @Test func whatWasNotReachedIsNoPass() {
    let verdict = MetricVerdict(
      metric: .frameTime, outcome: .notJudged(why: "not reached"),
      method: .samples(base: 0, head: 0, margin: 0.02), base: nil, head: nil)
    let pass = MetricResult.exact(.viewsCreated, 1)
    let run = RunResults.made([.made("naive", [pass])])
    let cases = CaseComparison.comparisons(of: run, with: run)
    #expect(ComparisonVerdict(.made(cases)).exitCode == .pass)
    let judged = ComparisonVerdict(.made(cases.map { $0.adding(verdict) }))
    #expect(judged.exitCode == .inconclusive)
    #expect(judged.tally.notJudged == 1)
    #expect(judged.tally.gated == 1 && judged.unseenCases == 0)
    // A better number is a change, too.
    let better = MetricVerdict(
      metric: .viewsCreated, outcome: .improvement, method: .exact(.none), base: 2, head: 1)
    let touched = cases.map { $0.adding(verdict).adding(better) }
    #expect(ComparisonVerdict(.made(touched)).unseenCases == 1)
  }

  @Test func theSameProgramPassesUnlessTheHeadAsksForLess() {
    for (relaxations, code) in [
      ([], .pass), ([.noBaseScenarios], .inconclusive),
    ] as [([Relaxation], ToolExitCode)] {
      let results = ComparisonResults.made(
        [.status(.sameProgram, of: .made("a"))], kind: .programs, relaxations: relaxations)
      #expect(ComparisonVerdict(results).exitCode == code)
    }
  }
}

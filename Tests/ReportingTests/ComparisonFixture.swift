import Foundation
import Gate
import Harness
import ScenarioModel

/// Comparisons made by hand, whose numbers are easy to check.
enum ComparisonFixture {
  static let viewsCreated = Metric(
    "views-created", .count, .counted, .lowerIsBetter, "Views that were made.")
  static let pinsRepresented = Metric(
    "pin-coverage", .fraction, .counted, .higherIsBetter, "Pins that are stood for.")
  static let hitches = Metric(
    "hitch-time-ratio", .millisecondsPerSecond, .modelled, .lowerIsBetter, "Time lost.")
  static let bytesAllocated = Metric(
    "bytes-allocated", .bytes, .counted, .lowerIsBetter, "Bytes allocated.")
  static let resident = Metric(
    "peak-resident-bytes", .bytes, .measured, .lowerIsBetter, "Memory resident.")
  static let frameTime = Metric(
    "frame-time", .nanoseconds, .measured, .lowerIsBetter, "Time of a frame.")
  static let instructions = Metric(
    "instructions", .count, .measured, .lowerIsBetter, "Instructions executed.")
  static let shown = Metric(
    "max-shown-annotations", .count, .counted, .neutral, "Annotations shown.")

  static func scenarioCase(
    _ strategy: String = "grid-clusters", scenario: String = "ten-thousand-pins",
    variant: String = "", size: Int = 10_000
  ) -> Case { Case(scenario: scenario, variant: variant, size: size, strategy: strategy) }

  static func exact(
    _ metric: Metric, _ base: Double?, _ head: Double?, _ outcome: MetricVerdict.Outcome,
    crossedBound: Double? = nil
  ) -> MetricVerdict {
    var effect: MetricVerdict.Effect?
    if let base, let head, base != 0 {
      let change = (head - base) / base
      effect = MetricVerdict.Effect(change: change, low: change, high: change)
    }
    return MetricVerdict(
      metric: metric, outcome: outcome, method: .exact(metric.allowance()), base: base, head: head,
      effect: effect, minimumDetectableEffect: 0, crossedBound: crossedBound)
  }

  static func timed(
    _ outcome: MetricVerdict.Outcome, change: Double = 0.051, low: Double = 0.046,
    high: Double = 0.057, pairs: Int = 64, confirmingPairs: Int? = nil, frames: Int = 60
  ) -> MetricVerdict {
    MetricVerdict(
      metric: frameTime, outcome: outcome,
      method: .pairedSequential(
        MetricVerdict.PairedSequential(
          margin: 0.02, pairs: pairs, confirmingPairs: confirmingPairs, confidence: 0.99,
          frames: frames, framesOfCase: 600, waiting: 0.01)),
      base: 1_000_000, head: 1_051_000,
      effect: MetricVerdict.Effect(change: change, low: low, high: high),
      minimumDetectableEffect: 0.034)
  }

  static let provenance = Provenance(
    machine: MachineDescription(
      processor: "Test CPU", logicalProcessors: 2, architecture: "x86_64", kernel: "Linux 6",
      memory: 8_000_000_000, swiftVersion: "6.3"),
    allocator: AllocatorDescription(name: "jemalloc", version: "5.3"), build: "release",
    commit: "abc1234")

  static func results(
    _ cases: [CaseComparison], kind: ComparisonResults.Kind = .programs, refusal: String? = nil,
    warnings: [String] = [], relaxations: [Relaxation] = [], faults: [String] = [],
    base: String = "abc1234", head: String = "def5678",
    headProvenance: Provenance? = nil,
    completion: ComparisonResults.Completion = .finished
  ) -> ComparisonResults {
    ComparisonResults(
      kind: kind, completion: completion,
      base: ComparisonResults.Origin(name: base, provenance: provenance),
      head: ComparisonResults.Origin(name: head, provenance: headProvenance), refusal: refusal,
      warnings: warnings, relaxations: relaxations, faults: faults, cases: cases,
      scenarioFiles: ["ten-thousand-pins": "Scenarios/ten-thousand-pins.yaml"],
      command: "mappressure gate --base main", orderSeed: 123_456)
  }

  /// One case in which a counter and a time got worse, among others that did not.
  static let regression = results([
    CaseComparison(
      scenarioCase: scenarioCase(), status: .compared,
      metrics: [
        exact(pinsRepresented, 1, 1, .pass),
        timed(.regression, confirmingPairs: 256),
        exact(viewsCreated, 312, 10_000, .regression),
      ], load: MachineLoad(average: 1.2, stolen: 0.01, waiting: 0.01)),
    CaseComparison(
      scenarioCase: scenarioCase("all-pins"), status: .compared,
      metrics: [exact(viewsCreated, 10_000, 10_000, .pass)]),
  ])

  static let pass = results([
    CaseComparison(
      scenarioCase: scenarioCase(), status: .compared,
      metrics: [exact(viewsCreated, 312, 312, .pass), exact(hitches, 30, 20, .improvement)])
  ])

  /// The ways in which a head asks for less, one of them with text from data.
  static let relaxations: [Relaxation] = [
    .tolerance(scenario: "ten-thousand-pins", metric: "views-created", base: nil, head: 1),
    .unreadableBase(reason: "x\n::error::<img src=x onerror=y>\u{1B}[31m | \u{202E}"),
    .removedCases([scenarioCase("hierarchical-clusters")]),
  ]

  /// A pass, if the head did not ask for less.
  static let relaxed = results(pass.cases, relaxations: relaxations)

  /// A change that the base's file accepts, and one that must not be.
  static let accepted = results([
    CaseComparison(
      scenarioCase: scenarioCase(), status: .compared,
      metrics: [
        exact(
          viewsCreated, 312, 10_000, .accepted(why: "a layer | more; accepted until 2026-12-31")),
        MetricVerdict(
          metric: shown, outcome: .pass, method: .mustNotChange, base: 45, head: 45,
          minimumDetectableEffect: 0),
      ])
  ])

  /// The same with entries that are no longer valid.
  static let invalid = results(
    accepted.cases, faults: ["a.yaml:1: <b> ended after 2026-01-01: remove it", "a.yaml:2: unused"])

  static let unfinished = results(
    regression.cases, completion: .unfinished(open: "the times of 3 of 4 cases"))
  static let failed = results([], completion: .failed(reason: "cannot write x: disk | full"))

  /// A case of that status beside one that passes.
  static func status(_ status: CaseComparison.Status) -> ComparisonResults {
    results(pass.cases + [CaseComparison(scenarioCase: scenarioCase("other"), status: status)])
  }

  static let inconclusive = results([
    CaseComparison(
      scenarioCase: scenarioCase(), status: .compared,
      metrics: [
        exact(viewsCreated, 312, 312, .pass),
        timed(
          .inconclusive(why: "the interval holds the margin"), change: 0.019, low: -0.004,
          high: 0.041, pairs: 600),
      ])
  ])

  /// Every status of a case and every outcome of a metric.
  static let everything = results(
    [
      CaseComparison(
        scenarioCase: scenarioCase(), status: .compared,
        metrics: [
          exact(viewsCreated, 312, 10_000, .regression, crossedBound: 500),
          exact(hitches, 0, 4, .regression),
          exact(bytesAllocated, 10_000_001, 10_000_002, .regression),
          exact(pinsRepresented, 1, 1, .pass),
          exact(shown, 45, 46, .notGated(why: "neither direction of change is good or bad")),
          MetricVerdict(
            metric: resident, outcome: .inconclusive(why: "the samples overlap"),
            method: .samples(base: 5, head: 6, margin: 0.05), base: 290e6, head: 310e6,
            effect: MetricVerdict.Effect(change: 0.069, low: -0.01, high: 0.12),
            minimumDetectableEffect: nil),
          timed(.regression, confirmingPairs: 256),
          MetricVerdict(
            metric: instructions, outcome: .improvement,
            method: .instructions(source: "perf_event_open", tolerance: 0.01), base: 1_200_000,
            head: 600_000, effect: MetricVerdict.Effect(change: -0.5, low: -0.5, high: -0.5),
            minimumDetectableEffect: 0.01),
        ]),
      CaseComparison(
        scenarioCase: scenarioCase("all-pins", scenario: "region-loop", variant: "residual"),
        status: .compared,
        metrics: [
          exact(viewsCreated, nil, 12, .new),
          exact(hitches, 12, nil, .missing(why: "not available: no screen")),
          timed(
            .inconclusive(why: "too near the margin"), change: 0.019, low: -0.004, high: 0.041,
            pairs: 600, confirmingPairs: 1_200),
        ]),
      CaseComparison(
        scenarioCase: scenarioCase("a"), status: .broken(why: "crashed with signal 11")),
      CaseComparison(
        scenarioCase: scenarioCase("b"), status: .baseBroken(why: "timed out after 60 s")),
      CaseComparison(
        scenarioCase: scenarioCase("c"),
        status: .notDeterministic(why: "views-created: 3 and 4")),
      CaseComparison(
        scenarioCase: scenarioCase("d"),
        status: .baseNotDeterministic(why: "views-created: 3 and 4")),
      CaseComparison(scenarioCase: scenarioCase("e"), status: .nothingMeasured),
      CaseComparison(
        scenarioCase: scenarioCase("f"), status: .notComparable(why: "other seeds: 42 and 43")),
      CaseComparison(
        scenarioCase: scenarioCase("g"), status: .new(why: "the base has no such strategy")),
      CaseComparison(
        scenarioCase: scenarioCase("h"), status: .removed(why: "the head has no such case")),
    ], warnings: ["the processors differ: Test CPU and Other CPU"])

  /// Names that are markup, formulas, commands and control characters.
  static let evil = results(
    [
      CaseComparison(
        scenarioCase: scenarioCase(
          "::error::x\r\n| b | <b>&\"']]>", scenario: "<script>alert(1)</script>",
          variant: "\u{1B}[31m\u{0}\u{FFFE}`%0A:,"),
        status: .compared,
        metrics: [
          exact(
            Metric("=cmd|'/c calc'!A0\n | <i>", .count, .counted, .lowerIsBetter, "x"), 1, 2,
            .regression),
          exact(viewsCreated, 2, nil, .missing(why: "a\n\n# b ](javascript:x) ::warning::y")),
        ]),
      CaseComparison(
        scenarioCase: scenarioCase("e\u{301}\u{202E}x"), status: .broken(why: "]]> \u{8} -->")),
    ], warnings: ["<img src=x onerror=y>\n\n# heading"], base: "`a`|b", head: "</details><b>")

  /// A regression with its causes: one with text from data, one that is not available.
  static let explained: ComparisonResults = {
    func row(_ function: String, _ place: String?, caller: String? = nil) -> RegressionCause.Row {
      RegressionCause.Row(
        function: function, place: place, caller: caller,
        base: ProfileAmount(total: 1_000_000, count: 2_000),
        head: ProfileAmount(total: 1_250_000, count: 3_000))
    }
    func cause(
      _ kind: RegressionCause.Kind, _ metric: String, rows: [RegressionCause.Row] = []
    ) -> RegressionCause {
      var cause = RegressionCause(scenarioCase(), kind: kind, metrics: [metric])
      cause.rows = rows
      return cause
    }
    var functions = cause(
      .functions, "frame-time",
      rows: [
        row("GridClusterer.clusters(in:)", "Sources/Grid.swift:12"),
        row("| <b>closure in f()\u{1B}[31m", nil),
      ])
    functions.files = ["why/a/callgrind.out.base", "why/a/callgrind.out.head"]
    var live = cause(.liveMemory, "peak-live-bytes")
    live.notAvailable = "expected a profile of the program's jemalloc, found none"
    var records = cause(.records, "views-created")
    records.differences = [
      RecordDifference("views-created", frame: 37, base: "312", head: "340"),
      RecordDifference("views on the map", frame: 37, base: nil, head: "1 pin at 48.137, 11.575"),
      RecordDifference("main", time: 12_340_000_000, base: "| <b>\u{1B}[31m", head: nil),
    ]
    records.frameLabel = "one frame of the screen"
    var results = regression
    results.causes = [
      records,
      functions,
      cause(
        .allocations, "allocations",
        rows: [row("View.draw()", "Sources/View.swift:7", caller: "MapView.show(_:)")]), live,
    ]
    return results
  }()

  /// Many cases in which everything got worse.
  static func many(cases: Int, metrics: Int, nameLength: Int = 12) -> ComparisonResults {
    results(
      (0..<cases).map { index in
        let name = "strategy-\(index)-" + String(repeating: "*", count: nameLength)
        return CaseComparison(
          scenarioCase: scenarioCase(name), status: .compared,
          metrics: (0..<metrics).map { number in
            exact(
              Metric("metric-\(number)", .count, .counted, .lowerIsBetter, "x"), 100,
              Double(101 + number), .regression)
          })
      })
  }

  /// The gate of a shard, with what is stored for a merge.
  static let ofShard: ComparisonResults = {
    let identity = try? JSONDecoder().decode(
      GateIdentity.self,
      from: Data(
        #"""
        {"work": {"value": "1"}, "base": "2", "head": "3", "rules": "--exact-only",
          "scenarios": [{"name": "a", "file": "a.yaml", "content": "4"}],
          "selection": {"strategies": ["b"], "sizes": [1], "trials": 2, "seed": 5},
          "shard": {"index": 1, "count": 3}}
        """#.utf8))
    func comparison(_ strategy: String, _ verdict: MetricVerdict) -> CaseComparison {
      CaseComparison(
        scenarioCase: scenarioCase(strategy), status: .compared, metrics: [verdict])
    }
    return ComparisonResults(
      kind: .programs, base: .init(name: "abc1234", provenance: nil),
      head: .init(name: "def5678", provenance: provenance),
      cases: [
        comparison(
          "a",
          MetricVerdict(
            metric: frameTime, outcome: .regression,
            method: .pairedSequential(
              MetricVerdict.PairedSequential(
                margin: 0.02, pairs: 64, confirmingPairs: 256, confidence: 0.99, frames: 60,
                framesOfCase: 600, suspicion: MetricVerdict.Suspicion(.typical, pValue: 0.001),
                statistic: .typical)),
            base: 1, head: 2)),
        comparison(
          "b",
          MetricVerdict(
            metric: frameTime, outcome: .pass, method: .mustNotChange, base: 1, head: 1)),
        comparison(
          "c",
          MetricVerdict(
            metric: Metric("m", .count, .counted, .neutral, "", effect: "shows {}"),
            outcome: .notJudged(why: "not reached"), method: .exact(.none), base: nil, head: nil)),
        CaseComparison(scenarioCase: scenarioCase("d"), status: .sameProgram),
      ], command: "mappressure gate", identity: identity)
  }()

  /// Comparisons of every exit status, and of every status of a case alone and beside a pass.
  static let all: [ComparisonResults] = {
    let statuses = everything.cases.map(\.status)
    return [
      regression, pass, inconclusive, everything, evil, many(cases: 13, metrics: 2), results([]),
      results(pass.cases, kind: .runs, headProvenance: provenance),
      relaxed, accepted, invalid, results([], relaxations: relaxations),
      results([], faults: ["a.yaml:1: ended"]),
      results(regression.cases, relaxations: relaxations),
      results(pass.cases, refusal: "other machine", relaxations: relaxations),
      unfinished, failed, results([], completion: .unfinished(open: "everything")),
      results([], refusal: "protocol 3 and 4"), results(pass.cases, refusal: "other machine"),
      ofShard, explained,
    ] + statuses.map { status($0) }
      + statuses.map { results([CaseComparison(scenarioCase: scenarioCase(), status: $0)]) }
      + everything.cases[0].metrics.map {
        results([CaseComparison(scenarioCase: scenarioCase(), status: .compared, metrics: [$0])])
      }
  }()
}

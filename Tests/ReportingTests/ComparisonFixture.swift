import Foundation
import Gate
import Harness
import Reporting
import ScenarioModel
import TestSupport

extension Metric {
  static let allocatedBytes = Metric(
    "bytes-allocated", .bytes, .counted, .lowerIsBetter, "Bytes allocated.")
  static let residentBytes = Metric(
    "peak-resident-bytes", .bytes, .measured, .lowerIsBetter, "Memory resident.")
  static let executedInstructions = Metric(
    "instructions", .count, .measured, .lowerIsBetter, "Instructions executed.")
  static let shownAnnotations = Metric(
    "max-shown-annotations", .count, .counted, .neutral, "Annotations shown.")
}

extension Provenance {
  static let sample = Provenance(
    machine: MachineDescription(
      processor: "Test CPU", logicalProcessors: 2, architecture: "x86_64", kernel: "Linux 6",
      memory: 8_000_000_000, swiftVersion: "6.3"),
    allocator: AllocatorDescription(name: "jemalloc", version: "5.3"), build: "release",
    commit: "abc1234")
}

extension Relaxation {
  /// The ways in which a head asks for less, one of them with text from data.
  static let samples: [Relaxation] = [
    .tolerance(scenario: "ten-thousand-pins", metric: "views-created", base: nil, head: 1),
    .unreadableBase(reason: "x\n::error::<img src=x onerror=y>\u{1B}[31m | \u{202E}"),
    .removedCases([.sample("hierarchical-clusters")]),
  ]
}

/// Comparisons made by hand, whose numbers are easy to check.
extension ComparisonResults {
  init(
    _ cases: [CaseComparison], kind: Kind = .programs, refusal: String? = nil,
    warnings: [String] = [], relaxations: [Relaxation] = [], faults: [String] = [],
    base: String = "abc1234", head: String = "def5678", headProvenance: Provenance? = nil,
    completion: Completion = .finished
  ) {
    self.init(
      kind: kind, completion: completion, base: Origin(name: base, provenance: .sample),
      head: Origin(name: head, provenance: headProvenance), refusal: refusal, warnings: warnings,
      relaxations: relaxations, faults: faults, cases: cases,
      scenarioFiles: ["ten-thousand-pins": "Scenarios/ten-thousand-pins.yaml"],
      command: "mappressure gate --base main", orderSeed: 123_456)
  }

  var verdict: ComparisonVerdict { ComparisonVerdict(self) }

  /// The comparison in a terminal, in long lines if no width is given.
  func terminal(width: Int = 1_000) -> String {
    ComparisonTable.text(self, verdict: verdict, width: width)
  }

  /// The content of `gate.json`, as another program reads it.
  func document(failsOnInconclusive: Bool = false) throws -> JSONValue {
    try JSONValue(
      ComparisonReport.json(self, verdict: verdict, failsOnInconclusive: failsOnInconclusive))
  }

  /// One case in which a counter and a time got worse, among others that did not.
  static let regression = Self([
    .compared(
      [
        .exact(.pinCoverage, 1, 1, .pass), .timed(.regression, confirmingPairs: 256),
        .exact(.viewsCreated, 312, 10_000, .regression),
      ], load: MachineLoad(average: 1.2, stolen: 0.01, waiting: 0.01)),
    .compared([.exact(.viewsCreated, 10_000, 10_000, .pass)], of: .sample("all-pins")),
  ])

  static let pass = Self([
    .compared([
      .exact(.viewsCreated, 312, 312, .pass), .exact(.hitchTimeRatio, 30, 20, .improvement),
    ])
  ])

  /// A pass, if the head did not ask for less.
  static let relaxed = Self(pass.cases, relaxations: Relaxation.samples)

  /// A change that the base's file accepts, and one that must not be.
  static let accepted = Self([
    .compared([
      .exact(
        .viewsCreated, 312, 10_000, .accepted(why: "a layer | more; accepted until 2026-12-31")),
      MetricVerdict(
        metric: .shownAnnotations, outcome: .pass, method: .mustNotChange, base: 45, head: 45,
        minimumDetectableEffect: 0),
    ])
  ])

  /// The same with entries that are no longer valid.
  static let invalid = Self(
    accepted.cases, faults: ["a.yaml:1: <b> ended after 2026-01-01: remove it", "a.yaml:2: unused"])

  static let unfinished = Self(
    regression.cases, completion: .unfinished(open: "the times of 3 of 4 cases"))
  static let failed = Self([], completion: .failed(reason: "cannot write x: disk | full"))

  /// A case of that status and one that passes.
  static func besidePass(_ status: CaseComparison.Status) -> ComparisonResults {
    ComparisonResults(pass.cases + [.status(status, of: .sample("other"))])
  }

  static let inconclusive = Self([
    .compared([
      .exact(.viewsCreated, 312, 312, .pass),
      .timed(
        .inconclusive(why: "the interval holds the margin"), change: 0.019, low: -0.004,
        high: 0.041, pairs: 600),
    ])
  ])

  /// Every status of a case and every outcome of a metric.
  static let everything = Self(
    [
      .compared([
        .exact(.viewsCreated, 312, 10_000, .regression, crossedBound: 500),
        .exact(.hitchTimeRatio, 0, 4, .regression),
        .exact(.allocatedBytes, 10_000_001, 10_000_002, .regression),
        .exact(.pinCoverage, 1, 1, .pass),
        .exact(
          .shownAnnotations, 45, 46, .notGated(why: "neither direction of change is good or bad")),
        MetricVerdict(
          metric: .residentBytes, outcome: .inconclusive(why: "the samples overlap"),
          method: .samples(base: 5, head: 6, margin: 0.05), base: 290e6, head: 310e6,
          effect: MetricVerdict.Effect(change: 0.069, low: -0.01, high: 0.12),
          minimumDetectableEffect: nil),
        .timed(.regression, confirmingPairs: 256),
        MetricVerdict(
          metric: .executedInstructions, outcome: .improvement,
          method: .instructions(source: "perf_event_open", tolerance: 0.01), base: 1_200_000,
          head: 600_000, effect: MetricVerdict.Effect(change: -0.5, low: -0.5, high: -0.5),
          minimumDetectableEffect: 0.01),
      ]),
      .compared(
        [
          .exact(.viewsCreated, nil, 12, .new),
          .exact(.hitchTimeRatio, 12, nil, .missing(why: "not available: no screen")),
          .timed(
            .inconclusive(why: "too near the margin"), change: 0.019, low: -0.004, high: 0.041,
            pairs: 600, confirmingPairs: 1_200),
        ], of: .sample("all-pins", scenario: "region-loop", variant: "residual")),
      .status(.broken(why: "crashed with signal 11"), of: .sample("a")),
      .status(.baseBroken(why: "timed out after 60 s"), of: .sample("b")),
      .status(.notDeterministic(why: "views-created: 3 and 4"), of: .sample("c")),
      .status(.baseNotDeterministic(why: "views-created: 3 and 4"), of: .sample("d")),
      .status(.nothingMeasured, of: .sample("e")),
      .status(.notComparable(why: "other seeds: 42 and 43"), of: .sample("f")),
      .status(.new(why: "the base has no such strategy"), of: .sample("g")),
      .status(.removed(why: "the head has no such case"), of: .sample("h")),
    ], warnings: ["the processors differ: Test CPU and Other CPU"])

  /// Names that are markup, formulas, commands and control characters.
  static let evil = Self(
    [
      .compared(
        [
          .exact(
            Metric("=cmd|'/c calc'!A0\n | <i>", .count, .counted, .lowerIsBetter, "x"), 1, 2,
            .regression),
          .exact(.viewsCreated, 2, nil, .missing(why: "a\n\n# b ](javascript:x) ::warning::y")),
        ],
        of: .sample(
          "::error::x\r\n| b | <b>&\"']]>", scenario: "<script>alert(1)</script>",
          variant: "\u{1B}[31m\u{0}\u{FFFE}`%0A:,")),
      .status(.broken(why: "]]> \u{8} -->"), of: .sample("e\u{301}\u{202E}x")),
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
      var cause = RegressionCause(Case.sample(), kind: kind, metrics: [metric])
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
      records, functions,
      cause(
        .allocations, "allocations",
        rows: [row("View.draw()", "Sources/View.swift:7", caller: "MapView.show(_:)")]), live,
    ]
    return results
  }()

  /// Many cases in which everything got worse.
  static func many(cases: Int, metrics: Int, nameLength: Int = 12) -> ComparisonResults {
    ComparisonResults(
      (0..<cases).map { index in
        let name = "strategy-\(index)-" + String(repeating: "*", count: nameLength)
        return .compared(
          (0..<metrics).map { number in
            .exact(
              Metric("metric-\(number)", .count, .counted, .lowerIsBetter, "x"), 100,
              Double(101 + number), .regression)
          }, of: .sample(name))
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
    return ComparisonResults(
      kind: .programs, base: .init(name: "abc1234", provenance: nil),
      head: .init(name: "def5678", provenance: .sample),
      cases: [
        .compared(
          [
            MetricVerdict(
              metric: .timeOfFrames, outcome: .regression,
              method: .pairedSequential(
                MetricVerdict.PairedSequential(
                  margin: 0.02, pairs: 64, confirmingPairs: 256, confidence: 0.99, frames: 60,
                  framesOfCase: 600, suspicion: MetricVerdict.Suspicion(.typical, pValue: 0.001),
                  statistic: .typical)), base: 1, head: 2)
          ], of: .sample("a")),
        .compared(
          [
            MetricVerdict(
              metric: .timeOfFrames, outcome: .pass, method: .mustNotChange, base: 1, head: 1)
          ], of: .sample("b")),
        .compared(
          [
            MetricVerdict(
              metric: Metric("m", .count, .counted, .neutral, "", effect: "shows {}"),
              outcome: .notJudged(why: "not reached"), method: .exact(.none), base: nil, head: nil)
          ], of: .sample("c")),
        .status(.sameProgram, of: .sample("d")),
      ], command: "mappressure gate", identity: identity)
  }()

  /// Comparisons of every exit status, and of every status of a case, alone and with a pass.
  static let all: [ComparisonResults] = {
    let statuses = everything.cases.map(\.status)
    return [
      regression, pass, inconclusive, everything, evil, many(cases: 13, metrics: 2),
      ComparisonResults([]),
      ComparisonResults(pass.cases, kind: .runs, headProvenance: .sample),
      relaxed, accepted, invalid, ComparisonResults([], relaxations: Relaxation.samples),
      ComparisonResults([], faults: ["a.yaml:1: ended"]),
      ComparisonResults(regression.cases, relaxations: Relaxation.samples),
      ComparisonResults(pass.cases, refusal: "other machine", relaxations: Relaxation.samples),
      unfinished, failed, ComparisonResults([], completion: .unfinished(open: "everything")),
      ComparisonResults([], refusal: "protocol 3 and 4"),
      ComparisonResults(pass.cases, refusal: "other machine"),
      ofShard, explained,
    ] + statuses.map { besidePass($0) }
      + statuses.map { ComparisonResults([.status($0)]) }
      + everything.cases[0].metrics.map { ComparisonResults([.compared([$0])]) }
  }()
}

import Answers
import Clustering
import Families
import Guides
import ScenarioModel
import Support
import TestSupport
import Testing

/// A checklist's file, and its verdicts on results whose numbers each test gives.
@Suite struct ChecklistTests {
  private static let loops = Metric(
    "runaway-loops", .count, .modelled, .lowerIsBetter, "The loops.")
  private static let conflicts = Metric(
    "gesture-conflicts", .count, .modelled, .lowerIsBetter, "The conflicts.")

  private static func list(_ checks: String) throws -> Checklist {
    try Checklist(
      text: """
        checklist: own
        title: A list
        document: a-guide
        points:
          - id: loops
            line: 7
            says: Nothing loops.
        \(checks)
            on-device: Look at it.
        """, file: "list.yaml", families: .standard)
  }

  /// A run of the family region-updates with two strategies at two sizes, simplest first.
  private static func run(
    _ values: [(strategy: String, loops: Double?, conflicts: Double?)], sizes: [Int] = [10, 60],
    crashed: Set<String> = []
  ) -> RunResults {
    let scenario = ScenarioResults(
      [loops, conflicts],
      of: values.map {
        ($0.strategy, [crashed.contains($0.strategy) ? nil : [$0.loops, $0.conflicts]])
      }, missing: "no gesture moved the map", family: "region-updates", sizeLabel: "seconds",
      criteria: [Criterion(loops, .atMost(0), source: "a judgement")], sizes: sizes)
    return RunResults(origin: RunOrigin(provenance: .current(commit: "abc")), scenarios: [scenario])
  }

  private static let noLoops = checks("runaway-loops == 0")

  private static func checks(
    _ bounds: String..., of cases: String = "family: region-updates"
  ) -> String { "    checks: [{ \(cases), bounds: \(bounds) }]" }

  private static func verdict(
    _ checks: String, _ results: RunResults, _ strategies: JudgedStrategies = .recommended
  ) throws -> ChecklistVerdict.Point {
    let verdict = ChecklistVerdict(
      try list(checks), of: results, verdict: RunVerdict(results), strategies: strategies)
    return try #require(verdict.points.first)
  }

  // MARK: - Verdicts

  @Test func theRecommendedStrategyIsJudgedAtEachSize() throws {
    let results = Self.run([("naive", 3, 0), ("good", 0, 0)])
    let point = try Self.verdict(Self.noLoops, results)
    #expect(point.outcome == .passed)
    #expect(point.findings.map(\.scenarioCase.strategy) == ["good", "good"])
    #expect(point.findings.map(\.scenarioCase.size) == [10, 60])
    #expect(point.findings.map(\.value) == [0, 0])
  }

  @Test func aChosenStrategyFails() throws {
    let results = Self.run([("naive", 3, 0), ("good", 0, 0)])
    let point = try Self.verdict(Self.noLoops, results, .named(["naive"]))
    #expect(point.outcome == .failed)
    #expect(point.findings.map(\.holds) == [false, false])
    #expect(point.findings.map(\.limit) == [0, 0])
  }

  /// One bound that fails decides, whatever is missing.
  @Test func aMissingNumberIsNoPass() throws {
    let both = Self.checks("gesture-conflicts == 0", "runaway-loops == 0")
    let missing = Self.run([("naive", 0, nil)])
    let outcome = try Self.verdict(both, missing).outcome
    guard case .notDecided(let reason) = outcome else { throw OtherCase(outcome) }
    #expect(reason.contains("no gesture moved the map"))
    let failed = Self.run([("naive", 2, nil)])
    #expect(try Self.verdict(both, failed, .named(["naive"])).outcome == .failed)
  }

  @Test func aBrokenCaseIsNoPass() throws {
    let results = Self.run([("naive", 0, 0), ("good", 0, 0)], crashed: ["good"])
    let outcome = try Self.verdict(Self.noLoops, results, .named(["good"])).outcome
    guard case .notDecided = outcome else { throw OtherCase(outcome) }
  }

  /// The run recommends nothing where each case crashed: a point passes at no other size either.
  @Test func withoutAStrategyToTakeNothingPasses() throws {
    let results = Self.run([("naive", 0, 0), ("good", 0, 0)], crashed: ["naive", "good"])
    let verdict = ChecklistVerdict(
      try Self.list(Self.noLoops), of: results, verdict: RunVerdict(results))
    #expect(verdict.points.first?.outcome == .notDecided(reason: "no strategy has a valid result"))
    #expect(verdict.exitCode == .caseBroken)
  }

  @Test func aRunWithoutTheFamilyOrTheSizePassesNothing() throws {
    let results = Self.run([("naive", 0, 0)])
    let other = Self.checks("success-at-10 >= 0.9", of: "family: search")
    #expect(try Self.verdict(other, results).outcome == .notInRun(families: ["search"]))
    for more in ["min-size: 61", "scenarios: t"] {
      let none = Self.checks("runaway-loops == 0", of: "family: region-updates, " + more)
      #expect(try Self.verdict(none, results).outcome == .notInRun(families: ["region-updates"]))
    }
    #expect(try Self.verdict("", results).outcome == .notCheckedHere)
  }

  @Test func aBoundMayBeAMultipleOfAnotherMetric() throws {
    let relative = Self.checks("runaway-loops <= 2 x gesture-conflicts")
    let point = try Self.verdict(relative, Self.run([("naive", 4, 2)]), .named(["naive"]))
    #expect(point.outcome == .passed && point.findings.first?.limit == 4)
    #expect(
      try Self.verdict(relative, Self.run([("naive", 5, 2)]), .named(["naive"])).outcome == .failed)
  }

  /// The bound of the list is the one by which the run recommends.
  @Test func aBoundMayBeTheFamilysCriterion() throws {
    let criterion = Self.checks("criterion runaway-loops")
    let results = Self.run([("naive", 3, 0), ("good", 0, 0)])
    #expect(try Self.verdict(criterion, results).outcome == .passed)
    let named = try Self.verdict(criterion, results, .named(["naive"]))
    #expect(named.outcome == .failed)
    #expect(named.findings.map(\.value) == [3, 3])
  }

  @Test func theExitCodeNeverFailsOpen() throws {
    var checklist = try Self.list(Self.noLoops)
    func code(_ results: RunResults, _ names: [String]) -> ToolExitCode {
      ChecklistVerdict(
        checklist, of: results, verdict: RunVerdict(results), strategies: .named(names)
      ).exitCode
    }
    #expect(code(Self.run([("naive", 0, 0)]), ["naive"]) == .pass)
    #expect(code(Self.run([("naive", 1, 0)]), ["naive"]) == .failed)
    #expect(code(Self.run([("naive", 0, 0)]), ["another"]) == .toolError)
    #expect(code(Self.run([("naive", nil, 0)]), ["naive"]) == .inconclusive)
    // A point that passes does not hide one that is not decided.
    let calm = """
          on-device: Look at it.
        - id: calm
          line: 8
          says: Nothing fights.
          checks: [{ family: region-updates, bounds: ["gesture-conflicts == 0"] }]
      """
    checklist = try Self.list(Self.noLoops + "\n" + calm)
    #expect(code(Self.run([("naive", nil, 0)]), ["naive"]) == .inconclusive)
    #expect(code(Self.run([("naive", 0, 0)]), ["naive"]) == .pass)
  }

  // MARK: - Files

  @Test(arguments: [
    ("family: regions, bounds: [\"runaway-loops == 0\"]", 8, "family"),
    ("family: region-updates, bounds: [\"loops == 0\"]", 8, "metric"),
    ("family: region-updates, bounds: [\"criterion loops\"]", 8, "criterion of region-updates"),
    ("family: region-updates, bounds: [\"runaway-loops = 0\"]", 8, "a metric, one of"),
    ("family: region-updates, bounds: [\"runaway-loops <= 0 s\"]", 8, "a plain number"),
    ("family: region-updates, bounds: [\"runaway-loops <= 2 x settle-time-p50\"]", 8, "same unit"),
    ("family: region-updates, bound: [\"runaway-loops == 0\"]", 8, "bounds"),
    ("family: region-updates, min-size: 0, bounds: [\"runaway-loops == 0\"]", 8, "at least 1"),
  ]) func aMistakeHasItsPlace(check: String, line: Int, says: String) throws {
    let error = try #require(throws: InputError.self) {
      try Self.list("    checks: [{ \(check) }]")
    }
    #expect("\(error)".hasPrefix("list.yaml:\(line):"), "\(error)")
    #expect("\(error)".contains(says), "\(error)")
  }

  @Test func anIdIsUnique() throws {
    let point = """
        - { id: a, line: 1, says: One., on-device: Look. }

      """
    let error = try #require(throws: InputError.self) {
      try Checklist(
        text: "checklist: own\ntitle: A list\ndocument: a-guide\npoints:\n" + point + point,
        file: "list.yaml", families: .standard)
    }
    #expect("\(error)".contains("not 'a' twice"), "\(error)")
  }

  /// The guide's list has fourteen points, in lines 497 to 510.
  @Test func theStandardListIsTheGuides() throws {
    let points = try Checklist.standard(.standard).points
    #expect(points.flatMap { $0.lines.ranges.flatMap { Array($0) } } == Array(497...510))
    for point in points {
      #expect(!point.onDevice.isEmpty, "\(point.id)")
      #expect(point.canBeChecked || point.rest == nil, "\(point.id): nothing is left of nothing")
    }
  }
}

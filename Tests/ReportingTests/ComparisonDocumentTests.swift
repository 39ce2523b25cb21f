import Foundation
import Reporting
import Testing
import Verdicts

@Suite struct ComparisonDocumentTests {
  private static func document(
    _ results: ComparisonResults, failsOnInconclusive: Bool = false
  ) throws -> StoredComparison {
    try StoredComparison(results, failsOnInconclusive: failsOnInconclusive)
  }

  private static func text(_ results: ComparisonResults) throws -> String {
    try ComparisonReport.json(results, verdict: ComparisonVerdict(results))
  }

  @Test func holdsEveryNumberOfAVerdict() throws {
    let document = try Self.document(ComparisonFixture.regression)
    #expect(document.schema == 3)
    #expect(document.kind == "programs")
    #expect(document.verdict.status == "regression")
    #expect(document.verdict.exitCode == 2)
    #expect(document.verdict.tally["regressions"] == 2)
    #expect(document.verdict.tally["passed"] == 2)
    let first = try #require(document.cases.first)
    #expect(
      first.command == "mappressure gate --base main Scenarios/ten-thousand-pins.yaml "
        + "--strategies grid-clusters --sizes 10000")
    let counted = first.metrics[2]
    #expect(counted.name == "views-created")
    #expect(counted.outcome == "regression")
    #expect(counted.base == 312)
    #expect(counted.head == 10_000)
    #expect(counted.method.name == "exact")
    #expect(counted.method.tolerance == 0)
    #expect(counted.method.pairs == nil)
    #expect(counted.minimumDetectableEffect == 0)
    let timed = first.metrics[1]
    #expect(timed.method.name == "lock-step")
    #expect(timed.method.margin == 0.02)
    #expect(timed.method.pairs == 64)
    #expect(timed.method.confirmingPairs == 256)
    #expect(timed.method.frames == 60)
    #expect(timed.method.framesOfCase == 600)
    #expect(timed.effect?.low == 0.046)
  }

  @Test func whatDidNotComeToItsEndSaysSo() throws {
    let unfinished = try Self.document(ComparisonFixture.unfinished)
    #expect(unfinished.verdict.status == "unfinished")
    #expect(unfinished.verdict.exitCode == 130)
    #expect(unfinished.verdict.tally["regressions"] == 2)
    #expect(unfinished.open == "the times of 3 of 4 cases")
    let failed = try Self.document(ComparisonFixture.failed)
    #expect(failed.verdict.status == "error")
    #expect(failed.verdict.exitCode == 1)
    #expect(failed.failure == "cannot write x: disk | full")
    // A regression that is certain counts more than what went wrong after it.
    let worse = ComparisonFixture.regression.with(completion: .failed(reason: "x"))
    #expect(try Self.document(worse).verdict.exitCode == 2)
    #expect(try Self.document(ComparisonFixture.regression).open == nil)
  }

  @Test func theExitCodeIsTheCommands() throws {
    let lenient = try Self.document(ComparisonFixture.inconclusive)
    #expect(lenient.verdict.status == "inconclusive")
    #expect(lenient.verdict.exitCode == 0)
    let strict = try Self.document(ComparisonFixture.inconclusive, failsOnInconclusive: true)
    #expect(strict.verdict.status == "inconclusive")
    #expect(strict.verdict.exitCode == 7)
  }

  @Test func whatTheBaseCouldNotBeAskedForIsUndecided() throws {
    let results = ComparisonFixture.status(.baseBroken(why: "crashed"))
    let lenient = try Self.document(results)
    #expect(lenient.verdict.status == "inconclusive")
    #expect(lenient.verdict.exitCode == 0)
    #expect(lenient.cases.last?.status == "base-broken")
    #expect(try Self.document(results, failsOnInconclusive: true).verdict.exitCode == 7)
  }

  @Test func whatOnlyTheBaseHasHasNoCommand() throws {
    for entry in try Self.document(ComparisonFixture.everything).cases {
      #expect((entry.command == nil) == (entry.status == "removed"))
    }
  }

  @Test func keepsToThePublishedSchema() throws {
    let schema = try ComparisonSchema()
    for results in ComparisonFixture.all {
      #expect(try schema.faults(of: Self.text(results)) == [])
    }
  }

  @Test func theSchemaNamesNothingThatNeverComes() throws {
    let schema = try ComparisonSchema()
    let seen = try ComparisonFixture.all.reduce(into: Set<String>()) {
      $0.formUnion(try schema.properties(in: Self.text($1)))
    }
    #expect(schema.properties.subtracting(seen).sorted() == [])
  }

  @Test func theSchemaRefusesWhatIsAgainstIt() throws {
    let schema = try ComparisonSchema()
    let text = try Self.text(ComparisonFixture.everything)
    for (found, replacement) in [
      ("\"outcome\" : \"missing\"", "\"outcome\" : \"lost\""), ("\"schema\" : 3", "\"schema\" : 1"),
      ("\"warnings\"", "\"warning\""), ("\"size\" : 10000", "\"size\" : \"10000\""),
      ("\"pairs\" : 64", "\"pairs\" : -1"),
    ] {
      try #require(text.contains(found))
      #expect(try schema.faults(of: text.replacing(found, with: replacement)) != [])
    }
  }

  @Test func aNumberThatIsNoneIsAbsent() throws {
    let verdict = MetricVerdict(
      metric: ComparisonFixture.viewsCreated, outcome: .missing(why: "not a finite number"),
      method: .exact(.none), base: .infinity, head: .nan,
      effect: MetricVerdict.Effect(change: .nan, low: 0, high: 1),
      minimumDetectableEffect: .infinity)
    let document = try Self.document(
      ComparisonFixture.results([
        CaseComparison(
          scenarioCase: ComparisonFixture.scenarioCase(), status: .compared, metrics: [verdict])
      ]))
    let metric = try #require(document.cases.first?.metrics.first)
    #expect(metric.base == nil)
    #expect(metric.head == nil)
    #expect(metric.effect == nil)
    #expect(metric.minimumDetectableEffect == nil)
  }
}

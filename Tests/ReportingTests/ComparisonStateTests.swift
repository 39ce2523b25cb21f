import Gate
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// Cases that were not timed, because the budget ended or because nothing differs, and the
/// consequences of wrong results.
@Suite struct ComparisonStateTests {
  private static let why = "not reached within the budget of 10 min"

  private static func results(
    _ outcomes: [(MetricVerdict.Outcome, MetricVerdict.Method)]
  ) -> ComparisonResults {
    ComparisonResults(
      outcomes.enumerated().map { index, verdict in
        .compared(
          [
            .exact(.viewsCreated, 5, 5, .pass),
            MetricVerdict(
              metric: .timeOfFrames, outcome: verdict.0, method: verdict.1, base: nil, head: nil),
          ], of: .sample(size: 100 + index))
      })
  }

  private static let notReached = results(
    Array(
      repeating: (
        .notJudged(why: why),
        .pairedSequential(
          MetricVerdict.PairedSequential(
            margin: 0, pairs: 0, confirmingPairs: nil, confidence: 0, frames: 0, framesOfCase: 0))
      ), count: 7))

  @Test func whatWasNotReachedIsInTheFirstLineAndByName() {
    let verdict = ComparisonVerdict(Self.notReached)
    #expect(verdict.exitCode == .inconclusive)
    let text = ComparisonTable.text(Self.notReached, verdict: verdict, width: 1_000)
    #expect(
      text.hasPrefix(
        "INCONCLUSIVE: the times of 7 cases were not judged (\(Self.why)), no regression in the others"
      ))
    #expect(text.contains("7 passed, 7 not judged"))
    #expect(text.contains("ten-thousand-pins 100 grid-clusters"))
    let report = ComparisonMarkdown.text(Self.notReached, verdict: verdict)
    #expect(report.contains("<summary>The times of 7 cases were not judged"))
    for size in 100...106 {
      #expect(report.contains("- `ten-thousand-pins \(size) grid-clusters`"))
    }
    #expect(!report.contains("--sizes 100"))
  }

  @Test(arguments: [false, true]) func aTestThatWasNotReachedIsNoPass(fails: Bool) {
    let verdict = ComparisonVerdict(Self.notReached)
    let text = JUnitReport.text(Self.notReached, verdict: verdict, failsOnInconclusive: fails)
    #expect(text.contains(fails ? "failures=\"7\"" : "skipped=\"7\""))
    let lines = WorkflowAnnotations.lines(
      Self.notReached, verdict: verdict, failsOnInconclusive: fails)
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix(fails ? "::error" : "::warning"))
    #expect(lines[0].contains("the times of 7 cases were not judged"))
  }

  /// Pins that are not shown take no work; such an improvement is not listed with those of other
  /// cases.
  @Test func improvementsOfWrongResultsAreFolded() {
    func comparison(_ strategy: String, _ coverage: Double) -> CaseComparison {
      .compared(
        [
          .exact(.pinCoverage, 1, coverage, coverage < 1 ? .regression : .pass),
          .exact(.viewsCreated, 312, 311, .improvement),
        ], of: .sample(strategy))
    }
    let results = ComparisonResults([comparison("loses", 0.9), comparison("right", 1)])
    let text = ComparisonTable.text(results, verdict: results.verdict)
    #expect(text.contains("which take less work\n  1 metric of 1 case: see gate.md"), "\(text)")
    #expect(text.contains("right: views-created") && !text.contains("loses: views-created"))
  }

  @Test func twoEqualProgramsPassInTheFirstLine() {
    let cases = [CaseComparison.status(.sameProgram)]
    let same = ComparisonResults(cases)
    let verdict = ComparisonVerdict(same)
    #expect(verdict.exitCode == .pass)
    #expect(
      ComparisonTable.text(same, verdict: verdict)
        .hasPrefix("PASSED: the two programs are the same: nothing was replayed"))
    #expect(!JUnitReport.text(same, verdict: verdict).contains("<failure"))
    let relaxed = ComparisonResults(cases, relaxations: [.noBaseScenarios])
    #expect(ComparisonVerdict(relaxed).exitCode == .inconclusive)
  }
}

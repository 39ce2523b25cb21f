import Harness
import ScenarioModel
import Verdicts

/// Measures a plan and compares it with a baseline file.
package struct BaselineComparison: Sendable {
  private let file: String
  private let plan: Plan
  private let selection: CaseSelection
  private let tolerances: [Tolerance]
  private let policy: HostMismatchPolicy
  private let exactOnly: Bool
  private let command: String

  /// - Parameters:
  ///   - file: the baseline's file.
  ///   - selection: the selected cases; the rest of the file is not looked at.
  ///   - tolerances: those of the command line.
  ///   - exactOnly: whether ratios of measured numbers are reported and not gated.
  ///   - command: the beginning of every command that repeats a part of the comparison.
  package init(
    file: String, plan: Plan, selection: CaseSelection, tolerances: [Tolerance],
    policy: HostMismatchPolicy, exactOnly: Bool, command: String
  ) {
    self.file = file
    self.plan = plan
    self.selection = selection
    self.tolerances = tolerances
    self.policy = policy
    self.exactOnly = exactOnly
    self.command = command
  }

  /// Reads the baseline, decides whether it can be compared with at all, and only then measures.
  ///
  /// - Parameter measure: runs a plan.
  /// - Throws: ``BaselineError`` where the file cannot be read, and the errors of `measure`.
  package nonisolated(nonsending) func results(
    measure: nonisolated(nonsending) (Plan) async throws -> RunResults
  ) async throws -> ComparisonResults {
    let document = try Baseline(contentsOf: file)
    let base = document.run.keeping(selection)
    let here = Provenance.current(commit: await GitCommit.current())
    let decision = policy.decision(
      base: base.provenance, head: here,
      metrics: base.cases.flatMap { $0.metrics.map(\.metric) })
    guard decision.refusal == nil else {
      return results(base: base, provenance: here, decision: decision, cases: [])
    }
    let forecast = BaselineForecast(base: base, plan: plan)
    guard !forecast.scenarios.isEmpty else {
      return results(
        base: base, provenance: here, decision: decision,
        cases: forecast.comparisons(joining: removed(from: base)))
    }
    // Strategies that only the other scenarios have are no reason to fail.
    let measurable =
      (try? Plan(scenarios: forecast.scenarios, selection: plan.selection)) ?? plan
    let run = try await measure(measurable)
    let head = run.withRatios
    let comparisons = CaseComparison.comparisons(
      of: base, with: head, tolerances: tolerances, mismatches: decision.mismatches)
    return results(
      base: base, provenance: run.provenance, decision: decision,
      cases: forecast.comparisons(
        joining: exactOnly ? comparisons.map { $0.gatingExactly() } : comparisons))
  }

  /// The comparison of the baseline where nothing was measured.
  private func removed(from base: RunResults) -> [CaseComparison] {
    CaseComparison.comparisons(
      of: base, with: RunResults(provenance: base.provenance, scenarios: []))
  }

  private func results(
    base: RunResults, provenance: Provenance, decision: HostMismatchPolicy.Decision,
    cases: [CaseComparison]
  ) -> ComparisonResults {
    ComparisonResults(
      kind: .baseline,
      base: ComparisonResults.Side(name: file, provenance: base.provenance),
      head: ComparisonResults.Side(name: "this run", provenance: provenance),
      refusal: decision.refusal, warnings: decision.warnings, cases: cases,
      scenarioFiles: Dictionary(
        plan.scenarios.map { ($0.name, $0.file) }, uniquingKeysWith: { first, _ in first }),
      command: command)
  }
}

import Foundation
import Harness
import RegressionGate
import Reporting
import ScenarioModel
import Verdicts

/// Measures a plan and compares it with a baseline file.
struct BaselineComparison: Sendable {
  /// The baseline's file.
  let file: String
  let plan: Plan
  let limits: WorkerLimits
  /// What was asked for; the rest of the file is not looked at.
  let selection: CaseSelection
  /// Those of the command line.
  let tolerances: [Tolerance]
  let policy: HostMismatchPolicy
  /// Whether ratios of what was measured are told and not judged.
  let exactOnly: Bool
  /// The folder of the run; `nil`: a temporary one.
  let folder: String?
  let isQuiet: Bool
  /// The beginning of every command that repeats a part of it.
  let command: String

  /// Reads the baseline, decides whether it can be compared with at all, and only then measures.
  ///
  /// - Throws: ``BaselineError`` where the file cannot be read, and what a run throws.
  func results() async throws -> ComparisonResults {
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
        cases: forecast.comparisons(joining: lost(from: base)))
    }
    // Strategies that only the other scenarios have are no reason to fail.
    let measurable =
      (try? Plan(scenarios: forecast.scenarios, selection: plan.selection)) ?? plan
    let run = try await measured(measurable)
    let head = run.withRatios
    let comparisons = CaseComparison.comparisons(
      of: base, with: head, tolerances: tolerances, mismatches: decision.mismatches)
    return results(
      base: base, provenance: run.provenance, decision: decision,
      cases: forecast.comparisons(
        joining: exactOnly ? comparisons.map { $0.gatingExactly() } : comparisons))
  }

  /// What the baseline has, where nothing was measured.
  private func lost(from base: RunResults) -> [CaseComparison] {
    CaseComparison.comparisons(
      of: base, with: RunResults(provenance: base.provenance, scenarios: []))
  }

  private func measured(_ plan: Plan) async throws -> RunResults {
    if let folder {
      let results = try await measured(plan, in: folder)
      try RunReport.write(results, verdict: RunVerdict(results), to: folder)
      return results
    }
    let temporary = try Workspace()
    defer { temporary.remove() }
    return try await measured(plan, in: temporary.path)
  }

  private func measured(_ plan: Plan, in folder: String) async throws -> RunResults {
    try await PlanRun(plan: plan, limits: limits, folder: folder, isQuiet: isQuiet)
      .results(.anew, whenInterrupted: "interrupted; nothing was compared")
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

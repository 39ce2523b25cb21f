import Harness
import ScenarioModel
import Support

/// A comparison of a plan that it measures with a baseline file.
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
  ///   - selection: the selected cases; the rest of the file is ignored.
  ///   - tolerances: those of the command line.
  ///   - exactOnly: `true` where ratios of measured numbers are reported, not gated.
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

  /// Reads the baseline, checks that it can be compared with, and only then measures.
  ///
  /// - Parameter measure: runs a plan.
  /// - Throws: ``BaselineError`` where the file cannot be read, and the errors of `measure`.
  package nonisolated(nonsending) func results(
    measure: nonisolated(nonsending) (Plan) async throws -> RunResults
  ) async throws -> ComparisonResults {
    let document = try Baseline(contentsOf: file)
    let base = document.run.keeping(selection)
    let terms = ComparisonTerms(
      .baseline, base: base.scenarios.map(\.scenario),
      head: plan.scenarios.map { ScenarioDescription($0, selection: plan.selection) },
      given: tolerances)
    let here = Provenance.current(commit: await GitCommit.current())
    let decision = policy.decision(
      base: base.provenance, head: here,
      metrics: base.cases.flatMap { $0.metrics.map(\.metric) })
    guard decision.refusal == nil else {
      return results(base: base, provenance: here, decision: decision, terms: terms, cases: [])
    }
    let forecast = BaselineForecast(base: base, document: document.run, plan: plan)
    guard !forecast.scenarios.isEmpty else {
      return results(
        base: base, provenance: here, decision: decision, terms: terms,
        cases: forecast.comparisons(joining: removed(from: base)))
    }
    // Strategies of the other scenarios only are no error.
    let measurable =
      (try? Plan(scenarios: forecast.scenarios, selection: plan.selection)) ?? plan
    let run = try await measure(measurable)
    let head = run.withRatios
    let comparisons = CaseComparison.comparisons(
      of: base, with: head, terms: terms, mismatches: decision.mismatches)
    return results(
      base: base, provenance: run.provenance, decision: decision, terms: terms,
      cases: forecast.comparisons(
        joining: exactOnly ? comparisons.map { $0.restrictedToDeterministicMetrics() } : comparisons
      ))
  }

  /// The comparisons of the baseline with an empty run.
  private func removed(from base: RunResults) -> [CaseComparison] {
    CaseComparison.comparisons(
      of: base, with: RunResults(provenance: base.provenance, scenarios: []))
  }

  private func results(
    base: RunResults, provenance: Provenance, decision: HostMismatchPolicy.Decision,
    terms: ComparisonTerms, cases: [CaseComparison]
  ) -> ComparisonResults {
    let isKnown = base.scenarios.allSatisfy(\.scenario.areConditionsKnown)
    return ComparisonResults(
      kind: .baseline,
      base: ComparisonResults.Side(name: file, provenance: base.provenance),
      head: ComparisonResults.Side(name: "this run", provenance: provenance),
      refusal: decision.refusal,
      warnings: decision.warnings
        + (isKnown
          ? []
          : [
            "the baseline is of an earlier version and does not hold the tolerances and thresholds "
              + "of its scenarios: wider tolerances than the metrics' own do not count; renew it "
              + "with 'baseline update'"
          ]),
      relaxations: terms.relaxations, cases: cases,
      scenarioFiles: plan.scenarioFiles,
      command: command)
  }
}

/// The part of a comparison with a baseline that is known before anything is measured.
package struct BaselineForecast: Sendable {
  /// The scenarios to measure.
  package let scenarios: [Scenario]
  /// The known comparisons: cases of scenarios that changed, or that the baseline does not have.
  package let known: [CaseComparison]

  private let order: [Case]

  /// Compares the descriptions of the scenarios.
  ///
  /// - Parameters:
  ///   - base: the selected cases of the baseline.
  ///   - document: the whole baseline.
  package init(base: RunResults, document: RunResults, plan: Plan) {
    var scenarios: [Scenario] = []
    var known: [CaseComparison] = []
    for scenario in plan.scenarios {
      let status: CaseComparison.Status
      if let earlier = base[scenario: scenario.name] {
        let now = ScenarioDescription(scenario, selection: plan.selection)
        guard let difference = earlier.scenario.difference(to: now) else {
          scenarios.append(scenario)
          continue
        }
        status = .notComparable(why: difference)
      } else if let whole = document[scenario: scenario.name] {
        let sizes = whole.cases.map(\.scenarioCase.size).uniqued().sorted()
        status = .new(
          why: "the baseline has other sizes of it: "
            + sizes.map(String.init).joined(separator: ", ")
            + "; give one of them, or add this one with 'baseline update'")
      } else {
        status = .new(why: "the baseline has no such scenario; 'baseline update' adds it")
      }
      known += plan.cases.filter { $0.scenario == scenario.name }
        .map { CaseComparison(scenarioCase: $0, status: status) }
    }
    self.scenarios = scenarios
    self.known = known
    order = plan.cases
  }

  /// Returns the known and the measured comparisons in the plan's order; cases of the baseline
  /// alone come last.
  package func comparisons(joining measured: [CaseComparison]) -> [CaseComparison] {
    let judged = Set(known.map(\.scenarioCase))
    let all = known + measured.filter { !judged.contains($0.scenarioCase) }
    let places = Dictionary(
      order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return all.enumerated().sorted { first, second in
      (places[first.element.scenarioCase] ?? .max, first.offset)
        < (places[second.element.scenarioCase] ?? .max, second.offset)
    }.map(\.element)
  }
}

extension Plan {
  /// The scenarios' files by the scenarios' names.
  var scenarioFiles: [String: String] {
    Dictionary(scenarios.map { ($0.name, $0.file) }, uniquingKeysWith: { first, _ in first })
  }
}

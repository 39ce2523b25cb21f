import Harness
import ScenarioModel
import Support

extension Plan {
  /// Compares a run of the plan with a baseline file: reads the file, checks that it can be compared
  /// with, and only then measures.
  ///
  /// Cases of scenarios that changed, or that the baseline does not have, are not measured.
  ///
  /// - Parameters:
  ///   - selection: the selected cases; the rest of the file is ignored.
  ///   - tolerances: those of the command line.
  ///   - today: the day, by which accepted changes end.
  ///   - exactOnly: `true` where measured numbers are reported, not gated.
  ///   - command: the beginning of every command that repeats a part of the comparison.
  ///   - measure: runs a plan.
  /// - Throws: ``BaselineError`` where the file cannot be read, and the errors of `measure`.
  package nonisolated(nonsending) func compared(
    withBaseline file: String, selection: CaseSelection, tolerances: [Tolerance],
    policy: HostMismatchPolicy, today: String, exactOnly: Bool = false, command: String,
    measure: nonisolated(nonsending) (Plan) async throws -> RunResults
  ) async throws -> ComparisonResults {
    let document = try RunResults(baseline: file)
    let base = document.keeping(selection)
    let descriptions = scenarios.map { ScenarioDescription($0, selection: self.selection) }
    let terms = ComparisonTerms(
      .baseline, base: base.scenarios.map(\.scenario), head: descriptions, given: tolerances,
      today: today)
    let here = Provenance.current(commit: await GitCommit.current())
    let decision = policy.decision(
      base: base.provenance, head: here,
      metrics: base.cases.flatMap { $0.metrics.map(\.metric) })
    var run = RunResults(origin: RunOrigin(provenance: here), scenarios: [])
    var comparisons: [CaseComparison] = []
    if decision.refusal == nil {
      var obstacles: [String: CaseComparison.Status] = [:]
      for scenario in descriptions {
        obstacles[scenario.name] = base.obstacle(to: scenario, in: document)
      }
      let measurable = scenarios.filter { obstacles[$0.name] == nil }
      if !measurable.isEmpty {
        // Strategies of the other scenarios only are no error.
        let plan =
          (try? Plan(scenarios: measurable, selection: self.selection, repeating: cases)) ?? self
        run = try await measure(plan)
      }
      comparisons = cases.compactMap { scenarioCase in
        obstacles[scenarioCase.scenario].map {
          CaseComparison(scenarioCase: scenarioCase, status: $0)
        }
      }
      comparisons += CaseComparison.comparisons(
        of: base, with: run.reduced, terms: terms, mismatches: decision.mismatches)
    }
    return ComparisonResults(
      kind: .baseline,
      base: ComparisonResults.Origin(name: file, provenance: base.provenance),
      head: ComparisonResults.Origin(name: "this run", provenance: run.provenance),
      refusal: decision.refusal, warnings: decision.warnings, relaxations: terms.relaxations,
      cases: inOrder(comparisons).map { exactOnly ? $0.restrictedToDeterministicMetrics() : $0 },
      scenarioFiles: scenarioFiles, command: command
    ).accepting(terms.acceptedChanges)
  }

  /// Returns the first comparison of each case in the plan's order; cases of the baseline alone come
  /// last.
  private func inOrder(_ comparisons: [CaseComparison]) -> [CaseComparison] {
    let known = Dictionary(comparisons.map { ($0.scenarioCase, $0) }) { first, _ in first }
    return (cases + comparisons.map(\.scenarioCase)).uniqued().compactMap { known[$0] }
  }

  /// The scenarios' files by the scenarios' names.
  var scenarioFiles: [String: String] {
    Dictionary(scenarios.map { ($0.name, $0.file) }, uniquingKeysWith: { first, _ in first })
  }
}

extension RunResults {
  /// The reason why a scenario cannot be compared with the selected cases of a baseline, which is
  /// known before anything is measured; `nil` where it can.
  ///
  /// - Parameter document: the whole baseline.
  fileprivate func obstacle(
    to scenario: ScenarioDescription, in document: RunResults
  ) -> CaseComparison.Status? {
    if let earlier = self[scenario: scenario.name] {
      return earlier.scenario.difference(to: scenario, in: .baseline).map {
        .notComparable(why: $0)
      }
    }
    guard let whole = document[scenario: scenario.name] else {
      return .new(why: "the baseline has no such scenario; 'baseline update' adds it")
    }
    let sizes = whole.cases.map(\.scenarioCase.size).uniqued().sorted()
    return .new(
      why: "the baseline has other sizes of this scenario: "
        + sizes.map(String.init).joined(separator: ", ")
        + "; give one of them, or add this one with 'baseline update'")
  }
}

import Harness
import ScenarioModel

extension BisectResults {
  /// Does what is left of the bisect: compares the ends, and then halves the commits between them.
  ///
  /// A commit that cannot be built, compared or decided is skipped, with the reason.
  ///
  /// - Parameters:
  ///   - compare: compares GOOD with a commit in the followed metric, or with BAD in everything.
  ///   - changed: receives the results after each comparison.
  /// - Throws: ``BaseBuildError`` where BAD cannot be built, and the other errors of the two.
  package func completed(
    comparing compare: (Commit, Change?) async throws -> ComparisonResults,
    changed: (BisectResults) throws -> Void
  ) async throws -> BisectResults {
    var results = self
    // Ends that could not be compared may be by now.
    if results.ends == nil || results.ends?.refusal != nil {
      let ends = try await compare(bad, nil)
      let worse = ends.cases.flatMap { own in
        own.metrics.filter { $0.outcome == .regression && [nil, $0.metric.name].contains(metric) }
          .map { Change(scenarioCase: own.scenarioCase, verdict: $0) }
      }
      results.ends = ends
      results.followed = worse.max { ($0.verdict.severity ?? 0) < ($1.verdict.severity ?? 0) }
      results.steps = results.followed.map { [Step(bad.hash, following: $0, in: ends)] } ?? []
      try changed(results)
    }
    while let commit = results.next, let change = results.followed {
      do {
        let comparison = try await compare(commit, change)
        results.steps.append(Step(commit.hash, following: change, in: comparison))
      } catch let error as BaseBuildError where error.isMissingBase {
        results.steps.append(Step(commit: commit.hash, outcome: .skipped, reason: "\(error)"))
      } catch HarnessError.workerCannotStart(_, let reason) {
        results.steps.append(Step(commit: commit.hash, outcome: .skipped, reason: reason))
      }
      // What an interruption has ended is not judged.
      try Task.checkCancellation()
      try changed(results)
    }
    return results
  }
}

extension BisectResults.Step {
  /// Judges a commit by its comparison with GOOD.
  fileprivate init(
    _ commit: String, following change: BisectResults.Change, in results: ComparisonResults
  ) {
    let found = results.cases.first { $0.scenarioCase == change.scenarioCase }
    let verdict = found?.metrics.first { $0.metric.name == change.verdict.metric.name }
    self.init(commit: commit, outcome: .skipped, verdict: verdict)
    switch (found?.status, verdict?.outcome) {
    case (.sameProgram?, _): (outcome, reason) = (.passed, "the same program as GOOD")
    case (.compared?, .regression?): outcome = .worse
    case (.compared?, .pass?), (.compared?, .improvement?): outcome = .passed
    case (.compared?, let undecided): reason = undecided?.reason ?? "it has no such number"
    case (let status, _): reason = results.refusal ?? status?.reason ?? "it was not compared"
    }
  }
}

extension ProgramComparison {
  /// Creates the comparison of GOOD with a later commit.
  ///
  /// - Parameters:
  ///   - change: the metric to compare, in its case and without a limit of time; `nil` for the whole
  ///     plan.
  ///   - metric: the only metric that matters; `nil` for all.
  ///   - earlier: an earlier comparison of the two.
  /// - Throws: `FinishedRunError` where that did other work, or compared other programs.
  package init(
    plan: Plan, good: BuiltBase, later: BuiltBase, following change: BisectResults.Change?,
    metric: Metric?, options: Options, earlier: ComparisonResults?, command: String,
    kept: @escaping @Sendable (WorkerProgram) async -> KeptEvaluations?
  ) throws {
    var (plan, options) = (plan, options)
    // Both programs are built alike: how this one was built says nothing.
    options.policy = .ignore
    if let metric = change?.verdict.metric ?? metric {
      options.instructions = metric.name == Metric.instructions.name
      if metric.kind.isDeterministic || options.instructions { options.timed = nil }
    }
    if let change {
      plan = try Plan(
        scenarios: plan.scenarios.filter { $0.name == change.scenarioCase.scenario },
        selection: RunSelection(trials: plan.selection.trials, seed: plan.selection.seed),
        repeating: [change.scenarioCase])
      // Memory comes from trials: without a time budget, no pair of processes begins.
      let isTime = change.verdict.metric.unit == .nanoseconds
      options.budget = isTime ? 0 : .leastNonzeroMagnitude
    }
    let programs = [good, later].map {
      ComparedProgram(
        program: .worker(at: $0.executable), name: String($0.commit.prefix(12)),
        buildFolder: $0.buildFolder)
    }
    try self.init(
      plan: plan, base: programs[0], head: programs[1], options: options,
      warnings: good.warnings + later.warnings, earlier: earlier,
      provenance: .current(commit: later.commit), command: command, kept: kept)
  }
}

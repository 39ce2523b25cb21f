import Gate
import Harness
import ScenarioModel

/// Comparisons of counted numbers and of instructions whose truth is known.
struct ExactCalibration: Sendable {
  let work: SyntheticWorkload
  let copy: ProgramCopy
  let options: CalibrationOptions
  let provenance: Provenance

  /// Compares trials of two programs exactly, over no change and over one operation more.
  func counted(
    progress: @Sendable (CalibrationEvent) -> Void
  ) async throws -> [CalibrationResults.Group] {
    var groups: [CalibrationResults.Group] = []
    let heads =
      [(InjectedChange.nothing, CalibrationFamily.plainStrategy)]
      + CalibrationFamily.countedStrategies.map { (.operation(operation(of: $0)), $0) }
    for (change, strategy) in heads where options.exactComparisons > 0 {
      var regressions = 0
      for _ in 0..<options.exactComparisons {
        try Task.checkCancellation()
        if try await isRegression(strategy) { regressions += 1 }
      }
      let group = CalibrationResults.Group(
        .counted, change, work: work.scenario.name, comparisons: options.exactComparisons,
        regressions: regressions)
      progress(.exact(group))
      groups.append(group)
    }
    return groups
  }

  /// Compares the instructions of two programs, over no change and over 1 % more work.
  func instructions(
    shared: SharedFolders, progress: @Sendable (CalibrationEvent) -> Void
  ) async throws -> (groups: [CalibrationResults.Group], unavailable: String?) {
    guard options.instructionComparisons > 0 else { return ([], nil) }
    var groups: [CalibrationResults.Group] = []
    let slower = CalibrationFamily.slowerStrategies.prefix(1)
    let heads: [(InjectedChange, String?)] =
      [(.nothing, nil)] + slower.map { (.work(percent: $0.percent), $0.name) }
    for (change, strategy) in heads {
      var regressions = 0
      for _ in 0..<options.instructionComparisons {
        var paired = work.pairedCase(with: copy.program, shared: shared)
        paired.headStrategy = strategy
        let verdict = try await paired.comparedInstructions(limits: options.gate.limits)
        if case .notGated(let why) = verdict.outcome { return ([], why) }
        if verdict.outcome == .regression { regressions += 1 }
      }
      let group = CalibrationResults.Group(
        .instructions, change, work: work.scenario.name,
        comparisons: options.instructionComparisons, regressions: regressions)
      progress(.exact(group))
      groups.append(group)
    }
    return (groups, nil)
  }

  /// Returns whether a strategy in this program is worse than the plain one in the copy.
  private func isRegression(_ strategy: String) async throws -> Bool {
    let base = try await values(of: CalibrationFamily.plainStrategy, program: copy.program)
    let head = try await values(of: strategy, program: .itself())
    let comparisons = CaseComparison.comparisons(of: base, with: head)
    return comparisons.flatMap(\.metrics).contains {
      $0.metric.kind.isDeterministic && $0.outcome == .regression
    }
  }

  /// Runs a trial of a strategy, under the name of the plain one.
  private func values(of strategy: String, program: WorkerProgram) async throws -> RunResults {
    let folder = try Workspace()
    defer { folder.remove() }
    let selection = RunSelection(strategies: [strategy], trials: 1)
    let plan = try Plan(scenarios: [work.scenario], selection: selection)
      .keeping { $0.strategy == strategy }
    let records = try await Coordinator(
      plan: plan, program: program, limits: options.gate.limits, folder: folder.path
    ).run(.overwrite) { _ in }
    let run = RunResults(plan: plan, records: records, origin: RunOrigin(provenance: provenance))
    return run.with(
      scenarios: run.scenarios.map { results in
        ScenarioResults(
          scenario: results.scenario,
          cases: results.cases.map {
            CaseResult(scenarioCase: work.plainCase, status: $0.status, metrics: $0.metrics)
          })
      })
  }

  private func operation(of strategy: String) -> String {
    strategy.replacing("work-plus-", with: "").replacing("-", with: " ")
  }
}

import Harness
import ScenarioModel
import Support

/// The comparison of two programs without their times: counted and modelled numbers, and memory.
///
/// Nothing is timed, so that all processors work. Inspections share long-lived processes. A trial
/// has a process of its own, as allocations and peaks of memory depend on what a process did
/// before. What an earlier gate kept of a program is not computed again. Where base and head
/// differ, both are computed again: that separates a number that differs from itself from a change,
/// and a change does not rest on what was kept.
struct ExactTier: Sendable {
  let plan: Plan
  let base: ComparedProgram
  let head: ComparedProgram
  let options: ProgramComparison.Options
  let capabilities: BaseCapabilities
  /// The outcomes that earlier gates kept of the two programs.
  let kept: [Revision: KeptEvaluations]
  let mismatches: [HostMismatch]
  let origin: RunOrigin

  /// The share of the kept numbers that are computed again, chosen at random.
  private static let checkedShare = 0.05

  /// Computes and compares, and then all that differs once more.
  ///
  /// All of the base is known before code of the head runs.
  ///
  /// - Parameter known: receives the comparisons so far.
  /// - Returns: the comparisons in the plan's order, and warnings.
  func comparisons(
    progress: (ProgramComparisonEvent) -> Void,
    known: ([CaseComparison]) -> Void
  ) async throws -> (cases: [CaseComparison], warnings: [String]) {
    // Once, as it takes long to describe scenarios.
    let runs = (base: capabilities.run(emptyRun(of: .base)), head: emptyRun(of: .head))
    var warnings: [String] = []
    var compared: [Case: CaseComparison] = [:]
    func all() -> [CaseComparison] { plan.cases.compactMap { compared[$0] } }
    var keys = plan.trials.filter { [.inspection, .measurement(1)].contains($0.kind) }
    for isAgain in [false, true] {
      var ofBase: [Case: [TrialRecord]] = [:]
      let ofBaseKeys = keys.filter { capabilities.absence(of: $0.scenarioCase) == nil }
      warnings += try await replay(ofBaseKeys, .base, isAgain: isAgain, progress: progress) {
        ofBase[$0] = $1
      }
      warnings += try await replay(keys, .head, isAgain: isAgain, progress: progress) {
        own, records in
        let found = CaseComparison.comparisons(
          of: runs.base.with(ofBase[own], of: own), with: runs.head.with(records, of: own),
          terms: options.terms, mismatches: mismatches)
        guard var comparison = found.first else { return }
        if case .new = comparison.status, let absence = capabilities.absence(of: own) {
          comparison = comparison.with(status: absence)
        }
        compared[own] = comparison
        if isAgain || !isRepeated(comparison) { progress(.compared(comparison)) }
        known(all())
      }
      let repeated = Set(all().filter(isRepeated).map(\.scenarioCase))
      if isAgain || repeated.isEmpty { break }
      progress(.repeating(cases: repeated.count))
      keys = plan.trials.filter { repeated.contains($0.scenarioCase) }
        .flatMap { Array(repeating: $0, count: $0.kind == .inspection ? 2 : 1) }
    }
    return (all(), warnings)
  }

  /// Returns whether both programs are computed again: where a number differs or is missing, and
  /// where memory may have grown.
  private func isRepeated(_ comparison: CaseComparison) -> Bool {
    guard comparison.status == .compared else { return false }
    return comparison.metrics.contains { verdict in
      switch verdict.outcome {
      case .missing, .new: true
      case .notGated where !verdict.metric.kind.isDeterministic: false
      default:
        verdict.metric.kind.isDeterministic
          ? verdict.base != verdict.head : options.timed != nil && verdict.outcome != .pass
      }
    }
  }

  private func emptyRun(of revision: Revision) -> RunResults {
    RunResults(
      plan: plan.keeping { _ in false }, records: [], origin: origin,
      metrics: { metrics(of: $0, revision) })
  }

  private func metrics(of scenario: Scenario, _ revision: Revision) -> [Metric] {
    revision == .base ? capabilities.metrics(of: scenario) : scenario.metrics
  }

  // MARK: - Jobs

  /// Does trials of a program.
  ///
  /// - Parameters:
  ///   - isAgain: `true` to believe nothing kept.
  ///   - ended: receives a case with its records as soon as it has all.
  /// - Returns: warnings.
  private func replay(
    _ keys: [TrialKey], _ revision: Revision, isAgain: Bool,
    progress: (ProgramComparisonEvent) -> Void, ended: (Case, [TrialRecord]) -> Void
  ) async throws -> [String] {
    guard !keys.isEmpty else { return [] }
    let count = Dictionary(keys.map { ($0.scenarioCase, 1) }, uniquingKeysWith: +)
    let start = SuspendingClock.now
    var found: [Case: [TrialRecord]] = [:]
    var done = 0
    progress(.trials(revision, .began(trials: keys.count, left: keys)))
    let jobs = keys.compactMap { plan.job(of: $0) }
    // A process has the inspections of a scenario's variant and size, which have their data in
    // common, or a trial.
    let lists =
      Coordinator.lists(of: jobs.filter { $0.work != .trial })
      + jobs.filter { $0.work == .trial }.map { [$0] }
    let kept = isAgain ? nil : kept[revision]
    kept?.read(jobs)
    let pool = EvaluationPool(
      program: (revision == .base ? base : head).program, limits: options.limits, kept: kept,
      checked: Self.checkedShare)
    let disbelief = try await pool.open { queue in
      _ = try await queue.run(lists) { job, outcome in
        let own = job.scenarioCase
        let number = found[own, default: []].count { $0.key.kind != .inspection } + 1
        let record = record(of: job, outcome, number: number, revision)
        found[own, default: []].append(record)
        done += 1
        let secondsLeft =
          (SuspendingClock.now - start) / .seconds(done) * Double(keys.count - done)
        progress(
          .trials(
            revision, .finished(record, done: done, of: keys.count, secondsLeft: secondsLeft)))
        guard let records = found[own], records.count == count[own] else { return }
        // The inspection first, as its status is that of the case.
        ended(own, records.sorted { $0.key.kind.number < $1.key.kind.number })
      }
      return queue.disbelief
    }
    return disbelief.map {
      [
        "a kept result of the \(revision.rawValue)'s \($0) differs from what the program computes; "
          + "no kept result of this program was used; 'mappressure cache --clear' removes them"
      ]
    } ?? []
  }

  // MARK: - Records

  private func record(
    of job: EvaluationPool.Job, _ outcome: EvaluationPool.Outcome, number: Int, _ revision: Revision
  ) -> TrialRecord {
    let isTrial = job.work == .trial
    let key = TrialKey(
      scenarioCase: job.scenarioCase, kind: isTrial ? .measurement(number) : .inspection)
    switch outcome {
    case .inspected(let inspection, let printed):
      return TrialRecord(
        key: key, status: .completed, values: inspection.values, outcomes: inspection.outcomes,
        parameters: inspection.parameters, printed: printed)
    case .measured(let values):
      let times = metrics(of: job.scenario, revision).filter(\.isMeasuredTime).map(\.name)
      return TrialRecord(
        key: key, status: .completed,
        values: values.filter { !times.contains($0.name) }
          + times.map { NamedValue($0, .notAvailable(reason: "taken while other replays ran")) })
    case .broken(let status): return TrialRecord(key: key, status: status)
    case .evaluated: preconditionFailure("no such job was given")
    }
  }
}

extension RunResults {
  /// Returns the run with the records of one case; without any where there are none.
  fileprivate func with(_ records: [TrialRecord]?, of scenarioCase: Case) -> RunResults {
    with(
      scenarios: scenarios.filter { $0.scenario.name == scenarioCase.scenario }.map { results in
        ScenarioResults(
          scenario: results.scenario,
          cases: records.map {
            [CaseResult(scenarioCase, records: $0, metrics: results.scenario.metrics)]
          } ?? [])
      })
  }
}

extension Metric {
  /// Indicates whether this is a time by the clock, which says nothing where other replays ran
  /// meanwhile.
  fileprivate var isMeasuredTime: Bool { kind == .measured && unit == .nanoseconds }
}

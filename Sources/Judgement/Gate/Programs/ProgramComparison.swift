import Foundation
import Harness
import ScenarioModel
import Synchronization

/// Compares two programs on this machine, in the same minutes.
///
/// Counted and modelled numbers come from trials of both programs and are compared exactly; times
/// come from pairs of processes that alternate (``TimedGate``); instructions, where they are
/// selected, are counted case by case. The scenarios are the head's, and both programs get the same
/// text of them: cases that the base cannot replay are new, and not gated.
package struct ProgramComparison: Sendable {
  /// One of the two programs.
  package struct Side: Sendable {
    package let program: WorkerProgram
    /// The name of the program in reports.
    package let name: String
    /// The folder of the program's build, which must contain its sources; `nil` where it is not
    /// known.
    package let buildFolder: String?

    package init(program: WorkerProgram, name: String, buildFolder: String? = nil) {
      self.program = program
      self.name = name
      self.buildFolder = buildFolder
    }
  }

  /// The comparisons besides those of counted and modelled numbers.
  package struct Options: Sendable {
    /// The gate of times; `nil`: no measured number is gated, memory included.
    package var timed: TimedGateOptions?
    /// `true` where instructions are counted and compared.
    package var instructions: Bool
    /// The tolerances that count, and what the head's files ask for less than the base's.
    package var terms: ComparisonTerms
    /// The policy for programs that were built differently.
    package var policy: HostMismatchPolicy
    /// The limits of a trial.
    package var limits: WorkerLimits

    package init(
      timed: TimedGateOptions?, instructions: Bool, terms: ComparisonTerms,
      policy: HostMismatchPolicy, limits: WorkerLimits
    ) {
      self.timed = timed
      self.instructions = instructions
      self.terms = terms
      self.policy = policy
      self.limits = limits
    }
  }

  private let plan: Plan
  private let base: Side
  private let head: Side
  private let options: Options
  private let folder: String
  private let command: String
  private let provenance: Provenance
  private let warnings: [String]
  private let durations = CaseDurations()

  /// - Parameters:
  ///   - plan: the head's scenarios and cases.
  ///   - warnings: known warnings on the two programs.
  ///   - folder: the folder that keeps the runs of both programs.
  ///   - provenance: the head's; the base runs on the same machine.
  ///   - command: the beginning of every command that repeats a part of the comparison.
  package init(
    plan: Plan, base: Side, head: Side, options: Options, warnings: [String], folder: String,
    provenance: Provenance, command: String
  ) {
    self.plan = plan
    self.base = base
    self.head = head
    self.options = options
    self.folder = folder
    self.provenance = provenance
    self.command = command
    let isSame = FileManager.default.contentsEqual(
      atPath: base.program.executable, andPath: head.program.executable)
    self.warnings =
      warnings
      + (isSame
        ? ["base and head are the same program, byte for byte: nothing but noise is compared"] : [])
      + (provenance.build == "debug" && options.timed != nil
        ? ["the head is a debug build: its times say nothing of what users get"] : [])
  }

  /// Compares the two; one process or one pair of processes at a time.
  ///
  /// A base that speaks another protocol is a refusal in the results, not an error. Each event
  /// ``ProgramComparisonEvent/known(_:)`` has the results so far, as unfinished results.
  ///
  /// - Throws: ``HarnessError`` for faults of the tool or its environment, `CancellationError`
  ///   when the task is cancelled.
  package func run(
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> ComparisonResults {
    let capabilities: BaseCapabilities
    do {
      capabilities = try await BaseCapabilities(
        of: plan, from: base.program, limits: options.limits)
    } catch HarnessError.otherProtocol(let found) {
      return results(refusal: Self.refusal(found), cases: [])
    } catch HarnessError.workerCannotStart(let program, let reason) {
      return results(
        refusal: "the base's program \(program) cannot be started: \(reason)", cases: [])
    }
    if let foreign = foreignSource(of: capabilities) { return results(refusal: foreign, cases: []) }
    let decision = options.policy.decision(
      base: capabilities.provenance ?? provenance, head: provenance,
      metrics: plan.scenarios.flatMap(\.metrics))
    if let refusal = decision.refusal { return results(refusal: refusal, cases: []) }
    let exact: [CaseComparison]
    do {
      exact = try await compareExactly(capabilities, decision: decision, progress: progress)
    } catch HarnessError.otherProtocol(let found) {
      return results(refusal: Self.refusal(found), cases: [])
    }
    // Programs that were built differently differ in these whatever the change.
    guard !decision.mismatches.contains(where: { $0.matters(to: .frameTime) }) else {
      return results(
        warnings: decision.warnings + ["so no times and no instructions were compared"],
        cases: exact)
    }
    let shared = try SharedFolders()
    defer { shared.remove() }
    let timed = try await addTimes(
      to: exact, warnings: decision.warnings, shared: shared, progress: progress)
    let all = try await addInstructions(
      to: timed, warnings: decision.warnings, shared: shared, progress: progress)
    return results(warnings: decision.warnings, cases: all)
  }

  /// The refusal of a base whose program was built from sources outside its build folder; `nil`
  /// where it was not, or where either is unknown.
  private func foreignSource(of capabilities: BaseCapabilities) -> String? {
    guard let folder = base.buildFolder, let source = capabilities.source,
      source.hasPrefix("/"), !BuildInputs.isPlace(source, below: folder)
    else { return nil }
    return
      "expected the base's program to be built from sources below \(folder), found that it was "
      + "built from \(source); remove that folder, and try again"
  }

  // MARK: - Trials

  /// Runs the trials of both programs and compares counted and modelled numbers, and memory.
  ///
  /// The head runs first, so that the comparison of a case is known as soon as the base completes
  /// it.
  private func compareExactly(
    _ capabilities: BaseCapabilities, decision: HostMismatchPolicy.Decision,
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> [CaseComparison] {
    let known = plan.keeping { capabilities.absence(of: $0) == nil }
    let headRun = try await run(
      plan, head.program, .head, metrics: { $0.metrics }, progress: progress)
    let empty = RunResults(origin: RunOrigin(provenance: provenance), scenarios: [])
    // Faults of the head do not depend on the base.
    let faults = exact(empty, headRun, capabilities, decision).filter(\.status.isFaultOfHead)
    for fault in faults { progress(.compared(fault)) }
    guard !known.cases.isEmpty else { return exact(empty, headRun, capabilities, decision) }
    let open = Mutex(faults)
    let compared = { @Sendable (run: RunResults) in
      for scenarioCase in run.cases.map(\.scenarioCase) {
        let found = exact(run, headRun.keeping { $1 == scenarioCase }, capabilities, decision)
        let cases = open.withLock { cases in
          cases.removeAll { $0.scenarioCase == scenarioCase }
          cases += found
          return cases
        }
        for comparison in found { progress(.compared(comparison)) }
        let left = plan.cases.count - cases.count
        progress(
          .known(
            results(
              .unfinished(open: "\(left) of \(plan.cases.count) cases, and all times"),
              warnings: decision.warnings, cases: cases)))
      }
    }
    let baseRun = try await run(
      known, base.program, .base, metrics: { capabilities.metrics(of: $0) },
      progress: progress, finished: compared)
    return exact(baseRun, headRun, capabilities, decision)
  }

  /// Compares the trials of both programs.
  private func exact(
    _ base: RunResults, _ head: RunResults, _ capabilities: BaseCapabilities,
    _ decision: HostMismatchPolicy.Decision
  ) -> [CaseComparison] {
    CaseComparison.comparisons(
      of: capabilities.run(base), with: head, terms: options.terms,
      mismatches: decision.mismatches
    ).map { comparison in
      guard case .new = comparison.status,
        let absence = capabilities.absence(of: comparison.scenarioCase)
      else { return comparison }
      return comparison.with(status: absence)
    }
  }

  /// Runs a program's trials.
  ///
  /// - Parameter finished: receives the run of each case as soon as all of its trials have ended.
  private func run(
    _ plan: Plan, _ program: WorkerProgram, _ arm: PairArm,
    metrics: @escaping @Sendable (Scenario) -> [Metric],
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void,
    finished: @escaping @Sendable (RunResults) -> Void = { _ in }
  ) async throws -> RunResults {
    let compared = { @Sendable (plan: Plan, records: [TrialRecord]) in
      RunResults(
        plan: plan, records: records,
        origin: RunOrigin(provenance: provenance, command: command), metrics: metrics)
    }
    let ended = Mutex<[Case: [TrialRecord]]>([:])
    let records = try await Coordinator(
      plan: plan, program: program, limits: options.limits, folder: folder + "/" + arm.rawValue
    ).run(.overwrite) { event in
      progress(.trials(arm, event))
      durations.note(event, of: arm)
      guard case .finished(let record, _, _, _) = event else { return }
      let scenarioCase = record.key.scenarioCase
      let ofCase = ended.withLock {
        $0[scenarioCase, default: []].append(record)
        return $0[scenarioCase] ?? []
      }
      let own = plan.keeping { $0 == scenarioCase }
      if ofCase.count == own.trials.count { finished(compared(own, ofCase)) }
    }
    return compared(plan, records)
  }

  // MARK: - Times

  /// Compares the times of the cases; without a timed gate, no measured number is gated.
  private func addTimes(
    to cases: [CaseComparison], warnings: [String], shared: SharedFolders,
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> [CaseComparison] {
    guard let timed = options.timed else {
      return cases.map { $0.restrictedToDeterministicMetrics() }
    }
    let paired = cases.filter { isSelected($0) }
      .compactMap { pairedCase($0.scenarioCase, shared: shared) }
    progress(
      .timing(
        cases: paired.count,
        seconds: durations.estimate(of: paired.map(\.scenarioCase), budget: timed.secondsPerCase)))
    let decided = Mutex<[Case: CaseComparison]>([:])
    let report = { @Sendable (result: TimedCaseResult?, open: String) in
      let times = decided.withLock {
        if let result { $0[result.comparison.scenarioCase] = result.comparison }
        return $0
      }
      progress(
        .known(
          results(.unfinished(open: open), warnings: warnings, cases: Self.joined(cases, times))))
    }
    report(nil, "the times of all \(paired.count) cases")
    let times = try await TimedGate(options: timed).run(paired, tolerances: tolerances) { event in
      progress(.timed(event))
      switch event {
      case .decided(let result, let number, let count):
        report(
          result, "the times of \(count - number) of \(count) cases, and fresh pairs of suspects")
      case .confirmed(let result):
        report(result, "fresh pairs of suspects")
      case .started, .confirming: break
      }
    }
    let compared = times.map { ($0.comparison.scenarioCase, $0.comparison) }
    return Self.joined(cases, Dictionary(compared) { first, _ in first })
  }

  /// Returns `true` for a selected case that both programs complete.
  ///
  /// Where strategies are selected by name, the naive one that a run compares them with is not
  /// selected: its times and instructions would take long.
  private func isSelected(_ comparison: CaseComparison) -> Bool {
    comparison.status == .compared
      && plan.selection.strategies?.contains(comparison.scenarioCase.strategy) ?? true
  }

  private static func joined(
    _ cases: [CaseComparison], _ times: [Case: CaseComparison]
  ) -> [CaseComparison] {
    cases.map { comparison in
      times[comparison.scenarioCase].map { comparison.adding($0) } ?? comparison
    }
  }

  private func tolerances(of scenarioCase: Case) -> [Tolerance] {
    options.terms.tolerances(of: scenarioCase.scenario)
  }

  // MARK: - Instructions

  private func addInstructions(
    to cases: [CaseComparison], warnings: [String], shared: SharedFolders,
    progress: @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> [CaseComparison] {
    guard options.instructions else { return cases }
    var all = cases
    let counted = cases.indices.filter { isSelected(cases[$0]) }
    for (number, index) in counted.enumerated() {
      let scenarioCase = cases[index].scenarioCase
      progress(.counting(scenarioCase, number: number + 1, of: counted.count))
      guard let paired = pairedCase(scenarioCase, shared: shared) else { continue }
      let verdict = try await paired.comparedInstructions(
        limits: options.limits, tolerances: tolerances(of: scenarioCase))
      all[index] = all[index].adding(verdict)
      progress(
        .known(
          results(
            .unfinished(
              open: "the instructions of \(counted.count - number - 1) of \(counted.count) cases"),
            warnings: warnings, cases: all)))
    }
    return all
  }

  private func pairedCase(_ scenarioCase: Case, shared: SharedFolders) -> PairedCase? {
    plan.scenario(of: scenarioCase).map { scenario in
      PairedCase(
        scenarioCase, of: scenario, seed: plan.selection.seed, base: base.program,
        head: head.program, shared: shared)
    }
  }

  // MARK: - Results

  private func results(
    _ completion: ComparisonResults.Completion = .finished, refusal: String? = nil,
    warnings more: [String] = [], cases: [CaseComparison]
  ) -> ComparisonResults {
    ComparisonResults(
      kind: .programs, completion: completion,
      base: ComparisonResults.Side(name: base.name, provenance: nil),
      head: ComparisonResults.Side(name: head.name, provenance: provenance), refusal: refusal,
      warnings: warnings + more, relaxations: options.terms.relaxations, cases: cases,
      scenarioFiles: plan.scenarioFiles,
      command: command, orderSeed: options.timed?.seed)
  }

  private static func refusal(_ found: String) -> String {
    "the base speaks another version of the workers' protocol (expected version "
      + "\(WorkerProtocol.version), found '\(found)'): compare with a base that is not older than "
      + "this version"
  }
}

/// An event of a comparison of two programs.
package enum ProgramComparisonEvent: Sendable {
  /// The trials of one of the two programs.
  case trials(PairArm, ProgressEvent)
  /// The trials of a case were compared; their verdicts are final.
  case compared(CaseComparison)
  /// The times of the given number of cases are compared next, in about the given seconds where
  /// nothing is suspected.
  case timing(cases: Int, seconds: Double)
  /// An event of the comparison of times.
  case timed(TimedGateEvent)
  /// The counting of a case's instructions begins.
  case counting(Case, number: Int, of: Int)
  /// The unfinished results so far.
  case known(ComparisonResults)
}

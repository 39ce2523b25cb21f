import Foundation
import Harness
import Measurement
import ScenarioModel
import Synchronization
import Verdicts

/// Compares two programs on this machine, in the same minutes.
///
/// What is counted and modelled comes from trials of both programs and is compared exactly; times
/// come from pairs of processes that alternate (``TimedGate``); instructions, where they are asked
/// for, are counted case by case. The scenarios are the head's, and both programs get the same text
/// of them: what the base does not know is new, and not gated.
package struct ProgramComparison: Sendable {
  /// One of the two programs.
  package struct Side: Sendable {
    package let program: WorkerProgram
    /// What a reader knows it by.
    package let name: String
    /// The folder that the program was built in, so that its source must lie below it; `nil` where
    /// that is not known.
    package let buildFolder: String?

    package init(program: WorkerProgram, name: String, buildFolder: String? = nil) {
      self.program = program
      self.name = name
      self.buildFolder = buildFolder
    }
  }

  /// What is compared besides what is counted and modelled.
  package struct Options: Sendable {
    /// Times; `nil`: nothing that was measured is judged, memory neither.
    package var timed: TimedGateOptions?
    /// Whether instructions are counted.
    package var instructions: Bool
    package var tolerances: [Tolerance]
    /// What to do where the two were not built alike.
    package var policy: HostMismatchPolicy
    /// What a trial may use.
    package var limits: WorkerLimits

    package init(
      timed: TimedGateOptions?, instructions: Bool, tolerances: [Tolerance],
      policy: HostMismatchPolicy, limits: WorkerLimits
    ) {
      self.timed = timed
      self.instructions = instructions
      self.tolerances = tolerances
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

  /// - Parameters:
  ///   - plan: the head's scenarios and cases.
  ///   - warnings: what is known of the two already, and a reader must know.
  ///   - folder: where both programs' runs are kept.
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
  /// A base that speaks another protocol is a refusal in the results, not an error. Whatever becomes
  /// known on the way is told at once, as results that are not finished.
  ///
  /// - Throws: ``HarnessError`` for faults of the tool or its surroundings, `CancellationError`
  ///   when the task is cancelled.
  package func run(
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> ComparisonResults {
    let survey = CapabilityQuery(program: base.program, limits: options.limits)
    let knowledge: BaseCapabilities
    do {
      knowledge = try await BaseCapabilities(of: plan, from: survey)
    } catch HarnessError.otherProtocol(let found) {
      return results(refusal: Self.refusal(found), cases: [])
    } catch HarnessError.workerCannotStart(let program, let reason) {
      return results(
        refusal: "the base's program \(program) cannot be started: \(reason)", cases: [])
    }
    if let foreign = foreignSource(of: knowledge) { return results(refusal: foreign, cases: []) }
    let decision = options.policy.decision(
      base: knowledge.provenance ?? provenance, head: provenance,
      metrics: plan.scenarios.flatMap(\.metrics))
    if let refusal = decision.refusal { return results(refusal: refusal, cases: []) }
    let durations = CaseDurations()
    let exact: [CaseComparison]
    do {
      exact = try await compareExactly(
        knowledge, decision: decision, durations: durations, progress: progress)
    } catch HarnessError.otherProtocol(let found) {
      return results(refusal: Self.refusal(found), cases: [])
    }
    // Two that were not built alike differ in these whatever the change.
    guard !decision.mismatches.contains(where: { $0.matters(to: .frameTime) }) else {
      return results(
        warnings: decision.warnings + ["so no times and no instructions were compared"],
        cases: exact)
    }
    let shared = try SharedFolders()
    defer { shared.remove() }
    let timed = try await addTimes(
      to: exact, warnings: decision.warnings, shared: shared, durations: durations,
      progress: progress)
    let all = try await addInstructions(
      to: timed, warnings: decision.warnings, shared: shared, progress: progress)
    return results(warnings: decision.warnings, cases: all)
  }

  /// Why the base's program is not of the sources that it should be of; `nil` where it is, or where
  /// nothing says.
  private func foreignSource(of knowledge: BaseCapabilities) -> String? {
    guard let folder = base.buildFolder, let source = knowledge.source,
      source.hasPrefix("/"), !BuildInputs.isPlace(source, below: folder)
    else { return nil }
    return
      "expected the base's program to be built from sources below \(folder), found that it was "
      + "built from \(source); remove that folder, and try again"
  }

  // MARK: - Trials

  /// Runs the trials of both programs and compares what is counted and modelled, and memory.
  ///
  /// The head's run first, so that a case is known as soon as the base has gone through it.
  private func compareExactly(
    _ knowledge: BaseCapabilities, decision: HostMismatchPolicy.Decision, durations: CaseDurations,
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> [CaseComparison] {
    let known = plan.keeping { knowledge.absence(of: $0) == nil }
    let headRun = try await run(
      plan, head.program, .head, metrics: { $0.metrics }, durations: durations, progress: progress)
    let empty = RunResults(provenance: provenance, scenarios: [])
    // What the head could not do by itself is known already.
    let faults = exact(empty, headRun, knowledge, decision).filter(\.status.isFaultOfHead)
    for fault in faults { progress(.compared(fault)) }
    guard !known.cases.isEmpty else { return exact(empty, headRun, knowledge, decision) }
    let open = Mutex(faults)
    let compared = { @Sendable (run: RunResults) in
      for scenarioCase in run.cases.map(\.scenarioCase) {
        let found = exact(run, headRun.keeping { $1 == scenarioCase }, knowledge, decision)
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
      known, base.program, .base, metrics: { knowledge.metrics(of: $0) }, durations: durations,
      progress: progress, finished: compared)
    return exact(baseRun, headRun, knowledge, decision)
  }

  /// Compares the trials of both programs.
  private func exact(
    _ base: RunResults, _ head: RunResults, _ knowledge: BaseCapabilities,
    _ decision: HostMismatchPolicy.Decision
  ) -> [CaseComparison] {
    CaseComparison.comparisons(
      of: knowledge.run(base), with: head, tolerances: options.tolerances,
      mismatches: decision.mismatches
    ).map { comparison in
      guard case .new = comparison.status,
        let absence = knowledge.absence(of: comparison.scenarioCase)
      else { return comparison }
      return comparison.with(status: absence)
    }
  }

  /// Runs a program's trials.
  ///
  /// - Parameter finished: gets a run of one case alone, as soon as all of its trials have ended.
  private func run(
    _ plan: Plan, _ program: WorkerProgram, _ arm: PairArm,
    metrics: @escaping @Sendable (Scenario) -> [Metric], durations: CaseDurations,
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void,
    finished: @escaping @Sendable (RunResults) -> Void = { _ in }
  ) async throws -> RunResults {
    let compared = { @Sendable (plan: Plan, records: [TrialRecord]) in
      RunResults(
        plan: plan, records: records, provenance: provenance, command: command,
        metrics: metrics)
    }
    let ended = Mutex<[Case: [TrialRecord]]>([:])
    let records = try await Coordinator(
      plan: plan, program: program, limits: options.limits, folder: folder + "/" + arm.rawValue
    ).run(.fresh) { event in
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

  /// Compares the times of the cases; without times, nothing that was measured is judged.
  private func addTimes(
    to cases: [CaseComparison], warnings: [String], shared: SharedFolders,
    durations: CaseDurations, progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> [CaseComparison] {
    guard let timed = options.timed else { return cases.map { $0.gatingExactly() } }
    let paired = cases.filter { isAsked($0) }
      .compactMap { pairedCase($0.scenarioCase, shared: shared) }
    progress(
      .timing(
        cases: paired.count,
        seconds: durations.estimate(of: paired.map(\.scenarioCase), budget: timed.secondsPerCase)))
    let decided = Mutex<[Case: CaseComparison]>([:])
    let tell = { @Sendable (result: TimedCaseResult?, open: String) in
      let times = decided.withLock {
        if let result { $0[result.comparison.scenarioCase] = result.comparison }
        return $0
      }
      progress(
        .known(
          results(.unfinished(open: open), warnings: warnings, cases: Self.joined(cases, times))))
    }
    tell(nil, "the times of all \(paired.count) cases")
    let times = try await TimedGate(options: timed).run(paired, tolerances: tolerances) { event in
      progress(.timed(event))
      switch event {
      case .decided(let result, let number, let count):
        tell(
          result, "the times of \(count - number) of \(count) cases, and fresh pairs of suspects")
      case .confirmed(let result):
        tell(result, "fresh pairs of suspects")
      case .started, .confirming: break
      }
    }
    return Self.joined(
      cases,
      Dictionary(
        times.map { ($0.comparison.scenarioCase, $0.comparison) },
        uniquingKeysWith: { first, _ in first }))
  }

  /// Whether both programs complete a case that was asked for.
  ///
  /// Where strategies were asked for by name, the naive one that they are compared with in a run is
  /// none of them: its times and instructions would take long and say nothing that was asked.
  private func isAsked(_ comparison: CaseComparison) -> Bool {
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

  /// Those that a case is judged by, the command line's first.
  private func tolerances(of scenarioCase: Case) -> [Tolerance] {
    options.tolerances + (plan.scenario(of: scenarioCase)?.tolerances ?? [])
  }

  // MARK: - Instructions

  private func addInstructions(
    to cases: [CaseComparison], warnings: [String], shared: SharedFolders,
    progress: @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> [CaseComparison] {
    guard options.instructions else { return cases }
    var all = cases
    let counted = cases.indices.filter { isAsked(cases[$0]) }
    for (number, index) in counted.enumerated() {
      let scenarioCase = cases[index].scenarioCase
      progress(.counting(scenarioCase, number: number + 1, of: counted.count))
      guard let paired = pairedCase(scenarioCase, shared: shared) else { continue }
      let verdict = try await InstructionComparison(
        pairedCase: paired, limits: options.limits, tolerances: tolerances(of: scenarioCase)
      ).verdict()
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
        scenarioCase: scenarioCase, scenario: ScenarioText(scenario),
        seed: plan.selection.seed,
        base: PairedCase.Side(program: base.program, sharedFolder: shared[.base]),
        head: PairedCase.Side(program: head.program, sharedFolder: shared[.head]))
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
      warnings: warnings + more, cases: cases,
      scenarioFiles: Dictionary(
        plan.scenarios.map { ($0.name, $0.file) }, uniquingKeysWith: { first, _ in first }),
      command: command, orderSeed: options.timed?.seed)
  }

  private static func refusal(_ found: String) -> String {
    "the base speaks another version of the workers' protocol (expected version "
      + "\(WorkerProtocol.version), found '\(found)'): compare with a base that is not older than "
      + "this version"
  }
}

/// What a comparison of two programs tells while it works.
package enum ProgramComparisonEvent: Sendable {
  /// The trials of one of the two programs.
  case trials(PairArm, ProgressEvent)
  /// The trials of a case were compared: what they say is final.
  case compared(CaseComparison)
  /// The times of so many cases are compared next, in about so many seconds where nothing looks
  /// worse.
  case timing(cases: Int, seconds: Double)
  /// The pairs of processes whose times are compared.
  case timed(TimedGateEvent)
  /// The instructions of a case are counted.
  case counting(Case, number: Int, of: Int)
  /// Everything that is known by now, as results that are not finished.
  case known(ComparisonResults)
}

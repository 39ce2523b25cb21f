import Harness
import ScenarioModel
import Support
import Synchronization

/// Compares two programs on this machine, in the same minutes.
///
/// Counted and modelled numbers come from replays of both programs and are compared exactly
/// (``ExactTier``); times come from pairs of processes that alternate (``TimedGate``), first for
/// the cases in which exact numbers differ; instructions, where they are selected, are counted case
/// by case. The scenarios are the head's, and both programs get the same text of them: cases that
/// the base cannot replay are new, and not gated. Two programs that are the same replay nothing.
package struct ProgramComparison: Sendable {
  /// The comparisons besides the counted and modelled numbers.
  package struct Options: Sendable {
    /// The gate of times; `nil`: no measured number is gated, memory included.
    package var timed: TimedGateOptions?
    /// Indicates whether instructions are counted and compared.
    package var instructions: Bool
    /// The tolerances that count, and what the head's files ask for less than the base's.
    package var terms: ComparisonTerms
    /// The policy for programs that were built differently.
    package var policy: HostMismatchPolicy
    /// The limits of a trial.
    package var limits: WorkerLimits
    /// The seconds of the whole comparison, counts of instructions excepted; 0 is no limit.
    package var budget = 0.0
    /// The scenarios whose times are compared first.
    package var first: [String] = []
    /// Indicates whether all times are compared, whatever the programs have in common: for
    /// calibrations.
    package var timesAll = false
    /// The folder of the report, which keeps the profiles of what got worse; `nil`: no causes are
    /// looked for.
    package var profiles: String?

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
  private let base: ComparedProgram
  private let head: ComparedProgram
  private let options: Options
  private let earlier: ComparisonResults?
  private let identity: GateIdentity
  private let kept: @Sendable (WorkerProgram) async -> KeptEvaluations?
  private let command: String
  private let provenance: Provenance
  private let warnings: [String]

  /// - Parameters:
  ///   - plan: the head's scenarios and cases.
  ///   - warnings: known warnings on the two programs.
  ///   - earlier: the results of the same comparison that ended early: its times are taken over.
  ///   - kept: what earlier gates kept of a program.
  ///   - provenance: the head's; the base runs on the same machine.
  ///   - command: the beginning of every command that repeats a part of the comparison.
  /// - Throws: `FinishedRunError` for earlier results of another comparison.
  package init(
    plan: Plan, base: ComparedProgram, head: ComparedProgram, options: Options, warnings: [String],
    earlier: ComparisonResults? = nil, provenance: Provenance, command: String,
    kept: @escaping @Sendable (WorkerProgram) async -> KeptEvaluations? = { _ in nil }
  ) throws {
    identity = try GateIdentity(plan, base: base.program, head: head.program, options: options)
    // One that had compared nothing yet is begun again.
    self.earlier = earlier.flatMap { $0.cases.isEmpty ? nil : $0 }
    if let found = self.earlier {
      let difference =
        found.identity == nil
        ? "another kind of comparison" : found.identity?.difference(to: identity)
      if let difference {
        throw FinishedRunError(
          "--resume: expected the results of this gate, found a gate with \(difference); "
            + "without --resume, a new gate replaces them")
      }
    }
    self.kept = kept
    self.plan = plan
    self.base = base
    self.head = head
    self.options = options
    self.provenance = provenance
    self.command = command
    self.warnings =
      warnings
      + (provenance.build == "debug" && options.timed != nil
        ? ["the head is a debug build: its times say nothing about what users get"] : [])
  }

  /// Compares the two. Where times are taken, one pair of processes runs at a time, and nothing
  /// else.
  ///
  /// A base that speaks another protocol is a refusal in the results, not an error. Each event
  /// ``ProgramComparisonEvent/known(_:)`` has the results so far, as unfinished results.
  ///
  /// - Throws: ``HarnessError`` for faults of the tool or its environment, `CancellationError`
  ///   when the task is cancelled.
  package func run(
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> ComparisonResults {
    let budget = GateBudget(seconds: options.budget)
    let sameness =
      options.timesAll
      ? nil : Sameness(base: base.program.executable, head: head.program.executable)
    // A base that was built from other sources than its own would be the same.
    if let sameness, base.buildFolder == nil { return same(sameness, progress) }
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
    if let sameness { return same(sameness, progress) }
    let decision = options.policy.decision(
      base: capabilities.provenance ?? provenance, head: provenance,
      metrics: plan.scenarios.flatMap(\.metrics))
    if let refusal = decision.refusal { return results(refusal: refusal, cases: []) }
    var kept: [Revision: KeptEvaluations] = [:]
    kept[.base] = await self.kept(base.program)
    kept[.head] = await self.kept(head.program)
    let exact: (cases: [CaseComparison], warnings: [String])
    do {
      exact = try await compareExactly(
        capabilities, kept: kept, decision: decision, progress: progress)
    } catch HarnessError.otherProtocol(let found) {
      // The base has described itself in this version.
      return results(refusal: Self.refusal(found, of: "head"), cases: [])
    }
    // Programs that were built differently differ in these whatever the change.
    guard !decision.mismatches.contains(where: { $0.matters(to: .frameTime) }) else {
      return results(
        warnings: decision.warnings + exact.warnings
          + ["so no times and no instructions were compared"], cases: exact.cases)
    }
    let shared = try SharedFolders()
    defer { shared.remove() }
    let (timed, warnings) = try await addTimes(
      to: exact.cases, warnings: decision.warnings + exact.warnings, budget: budget,
      shared: shared, progress: progress)
    let all = try await addInstructions(
      to: timed, warnings: warnings, shared: shared, progress: progress)
    return try await explained(
      results(warnings: warnings, cases: all), budget: budget, shared: shared, progress: progress)
  }

  /// The results of two programs that are the same; nothing is replayed.
  private func same(
    _ sameness: Sameness, _ progress: (ProgramComparisonEvent) -> Void
  ) -> ComparisonResults {
    progress(.same(sameness))
    return results(
      cases: plan.cases.map { CaseComparison(scenarioCase: $0, status: .sameProgram) })
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

  // MARK: - Replays that are not timed

  private func compareExactly(
    _ capabilities: BaseCapabilities, kept: [Revision: KeptEvaluations],
    decision: HostMismatchPolicy.Decision,
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> (cases: [CaseComparison], warnings: [String]) {
    try await ExactTier(
      plan: plan, base: base, head: head, options: options, capabilities: capabilities, kept: kept,
      mismatches: decision.mismatches,
      origin: RunOrigin(provenance: provenance, command: command)
    ).comparisons(progress: progress) { cases in
      // The times of an earlier comparison are not lost if this one ends before it takes them over.
      guard earlier == nil else { return }
      let left = plan.cases.count - cases.count
      progress(
        known(
          cases, warnings: decision.warnings,
          open: "\(left) of \(plan.cases.count) cases, and all times"))
    }
  }

  // MARK: - Times

  /// Compares the times of the cases; without a timed gate, no measured number is gated.
  private func addTimes(
    to cases: [CaseComparison], warnings: [String], budget: GateBudget, shared: SharedFolders,
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> (cases: [CaseComparison], warnings: [String]) {
    guard let timed = options.timed else {
      return (cases.map { $0.restrictedToDeterministicMetrics() }, warnings)
    }
    let paired = cases.filter { isSelected($0) }
      .compactMap { pairedCase($0.scenarioCase, shared: shared) }
    let choice = TimedChoice(
      paired.map(\.scenarioCase), exact: cases,
      isMeasured: { plan.scenario(of: $0)?.family.description.isMeasured == true },
      first: options.first, earlier: earlier)
    let order = choice.order
    let touched = order.count { choice.touched.contains(paired[$0].scenarioCase) }
    let budget = touched > 0 ? budget.withHalfLeft : budget
    progress(
      .timing(
        TimingForecast(
          cases: order.count, touched: touched, known: paired.count - order.count, budget: budget)))
    let decided = Mutex(choice.known)
    let report = { @Sendable (result: TimedCaseResult?, open: String) in
      let times = decided.withLock {
        if let result { $0[result.comparison.scenarioCase] = result.comparison }
        return $0
      }
      progress(known(Self.joined(cases, times), warnings: warnings, open: open))
    }
    report(nil, "the times of \(order.count == paired.count ? "all " : "")\(order.count) cases")
    let times = try await TimedGate(options: timed).run(
      paired, order: order, touched: choice.touched, budget: budget, tolerances: tolerances
    ) { event in
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
    let all = choice.known.merging(compared) { _, last in last }
    // Over all suspicions, also the ones of an earlier part.
    return (
      Self.joined(cases, all).settled(alpha: timed.alpha), warnings
    )
  }

  /// Returns whether a case is selected and both programs complete it.
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
        known(
          all, warnings: warnings,
          open: "the instructions of \(counted.count - number - 1) of \(counted.count) cases"))
    }
    return all
  }

  // MARK: - Causes

  /// Returns results with the causes of what got worse.
  private func explained(
    _ found: ComparisonResults, budget: GateBudget, shared: SharedFolders,
    progress: @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> ComparisonResults {
    guard let folder = options.profiles else { return found }
    // Without times, what takes them is not looked for.
    let kinds = RegressionCause.Kind.allCases.filter { options.timed != nil || $0 != .functions }
    // The search may take three minutes more than the budget.
    let search = CauseSearch(
      limits: options.limits, folder: folder, budget: budget,
      end: budget.used() + max(budget.left, 0) + 180)
    var explained = found
    for comparison in CauseSearch.selected(of: found.cases, kinds: kinds) {
      guard let paired = pairedCase(comparison.scenarioCase, shared: shared) else { continue }
      for kind in kinds where !comparison.regressions(of: [kind]).isEmpty {
        progress(.known(explained.with(completion: .unfinished(open: "causes of what got worse"))))
        progress(.seekingCause(comparison.scenarioCase))
        let scenario = plan.scenario(of: comparison.scenarioCase)
        explained.causes.append(
          try await search.cause(
            kind, of: comparison, in: paired,
            frameLabel: scenario?.family.description.frameLabel))
      }
    }
    return explained
  }

  private func pairedCase(_ scenarioCase: Case, shared: SharedFolders) -> PairedCase? {
    plan.scenario(of: scenarioCase).map { scenario in
      PairedCase(
        scenarioCase, of: scenario, seed: plan.selection.seed, base: base.program,
        head: head.program, shared: shared)
    }
  }

  // MARK: - Results

  private func known(
    _ cases: [CaseComparison], warnings: [String], open: String
  ) -> ProgramComparisonEvent {
    .known(results(.unfinished(open: open), warnings: warnings, cases: cases))
  }

  private func results(
    _ completion: ComparisonResults.Completion = .finished, refusal: String? = nil,
    warnings more: [String] = [], cases: [CaseComparison]
  ) -> ComparisonResults {
    ComparisonResults(
      kind: .programs, completion: completion,
      base: ComparisonResults.Origin(name: base.name, provenance: nil),
      head: ComparisonResults.Origin(name: head.name, provenance: provenance), refusal: refusal,
      warnings: warnings + more, relaxations: options.terms.relaxations, cases: cases,
      scenarioFiles: plan.scenarioFiles,
      command: command, orderSeed: options.timed?.seed, identity: identity
    ).accepting(options.terms.acceptedChanges)
  }

  private static func refusal(_ found: String, of program: String = "base") -> String {
    "the \(program) speaks another version of the workers' protocol (expected version "
      + "\(WorkerProtocol.version), found '\(found)'): compare with a \(program) that is not older "
      + "than this version"
  }
}

extension GateIdentity {
  /// Reads both programs and the files that the plan's scenarios name.
  package init(
    _ plan: Plan, base: WorkerProgram, head: WorkerProgram, options: ProgramComparison.Options
  ) throws {
    scenarios = plan.whole.scenarios.map { ScenarioReference($0) }
    work = RunFingerprint(plan, scenarios: scenarios)
    selection = plan.selection
    shard = plan.shard
    self.base = try SHA256Digest(ofFileAt: base.executable).hexadecimal
    self.head = try SHA256Digest(ofFileAt: head.executable).hexadecimal
    rules =
      ([options.timed.map { "--margin \($0.margin * 100)" } ?? "--exact-only"]
      + (options.instructions ? ["--instructions"] : [])
      + options.terms.given.map { "--tolerance \($0.metric)=\($0.share * 100)%" }
      + ["--host-mismatch \(options.policy.rawValue)", "\(plan.selection)"]).joined(separator: " ")
  }
}

/// An event of a comparison of two programs.
package enum ProgramComparisonEvent: Sendable {
  /// The trials of one of the two programs.
  case trials(Revision, ProgressEvent)
  /// The trials of a case were compared; their verdicts are final.
  case compared(CaseComparison)
  /// Both programs are the same, and nothing is replayed.
  case same(Sameness)
  /// Cases that differ are computed again.
  case repeating(cases: Int)
  /// Times are compared next.
  case timing(TimingForecast)
  /// An event of the comparison of times.
  case timed(TimedGateEvent)
  /// The counting of a case's instructions begins.
  case counting(Case, number: Int, of: Int)
  /// The search for a cause of a case's regressions begins.
  case seekingCause(Case)
  /// The unfinished results so far.
  case known(ComparisonResults)
}

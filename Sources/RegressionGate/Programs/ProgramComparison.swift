import Foundation
import Harness
import Measurement
import Scenarios
import Verdicts

/// Compares two programs on this machine, in the same minutes.
///
/// What is counted and modelled comes from trials of both programs and is compared exactly; times
/// come from pairs of processes that alternate (``TimedGate``); instructions, where they are asked
/// for, are counted case by case. The scenarios are the head's, and both programs get the same text
/// of them: what the base does not know is new, and not gated.
public struct ProgramComparison: Sendable {
  /// One of the two programs.
  public struct Side: Sendable {
    public let program: WorkerProgram
    /// What a reader knows it by.
    public let name: String
    /// The folder that the program was built in, so that its source must lie below it; `nil` where
    /// that is not known.
    public let buildFolder: String?

    public init(program: WorkerProgram, name: String, buildFolder: String? = nil) {
      self.program = program
      self.name = name
      self.buildFolder = buildFolder
    }
  }

  /// What is compared besides what is counted and modelled.
  public struct Options: Sendable {
    /// Times; `nil`: nothing that was measured is judged, memory neither.
    public var timed: TimedGateOptions?
    /// Whether instructions are counted.
    public var instructions: Bool
    public var tolerances: [Tolerance]
    /// What to do where the two were not built alike.
    public var policy: HostMismatchPolicy
    /// What a trial may use.
    public var limits: WorkerLimits

    public init(
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
  public init(
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
  /// A base that speaks another protocol is a refusal in the results, not an error.
  ///
  /// - Throws: ``HarnessError`` for faults of the tool or its surroundings, `CancellationError`
  ///   when the task is cancelled.
  public func run(
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> ComparisonResults {
    let survey = ProgramSurvey(program: base.program, limits: options.limits)
    let knowledge: BaseKnowledge
    do {
      knowledge = try await BaseKnowledge(of: plan, from: survey)
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
    let known = plan.keeping { knowledge.absence(of: $0) == nil }
    let headRun = try await run(plan, .head, metrics: \.metrics, progress: progress)
    let baseRun: ComparedRun
    do {
      baseRun =
        known.cases.isEmpty
        ? ComparedRun(provenance: provenance, scenarios: [])
        : try await run(known, .base, metrics: knowledge.metrics, progress: progress)
    } catch HarnessError.otherProtocol(let found) {
      return results(refusal: Self.refusal(found), cases: [])
    }
    var cases = CaseComparison.comparisons(
      of: knowledge.run(baseRun), with: headRun, tolerances: options.tolerances,
      mismatches: decision.mismatches
    ).map { comparison in
      guard case .new = comparison.status,
        let absence = knowledge.absence(of: comparison.scenarioCase)
      else { return comparison }
      return comparison.with(status: absence)
    }
    // Two that were not built alike differ in these whatever the change.
    guard !decision.mismatches.contains(where: { $0.matters(to: .frameTime) }) else {
      return results(
        refusal: nil,
        warnings: decision.warnings + ["so no times and no instructions were compared"],
        cases: cases)
    }
    let shared = try SharedFolders()
    defer { shared.remove() }
    cases = try await addTimes(to: cases, shared: shared, progress: progress)
    cases = try await addInstructions(to: cases, shared: shared, progress: progress)
    return results(refusal: nil, warnings: decision.warnings, cases: cases)
  }

  /// Why the base's program is not of the sources that it should be of; `nil` where it is, or where
  /// nothing says.
  private func foreignSource(of knowledge: BaseKnowledge) -> String? {
    guard let folder = base.buildFolder, let source = knowledge.source,
      source.hasPrefix("/"), !BuildInputs.isPlace(source, below: folder)
    else { return nil }
    return
      "expected the base's program to be built from sources below \(folder), found that it was "
      + "built from \(source); remove that folder, and try again"
  }

  private func run(
    _ plan: Plan, _ arm: PairArm, metrics: (Scenario) -> [Metric],
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> ComparedRun {
    let side = arm == .base ? base : head
    let coordinator = Coordinator(
      plan: plan, program: side.program, limits: options.limits,
      folder: folder + "/" + arm.rawValue)
    let records = try await coordinator.run(.anew) { progress(.trials(arm, $0)) }
    return ComparedRun(
      RunResults(
        plan: plan, records: records, provenance: provenance, command: command, metrics: metrics))
  }

  /// Compares the times of all cases that both programs complete; without times, nothing that was
  /// measured is judged.
  private func addTimes(
    to cases: [CaseComparison], shared: SharedFolders,
    progress: @escaping @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> [CaseComparison] {
    guard let timed = options.timed else { return cases.map { $0.gatingExactly() } }
    let paired = cases.filter { $0.status == .compared }.compactMap {
      pairedCase($0.scenarioCase, shared: shared)
    }
    let results = try await TimedGate(options: timed).run(paired, tolerances: tolerances) {
      progress(.timed($0))
    }
    return cases.map { comparison in
      guard
        let times = results.first(where: {
          $0.comparison.scenarioCase == comparison.scenarioCase
        })
      else { return comparison }
      return comparison.adding(times.comparison)
    }
  }

  /// Those that a case is judged by, the command line's first.
  private func tolerances(of scenarioCase: Case) -> [Tolerance] {
    options.tolerances + (plan.scenario(of: scenarioCase)?.tolerances ?? [])
  }

  private func addInstructions(
    to cases: [CaseComparison], shared: SharedFolders,
    progress: @Sendable (ProgramComparisonEvent) -> Void
  ) async throws -> [CaseComparison] {
    guard options.instructions else { return cases }
    let counted = cases.filter { $0.status == .compared }.map(\.scenarioCase)
    var verdicts: [Case: MetricVerdict] = [:]
    for (index, scenarioCase) in counted.enumerated() {
      progress(.counting(scenarioCase, number: index + 1, of: counted.count))
      guard let paired = pairedCase(scenarioCase, shared: shared) else { continue }
      verdicts[scenarioCase] = try await InstructionComparison(
        pairedCase: paired, limits: options.limits, tolerances: tolerances(of: scenarioCase)
      ).verdict()
    }
    return cases.map { comparison in
      verdicts[comparison.scenarioCase].map { comparison.adding($0) } ?? comparison
    }
  }

  private func pairedCase(_ scenarioCase: Case, shared: SharedFolders) -> PairedCase? {
    plan.scenario(of: scenarioCase).map { scenario in
      PairedCase(
        scenarioCase: scenarioCase, file: scenario.file, text: scenario.text,
        seed: plan.selection.seed,
        base: PairedCase.Side(program: base.program, sharedFolder: shared[.base]),
        head: PairedCase.Side(program: head.program, sharedFolder: shared[.head]))
    }
  }

  private func results(
    refusal: String?, warnings more: [String] = [], cases: [CaseComparison]
  ) -> ComparisonResults {
    ComparisonResults(
      kind: .programs, base: ComparisonResults.Side(name: base.name, provenance: nil),
      head: ComparisonResults.Side(name: head.name, provenance: provenance), refusal: refusal,
      warnings: warnings + more, cases: cases,
      scenarioFiles: Dictionary(
        plan.scenarios.map { ($0.name, $0.file) }, uniquingKeysWith: { first, _ in first }),
      command: command)
  }

  private static func refusal(_ found: String) -> String {
    "the base speaks another version of the workers' protocol (expected version "
      + "\(WorkerProtocol.version), found '\(found)'): compare with a base that is not older than "
      + "this version"
  }
}

import ScenarioModel
import Support

/// The results of a comparison of a base and a head.
package struct ComparisonResults: Hashable, Sendable {
  /// The origin of the numbers of the base or of the head.
  package struct Origin: Hashable, Sendable, Codable {
    /// The name for readers: a commit, a file, a folder.
    package let name: String
    /// The provenance of the numbers; `nil` where it is not known.
    package let provenance: Provenance?

    package init(name: String, provenance: Provenance?) {
      self.name = name
      self.provenance = provenance
    }
  }

  /// The kind of a comparison.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// The folders of two runs, each of its own time.
    case runs
    /// A run against a committed file.
    case baseline
    /// Two programs side by side on this machine.
    case programs
  }

  /// The end of a comparison.
  package enum Completion: Hashable, Sendable {
    case finished
    /// The comparison runs, or was stopped or killed: the results so far.
    case unfinished(open: String)
    /// The tool or its environment failed.
    case failed(reason: String)

    /// The parts not compared when the comparison stopped; `nil` where it did not stop.
    package var open: String? { if case .unfinished(let open) = self { open } else { nil } }
    /// The failure of the tool; `nil` where there is none.
    package var failure: String? { if case .failed(let reason) = self { reason } else { nil } }
  }

  package let kind: Kind
  package private(set) var completion: Completion
  package let base: Origin
  package let head: Origin
  /// The reason why the two cannot be compared; `nil` where they can.
  package let refusal: String?
  /// Warnings on the comparison as a whole, such as another machine.
  package let warnings: [String]
  /// The ways in which the head asks for less than the base: with any, the comparison is
  /// inconclusive at best.
  package private(set) var relaxations: [Relaxation]
  /// The accepted changes that have ended or match nothing, with what to do: each fails the
  /// comparison.
  package private(set) var faults: [String]
  /// The cases in the order of the head's plan, those of the base alone last.
  package private(set) var cases: [CaseComparison]
  /// The scenarios that matter most, whose changes are counted apart. No part of the stored form.
  package var firstScenarios: [String] = []
  /// The files of the scenarios, by name.
  package let scenarioFiles: [String: String]
  /// The program and its arguments without scenarios, strategies and sizes: the beginning of every
  /// command that repeats a part of the comparison.
  package let command: String
  /// The seed of the random orders in the pairs of processes; `nil` where there were none.
  package let orderSeed: UInt64?
  /// The work that a gate of two programs does; `nil` for other comparisons, and where it is not
  /// known.
  package let identity: GateIdentity?
  /// The causes of some regressions, in the order in which they were looked for.
  package var causes: [RegressionCause] = []

  package init(
    kind: Kind, completion: Completion = .finished, base: Origin, head: Origin,
    refusal: String? = nil, warnings: [String] = [], relaxations: [Relaxation] = [],
    faults: [String] = [], cases: [CaseComparison],
    scenarioFiles: [String: String] = [:], command: String, orderSeed: UInt64? = nil,
    identity: GateIdentity? = nil
  ) {
    self.identity = identity
    self.relaxations = relaxations
    self.faults = faults
    self.kind = kind
    self.completion = completion
    self.orderSeed = orderSeed
    self.base = base
    self.head = head
    self.refusal = refusal
    self.warnings = warnings
    self.cases = cases
    self.scenarioFiles = scenarioFiles
    self.command = command
  }

  /// Returns the results with another end.
  package func with(completion: Completion) -> ComparisonResults {
    var results = self
    results.completion = completion
    return results
  }

  /// Returns the results with the changes that the base's files accept, and the faults of these.
  package func accepting(_ changes: AcceptedChanges) -> ComparisonResults {
    var results = self
    results.cases = cases.map(changes.judged)
    // What was not compared may still match.
    guard completion == .finished, refusal == nil else { return results }
    results.relaxations += changes.dropped(in: results.cases)
    results.faults += changes.faults(in: results.cases)
    return results
  }

  /// Returns the command that compares a case again, quoted for a shell.
  package func command(repeating scenarioCase: Case) -> String {
    let scenario = scenarioFiles[scenarioCase.scenario] ?? scenarioCase.scenario
    let words = [
      scenario, "--strategies", scenarioCase.strategy, "--sizes", "\(scenarioCase.size)",
    ]
    return command + " " + ShellWord.command(words)
  }

  /// Returns the command that compares a case again; `nil` where only the base has it, as the
  /// head's program cannot replay it.
  package func command(repeating comparison: CaseComparison) -> String? {
    if case .removed = comparison.status { return nil }
    return command(repeating: comparison.scenarioCase)
  }
}

/// The verdict of a comparison, which decides the exit code of the command.
package struct ComparisonVerdict: Hashable, Sendable {
  /// The numbers of metrics by outcome.
  package struct Tally: Hashable, Sendable, Encodable {
    package fileprivate(set) var passed = 0
    package fileprivate(set) var regressions = 0
    package fileprivate(set) var improvements = 0
    package fileprivate(set) var accepted = 0
    package fileprivate(set) var inconclusive = 0
    /// Those that the comparison did not come to.
    package fileprivate(set) var notJudged = 0
    package fileprivate(set) var new = 0
    package fileprivate(set) var missing = 0
    package fileprivate(set) var notGated = 0

    /// The number of gated metrics.
    package var gated: Int {
      passed + regressions + improvements + accepted + inconclusive + missing
    }

    fileprivate mutating func count(_ outcome: MetricVerdict.Outcome) {
      switch outcome {
      case .pass: passed += 1
      case .regression: regressions += 1
      case .improvement: improvements += 1
      case .accepted: accepted += 1
      case .inconclusive: inconclusive += 1
      case .notJudged: notJudged += 1
      case .new: new += 1
      case .missing: missing += 1
      case .notGated: notGated += 1
      }
    }
  }

  package let tally: Tally
  /// The worst that applies; an inconclusive metric fails only where the user wants it to.
  package let exitCode: ToolExitCode
  /// The number of cases that the change is known to touch and whose times were not judged. They
  /// fail a gate without an option that asks for it.
  package let unseenCases: Int

  /// Judges a comparison. Pure.
  ///
  /// - Parameter metric: the name of the only metric to judge; `nil` for all.
  package init(_ results: ComparisonResults, metric: String? = nil) {
    let outcomes = results.cases.flatMap(\.metrics)
      .filter { metric == nil || $0.metric.name == metric }.map(\.outcome)
    var tally = Tally()
    for outcome in outcomes { tally.count(outcome) }
    var statuses = results.cases.compactMap(\.status.exitCode) + outcomes.compactMap(\.exitCode)
    if results.refusal != nil { statuses.append(.notComparable) }
    if !results.faults.isEmpty { statuses.append(.failed) }
    // A fault of the base and a relaxation add to comparisons, and are none themselves.
    if !statuses.isEmpty,
      !results.relaxations.isEmpty || results.cases.contains(where: \.status.isFaultOfBase)
    {
      statuses.append(.inconclusive)
    }
    self.tally = tally
    unseenCases = results.cases.count { comparison in
      comparison.hasExactChange
        && comparison.metrics.contains { if case .notJudged = $0.outcome { true } else { false } }
    }
    switch results.completion {
    case .finished:
      // Nothing was compared.
      exitCode = ToolExitCode.worst(of: statuses) ?? .notComparable
    case .unfinished:
      exitCode = .interrupted
    case .failed:
      exitCode = ToolExitCode.worst(of: statuses + [.toolError]) ?? .toolError
    }
  }
}

extension CaseComparison.Status {
  /// Indicates whether this is a fault of the head, whatever the base did.
  package var isFaultOfHead: Bool { exitCode == .caseBroken || exitCode == .toolError }

  /// Indicates whether the base and the head did not do the same work.
  package var isUnmatched: Bool { if case .notComparable = self { true } else { false } }

  /// Indicates whether this is a fault of the base alone.
  fileprivate var isFaultOfBase: Bool {
    switch self {
    case .baseBroken, .baseNotDeterministic: true
    case .compared, .sameProgram, .new, .removed, .broken, .notDeterministic, .nothingMeasured,
      .notComparable:
      false
    }
  }

  /// The exit code of the status by itself; `nil` where the metrics decide, or the case is not
  /// gated.
  fileprivate var exitCode: ToolExitCode? {
    switch self {
    case .compared, .new, .baseBroken, .baseNotDeterministic: nil
    case .sameProgram: .pass
    case .broken: .caseBroken
    case .notDeterministic, .nothingMeasured: .toolError
    case .removed, .notComparable: .notComparable
    }
  }
}

extension MetricVerdict.Outcome {
  /// The exit code of the outcome; `nil` where the metric is not gated.
  fileprivate var exitCode: ToolExitCode? {
    switch self {
    case .pass, .improvement, .accepted: .pass
    case .regression: .failed
    case .inconclusive, .notJudged: .inconclusive
    case .missing: .notComparable
    case .new, .notGated: nil
    }
  }
}

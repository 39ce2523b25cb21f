import ScenarioModel
import Support

/// The results of a comparison of a base and a head.
package struct ComparisonResults: Sendable {
  /// The base or the head of a comparison.
  package struct Side: Hashable, Sendable, Encodable {
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
  }

  package let kind: Kind
  package private(set) var completion: Completion
  package let base: Side
  package let head: Side
  /// The reason why the two cannot be compared; `nil` where they can.
  package let refusal: String?
  /// Warnings on the comparison as a whole, such as another machine.
  package let warnings: [String]
  /// The ways in which the head asks for less than the base: with any, the comparison is
  /// inconclusive at best.
  package let relaxations: [Relaxation]
  /// The cases in the order of the head's plan, those of the base alone last.
  package let cases: [CaseComparison]
  /// The files of the scenarios, by name.
  package let scenarioFiles: [String: String]
  /// The program and its arguments without scenarios, strategies and sizes: the beginning of every
  /// command that repeats a part of the comparison.
  package let command: String
  /// The seed of the random orders in the pairs of processes; `nil` where there were none.
  package let orderSeed: UInt64?

  package init(
    kind: Kind, completion: Completion = .finished, base: Side, head: Side,
    refusal: String? = nil, warnings: [String] = [], relaxations: [Relaxation] = [],
    cases: [CaseComparison],
    scenarioFiles: [String: String] = [:], command: String, orderSeed: UInt64? = nil
  ) {
    self.relaxations = relaxations
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
    package fileprivate(set) var inconclusive = 0
    package fileprivate(set) var new = 0
    package fileprivate(set) var missing = 0
    package fileprivate(set) var notGated = 0

    /// The number of gated metrics.
    package var gated: Int { passed + regressions + improvements + inconclusive + missing }

    fileprivate mutating func count(_ outcome: MetricVerdict.Outcome) {
      switch outcome {
      case .pass: passed += 1
      case .regression: regressions += 1
      case .improvement: improvements += 1
      case .inconclusive: inconclusive += 1
      case .new: new += 1
      case .missing: missing += 1
      case .notGated: notGated += 1
      }
    }
  }

  package let tally: Tally
  /// The worst that applies; an inconclusive metric fails only where the user wants it to.
  package let exitCode: ToolExitCode

  /// Judges a comparison. Pure.
  package init(_ results: ComparisonResults) {
    let outcomes = results.cases.flatMap(\.metrics).map(\.outcome)
    var tally = Tally()
    for outcome in outcomes { tally.count(outcome) }
    var statuses = results.cases.compactMap(\.status.exitCode) + outcomes.compactMap(\.exitCode)
    if results.refusal != nil { statuses.append(.notComparable) }
    // A fault of the base and a relaxation add to comparisons, and are none themselves.
    if !statuses.isEmpty,
      !results.relaxations.isEmpty || results.cases.contains(where: \.status.isFaultOfBase)
    {
      statuses.append(.inconclusive)
    }
    self.tally = tally
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
  /// `true` for a fault of the head, whatever the base did.
  package var isFaultOfHead: Bool {
    switch self {
    case .broken, .notDeterministic, .nothingMeasured: true
    case .compared, .new, .removed, .baseBroken, .baseNotDeterministic, .notComparable: false
    }
  }

  /// `true` where the base and the head did not do the same work.
  package var isUnmatched: Bool { if case .notComparable = self { true } else { false } }

  /// `true` for a fault of the base alone.
  fileprivate var isFaultOfBase: Bool {
    switch self {
    case .baseBroken, .baseNotDeterministic: true
    case .compared, .new, .removed, .broken, .notDeterministic, .nothingMeasured, .notComparable:
      false
    }
  }

  /// The exit code of the status by itself; `nil` where the metrics decide, or the case is not
  /// gated.
  fileprivate var exitCode: ToolExitCode? {
    switch self {
    case .compared, .new, .baseBroken, .baseNotDeterministic: nil
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
    case .pass, .improvement: .pass
    case .regression: .failed
    case .inconclusive: .inconclusive
    case .missing: .notComparable
    case .new, .notGated: nil
    }
  }
}

// MARK: - Encoding

/// The form of `gate.json`, as `Documentation/gate.schema.json` describes it, except for the
/// verdict.
///
/// Values are in the metrics' own units: times in nanoseconds, memory in bytes, shares between 0
/// and 1. Changes, margins and tolerances are shares of the base: 0.05 is 5 % more. Unknown values
/// are absent.
extension ComparisonResults: Encodable {
  /// The version of the form; raised whenever a reader of an earlier one would misunderstand it.
  package static let schema = 5

  package func encode(to encoder: any Encoder) throws {
    var open: String?
    var failure: String?
    switch completion {
    case .finished: break
    case .unfinished(let rest): open = rest
    case .failed(let reason): failure = reason
    }
    let relaxed = relaxations.isEmpty ? nil : relaxations.map(\.description)
    let repeatable = cases.map {
      CaseComparison.Repeatable(comparison: $0, command: command(repeating: $0))
    }
    try encoder.encode([
      "schema": Self.schema, "kind": kind, "command": command, "base": base, "head": head,
      "refusal": refusal, "open": open, "failure": failure, "orderSeed": orderSeed,
      "warnings": warnings, "relaxations": relaxed, "cases": repeatable,
    ])
  }
}

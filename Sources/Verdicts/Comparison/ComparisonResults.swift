import Foundation
import ScenarioModel
import Support

/// Everything that a comparison of a base and a head found out.
package struct ComparisonResults: Sendable {
  /// One of the two that were compared.
  package struct Side: Hashable, Sendable, Encodable {
    /// What a reader knows it by: a commit, a file, a folder.
    package let name: String
    /// Where and with what it was made; `nil` where that is not known.
    package let provenance: Provenance?

    package init(name: String, provenance: Provenance?) {
      self.name = name
      self.provenance = provenance
    }
  }

  /// What kind of comparison it was.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// Two runs' folders, each made at its own time.
    case runs
    /// A run against a committed file.
    case baseline
    /// Two programs side by side on this machine.
    case programs
  }

  /// Whether a comparison came to its end.
  package enum Completion: Hashable, Sendable {
    case finished
    /// It was stopped, or goes on, or was killed: what it knows until then is here.
    case unfinished(open: String)
    /// The tool or its surroundings failed.
    case failed(reason: String)
  }

  package let kind: Kind
  package let completion: Completion
  package let base: Side
  package let head: Side
  /// Why the two cannot be compared at all; `nil` where they can.
  package let refusal: String?
  /// What a reader must know of the comparison as a whole, such as another machine.
  package let warnings: [String]
  /// In the order of the head's plan; what only the base has comes last.
  package let cases: [CaseComparison]
  /// The files of the scenarios, by name.
  package let scenarioFiles: [String: String]
  /// What was asked of the command line, without scenarios, strategies and sizes: the beginning of
  /// every command that repeats a part of the comparison.
  package let command: String
  /// The seed of the order of everything in the pairs of processes; `nil` where there were none.
  package let orderSeed: UInt64?

  package init(
    kind: Kind, completion: Completion = .finished, base: Side, head: Side,
    refusal: String? = nil, warnings: [String] = [], cases: [CaseComparison],
    scenarioFiles: [String: String] = [:], command: String, orderSeed: UInt64? = nil
  ) {
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
}

extension ComparisonResults {
  /// The same results of a comparison that ended otherwise.
  package func with(completion: Completion) -> ComparisonResults {
    ComparisonResults(
      kind: kind, completion: completion, base: base, head: head, refusal: refusal,
      warnings: warnings, cases: cases, scenarioFiles: scenarioFiles, command: command,
      orderSeed: orderSeed)
  }

  /// The command that compares one case again, as one would type it.
  package func command(repeating scenarioCase: Case) -> String {
    let scenario = scenarioFiles[scenarioCase.scenario] ?? scenarioCase.scenario
    let words = [
      scenario, "--strategies", scenarioCase.strategy, "--sizes", "\(scenarioCase.size)",
    ]
    return command + " " + ShellWord.command(words)
  }

  /// The command that compares a case again; `nil` where only the base has it, as the head's
  /// program would not know what is asked of it.
  package func command(repeating comparison: CaseComparison) -> String? {
    if case .removed = comparison.status { return nil }
    return command(repeating: comparison.scenarioCase)
  }
}

/// What a comparison says in all: what decides the exit code of the command.
package struct ComparisonVerdict: Hashable, Sendable {
  /// How many metrics came out how.
  package struct Tally: Hashable, Sendable, Encodable {
    package fileprivate(set) var passed = 0
    package fileprivate(set) var regressions = 0
    package fileprivate(set) var improvements = 0
    package fileprivate(set) var inconclusive = 0
    package fileprivate(set) var new = 0
    package fileprivate(set) var missing = 0
    package fileprivate(set) var notGated = 0

    /// The metrics that were judged.
    package var gated: Int { passed + regressions + improvements + inconclusive + missing }
  }

  package let tally: Tally
  /// The worst that applies; what is inconclusive fails only where the user asked for that.
  package let exitCode: ToolExitCode

  /// Judges a comparison. Pure.
  package init(_ results: ComparisonResults) {
    var tally = Tally()
    var statuses: [ToolExitCode] = []
    for comparison in results.cases {
      if let status = comparison.status.exitCode { statuses.append(status) }
      for metric in comparison.metrics {
        tally.count(metric.outcome)
        if let status = metric.outcome.exitCode { statuses.append(status) }
      }
    }
    if results.refusal != nil { statuses.append(.notComparable) }
    // What the base could not be asked for adds to what was compared, and is no comparison itself.
    if !statuses.isEmpty, results.cases.contains(where: \.status.isFaultOfBase) {
      statuses.append(.inconclusive)
    }
    self.tally = tally
    switch results.completion {
    case .finished:
      // Where nothing was compared, there is nothing to vouch for.
      exitCode = ToolExitCode.worst(of: statuses) ?? .notComparable
    case .unfinished:
      exitCode = .interrupted
    case .failed:
      exitCode = ToolExitCode.worst(of: statuses + [.toolError]) ?? .toolError
    }
  }
}

extension ComparisonVerdict.Tally {
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

extension CaseComparison.Status {
  /// Whether the head did not answer as it must, whatever the base did.
  package var isFaultOfHead: Bool {
    switch self {
    case .broken, .notDeterministic, .nothingMeasured: true
    case .compared, .new, .removed, .baseBroken, .baseNotDeterministic, .notComparable: false
    }
  }

  /// Whether the two did not do the same work.
  package var isUnmatched: Bool { if case .notComparable = self { true } else { false } }

  /// Whether the head answered, and only the base did not.
  fileprivate var isFaultOfBase: Bool {
    switch self {
    case .baseBroken, .baseNotDeterministic: true
    case .compared, .new, .removed, .broken, .notDeterministic, .nothingMeasured, .notComparable:
      false
    }
  }

  /// What the status contributes to the exit code by itself; `nil` for what its metrics decide, or
  /// what was not gated.
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
  /// What the outcome contributes to the exit code; `nil` for what was not gated.
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

/// The form of `gate.json`, as `Documentation/gate.schema.json` describes it, except for the verdict.
///
/// Values are in the metrics' own units: times in nanoseconds, memory in bytes, shares between 0
/// and 1. Changes, margins and tolerances are shares of the base: 0.05 is 5 % more. What is not
/// known is absent.
extension ComparisonResults: Encodable {
  /// The version of the form; raised whenever a reader of an earlier one would misunderstand it.
  package static let schema = 4

  private enum CodingKeys: String, CodingKey {
    case schema, kind, command, base, head, refusal, open, failure, orderSeed, warnings, cases
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.schema, forKey: .schema)
    try container.encode(kind, forKey: .kind)
    try container.encode(command, forKey: .command)
    try container.encode(base, forKey: .base)
    try container.encode(head, forKey: .head)
    try container.encodeIfPresent(refusal, forKey: .refusal)
    switch completion {
    case .finished: break
    case .unfinished(let rest): try container.encode(rest, forKey: .open)
    case .failed(let reason): try container.encode(reason, forKey: .failure)
    }
    try container.encodeIfPresent(orderSeed, forKey: .orderSeed)
    try container.encode(warnings, forKey: .warnings)
    var list = container.nestedUnkeyedContainer(forKey: .cases)
    for comparison in cases {
      try list.encode(
        comparison,
        configuration: command(repeating: comparison).map { "mappressure \($0)" })
    }
  }
}

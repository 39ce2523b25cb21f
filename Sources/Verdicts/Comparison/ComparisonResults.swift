import Harness
import ScenarioModel
import Support

/// Everything that a comparison of a base and a head found out.
public struct ComparisonResults: Sendable {
  /// One of the two that were compared.
  public struct Side: Hashable, Sendable {
    /// What a reader knows it by: a commit, a file, a folder.
    public let name: String
    /// Where and with what it was made; `nil` where that is not known.
    public let provenance: Provenance?

    public init(name: String, provenance: Provenance?) {
      self.name = name
      self.provenance = provenance
    }
  }

  /// What kind of comparison it was.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Two runs' folders, each made at its own time.
    case runs
    /// A run against a committed file.
    case baseline
    /// Two programs side by side on this machine.
    case programs
  }

  /// Whether a comparison came to its end.
  public enum Completion: Hashable, Sendable {
    case finished
    /// It was stopped, or goes on, or was killed: what it knows until then is here.
    case unfinished(open: String)
    /// The tool or its surroundings failed.
    case failed(reason: String)
  }

  public let kind: Kind
  public let completion: Completion
  public let base: Side
  public let head: Side
  /// Why the two cannot be compared at all; `nil` where they can.
  public let refusal: String?
  /// What a reader must know of the comparison as a whole, such as another machine.
  public let warnings: [String]
  /// In the order of the head's plan; what only the base has comes last.
  public let cases: [CaseComparison]
  /// The files of the scenarios, by name.
  public let scenarioFiles: [String: String]
  /// What was asked of the command line, without scenarios, strategies and sizes: the beginning of
  /// every command that repeats a part of the comparison.
  public let command: String
  /// The seed of the order of everything in the pairs of processes; `nil` where there were none.
  public let orderSeed: UInt64?

  public init(
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
  public func with(completion: Completion) -> ComparisonResults {
    ComparisonResults(
      kind: kind, completion: completion, base: base, head: head, refusal: refusal,
      warnings: warnings, cases: cases, scenarioFiles: scenarioFiles, command: command,
      orderSeed: orderSeed)
  }

  /// The command that compares one case again, as one would type it.
  public func command(repeating scenarioCase: Case) -> String {
    let scenario = scenarioFiles[scenarioCase.scenario] ?? scenarioCase.scenario
    let words = [
      scenario, "--strategies", scenarioCase.strategy, "--sizes", "\(scenarioCase.size)",
    ]
    return command + " " + ShellWord.command(words)
  }

  /// The command that compares a case again; `nil` where only the base has it, as the head's
  /// program would not know what is asked of it.
  public func command(repeating comparison: CaseComparison) -> String? {
    if case .removed = comparison.status { return nil }
    return command(repeating: comparison.scenarioCase)
  }
}

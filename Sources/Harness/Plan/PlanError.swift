import Support
import YAMLReading

/// Why nothing can be run.
public enum PlanError: Error, Hashable, Sendable {
  case noScenarios
  case unknownStrategy(String, known: [String])
  case sizeOutOfRange(Int, scenario: String, greatest: Int)
  case noTrials(found: Int)
  case duplicateScenario(String, files: [String])
  case tooManyShards(Int, greatest: Int)
}

extension PlanError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noScenarios:
      "expected at least one scenario, found none; nothing was run"
    case .unknownStrategy(let name, let known):
      "no scenario of this run has a strategy '\(name)'"
        + (NearestName.find(name, among: known).map { "; did you mean '\($0)'?" } ?? "")
        + " (known: \(known.joined(separator: ", ")))"
    case .sizeOutOfRange(let size, let scenario, let greatest):
      "\(scenario): expected a size from 1 to \(greatest), found \(size)"
    case .noTrials(let found):
      "expected at least one trial of each case, found \(found)"
    case .duplicateScenario(let name, let files):
      "two files describe the scenario '\(name)': \(files.joined(separator: " and ")); "
        + "rename one, or run one of them"
    case .tooManyShards(let count, greatest: 1):
      "expected one shard, found \(count): this run's work is one variant of one scenario, which is "
        + "not split; leave --shard out, or choose more scenarios"
    case .tooManyShards(let count, let greatest):
      "expected at most \(greatest) shards, found \(count): this run's work has \(greatest) "
        + "variants of scenarios, and what belongs to one is not split; split it into fewer"
    }
  }
}

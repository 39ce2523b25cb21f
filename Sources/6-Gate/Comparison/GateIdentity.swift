import Harness
import ScenarioModel

/// The work of a gate: what it compares, and the rules that decide its verdicts.
///
/// A gate continues only with the same identity; the gates of shards are merged only where
/// everything but the shard is the same. Neither budgets nor the order within pairs are part of it.
package struct GateIdentity: Hashable, Sendable, Codable {
  /// The fingerprint of the work of all shards.
  package let work: RunFingerprint
  /// The scenarios of all shards.
  package let scenarios: [ScenarioReference]
  /// The strategies, sizes, trials and seed that were selected.
  package let selection: RunSelection
  /// The SHA-256 of both programs, in hexadecimal digits.
  package let base: String
  package let head: String
  /// The options that decide verdicts, as the command line has them.
  package let rules: String
  /// The part of the work; `nil` where the gate does all.
  package internal(set) var shard: Shard?

  /// The identity of the gate of all shards.
  package var whole: GateIdentity {
    var whole = self
    whole.shard = nil
    return whole
  }

  /// Returns what differs from another gate, in words; `nil` where nothing does.
  package func difference(to other: GateIdentity) -> String? {
    if rules != other.rules { return "other options: \(rules) and \(other.rules)" }
    if work != other.work {
      let names = ScenarioReference.differences(scenarios, other.scenarios).map(\.name)
      return "other scenarios, scenario texts or data files"
        + (names.isEmpty ? "" : ": " + names.joined(separator: ", "))
    }
    if base != other.base { return "another program of the base" }
    if head != other.head { return "another program of the head" }
    if shard != other.shard {
      let names = [shard, other.shard].map { $0.map { "shard \($0)" } ?? "all shards" }
      return "another part of the work: \(names[0]) and \(names[1])"
    }
    return nil
  }
}

import Measurement
import ScenarioModel

extension Provenance {
  /// What decides counted numbers, by its name: it must be the same in all parts of a run.
  ///
  /// The working folder's commit stands for the program's sources.
  static let decisive: [(name: String, text: @Sendable (Provenance) -> String)] = [
    ("commit", { $0.commit }),
    ("build", { $0.build }),
    ("Swift version", { $0.machine.swiftVersion }),
    ("allocator", { "\($0.allocator.name) \($0.allocator.version)" }),
    ("architecture", { $0.machine.architecture }),
  ]

  /// The provenance of a run that was put together from parts.
  ///
  /// Where the parts' machines differ, a text tells which part was made on which, and a number is
  /// the least of them.
  init(of first: RunPart, and others: [RunPart]) {
    let parts = [first] + others
    let machines = parts.map(\.provenance.machine)
    let first = first.provenance
    let machine = MachineDescription(
      processor: Self.text(of: parts) { $0.processor },
      logicalProcessors: machines.map(\.logicalProcessors).min() ?? 0,
      architecture: first.machine.architecture,
      kernel: Self.text(of: parts) { $0.kernel },
      memory: machines.map(\.memory).min() ?? 0,
      swiftVersion: first.machine.swiftVersion)
    self.init(
      machine: machine, allocator: first.allocator, build: first.build, commit: first.commit)
  }

  /// The text that all machines share, or each text with the parts that it is true of.
  private static func text(
    of parts: [RunPart], _ text: (MachineDescription) -> String
  ) -> String {
    let texts = parts.map { text($0.provenance.machine) }
    let different = texts.uniqued()
    guard different.count > 1 else { return different.first ?? "" }
    return different.map { one in
      let shards = zip(parts, texts).filter { $0.1 == one }.map { $0.0.shard.description }
      return "\(one) (shard \(shards.joined(separator: ", ")))"
    }.joined(separator: "; ")
  }
}

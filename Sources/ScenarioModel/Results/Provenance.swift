import Foundation
import Measurement

/// Where and with what a run was made.
public struct Provenance: Hashable, Sendable, Codable {
  /// The machine.
  public let machine: MachineDescription
  /// The allocator of the process.
  public let allocator: AllocatorDescription
  /// The program's build: `release` or `debug`.
  public let build: String
  /// The git commit of the working folder, with `+changes` where files differ from it.
  public let commit: String

  /// Creates a provenance.
  public init(
    machine: MachineDescription, allocator: AllocatorDescription, build: String, commit: String
  ) {
    self.machine = machine
    self.allocator = allocator
    self.build = build
    self.commit = commit
  }

  /// Looks at this machine, this process and the working folder.
  public static func current(commit: String) -> Provenance {
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    return Provenance(
      machine: .current(), allocator: .current(), build: build, commit: commit)
  }
}

/// A shard's run, as a part of the run that was merged from all of them.
public struct RunPart: Hashable, Sendable, Codable {
  /// The shard.
  public let shard: Shard
  /// The circumstances of the part.
  public let provenance: Provenance

  /// Creates a part.
  public init(shard: Shard, provenance: Provenance) {
    self.shard = shard
    self.provenance = provenance
  }
}

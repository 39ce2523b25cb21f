import Foundation
import Measurement

/// The circumstances of a run: machine, build and commit.
public struct Provenance: Hashable, Sendable, Codable {
  public let machine: MachineDescription
  public let allocator: AllocatorDescription
  /// The program's build: `release` or `debug`.
  public let build: String
  /// The git commit of the working folder, with `+changes` if files differ from it.
  public let commit: String

  public init(
    machine: MachineDescription, allocator: AllocatorDescription, build: String, commit: String
  ) {
    self.machine = machine
    self.allocator = allocator
    self.build = build
    self.commit = commit
  }

  /// Returns the circumstances of this process on this machine.
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
  public let shard: Shard
  /// The circumstances of the part.
  public let provenance: Provenance

  public init(shard: Shard, provenance: Provenance) {
    self.shard = shard
    self.provenance = provenance
  }
}

import Foundation
import Measurement

/// Where and with what a run was made.
public struct Provenance: Hashable, Sendable, Codable {
  public let machine: MachineDescription
  public let allocator: AllocatorDescription
  /// The program's build: `release` or `debug`.
  public let build: String
  /// The git commit of the working folder, with `+changes` where files differ from it.
  public let commit: String

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

extension Provenance {
  /// A property that numbers may depend on, with its name for people.
  package enum Property: String, Hashable, Sendable {
    case processor
    case architecture
    case swiftVersion = "Swift version"
    case allocator
    case build
    case commit
  }

  /// The text of a property.
  package subscript(property: Property) -> String {
    switch property {
    case .processor: machine.processor
    case .architecture: machine.architecture
    case .swiftVersion: machine.swiftVersion
    case .allocator: "\(allocator.name) \(allocator.version)"
    case .build: build
    case .commit: commit
    }
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

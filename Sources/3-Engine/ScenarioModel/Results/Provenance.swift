import Foundation

/// The circumstances of a run: machine, build and commit.
public struct Provenance: Hashable, Sendable, Codable {
  /// The machine.
  public let machine: MachineDescription
  /// The allocator of the process.
  public let allocator: AllocatorDescription
  /// The program's build: `release` or `debug`.
  public let build: String
  /// The git commit of the working folder, with `+changes` if files differ from it.
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

  /// Indicates whether files differed from the commit.
  package var hasChanges: Bool { commit.hasSuffix("+changes") }

  /// Returns the circumstances of this process on this machine.
  public static func current(commit: String) -> Provenance {
    Provenance(
      machine: .current(), allocator: .current(), build: currentBuild, commit: commit)
  }

  /// The configuration that this program was built in: `release` or `debug`.
  package static var currentBuild: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}

/// The origin of a run's numbers: its circumstances and its command line.
public struct RunOrigin: Hashable, Sendable, Codable {
  /// The machine, the allocator and the program of the run.
  public let provenance: Provenance
  /// The runs of all shards, in order, that the run was merged from; empty for any other run.
  public let parts: [RunPart]
  /// The command line that repeats the run, without the program.
  public let command: String
  /// The name of the program; `nil` for `mappressure` itself.
  public let program: String?

  /// Creates the origin of a run.
  public init(
    provenance: Provenance, parts: [RunPart] = [], command: String = "", program: String? = nil
  ) {
    self.provenance = provenance
    self.parts = parts
    self.command = command
    self.program = program
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

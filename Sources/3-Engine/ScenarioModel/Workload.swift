import Platform

/// The environment of a scenario, which makes the replays of its cases.
public protocol Workload: ScenarioScene {
  /// Returns what a replay of a case needs: does everything that is not measured, and nothing that
  /// is.
  func session(_ request: ReplayRequest) throws -> ReplaySession
}

extension Workload {
  /// Prepares a case for a trial.
  package func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try session(ReplayRequest(scenarioCase, for: .trial, folders: folders)).replay
  }

  /// Prepares a short replay of the same kind, which loads code and caches before the measurement.
  package func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try session(ReplayRequest(scenarioCase, for: .warmUp, folders: folders)).replay
  }

  /// Replays a case with everything observed and nothing timed.
  ///
  /// - Parameter pictures: an existing folder for pictures; `nil` for none.
  package func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String?
  ) throws -> Inspection {
    try session(ReplayRequest(scenarioCase, for: .inspection, folders: folders)).inspect(pictures)
  }

  /// Replays a case without timing and without pictures, for an analysis that moves parameters.
  ///
  /// - Parameter shared: what the replays of other cases and other parameters have made.
  package func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    try session(
      ReplayRequest(scenarioCase, for: .evaluation, folders: folders, sharing: shared)
    ).evaluate()
  }
}

/// The simulated screen and the platform profile of a variant.
public struct VariantPlatform: Hashable, Sendable, Codable {
  /// The variant's name.
  public let variant: String
  /// The refreshes per second; `nil` if a frame is not a refresh of a screen.
  public let refresh: Double?
  /// The profile of the modelled numbers; `nil` if nothing is modelled.
  public let profile: PlatformProfile?

  /// Creates the platform of a variant.
  public init(variant: String, refresh: Double?, profile: PlatformProfile?) {
    self.variant = variant
    self.refresh = refresh
    self.profile = profile
  }
}

/// The record of a replay, from which the values of a case are read.
///
/// The parameters of a profile have two ways into a value: a replay may do other operations with
/// another parameter, or the recorded operations may cost something else. Only the first needs
/// another replay.
public protocol ReplayRecord {
  /// Returns the counted and modelled values as a profile predicts them, which differs from the
  /// replay's own profile in parameters only that the replay did not read.
  func values(under profile: PlatformProfile) -> [NamedValue]
}

/// A record of values that the replay has decided.
package struct FixedRecord: ReplayRecord {
  private let values: [NamedValue]

  package init(values: [NamedValue]) {
    self.values = values
  }

  package func values(under profile: PlatformProfile) -> [NamedValue] { values }
}

/// The existing folders that a trial may write to.
public struct TrialFolders: Hashable, Sendable, Codable {
  /// The folder for this trial's files; empty at first, and removed after the trial.
  public let own: String
  /// The folder for files that are the same in all trials of a run, such as an index of the
  /// scenario's data: the first trial that needs a file makes it. Removed after the run.
  public let shared: String

  /// Creates a pair of folders.
  public init(own: String, shared: String) {
    self.own = own
    self.shared = shared
  }
}

/// A reason why the environment of a valid scenario file cannot be made.
public struct WorkloadError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// The size of the scenario that is a mistake, if one is.
  let size: Int?

  /// Creates an error that says what was expected, what was found, and what to do.
  package init(_ description: String, size: Int? = nil) {
    self.description = description
    self.size = size
  }

  /// A file has fewer pins or places than the size.
  package static func tooFew(_ what: String, file: String, found: Int, wanted: Int) -> Self {
    Self(
      "\(file): expected at least \(wanted) \(what) for this size, found \(found); "
        + "lower 'sizes' or give a larger file", size: wanted)
  }

  /// No place has an address.
  package static let noAddresses = Self(
    "expected at least one place with an address, found none; give a file with addresses")

  /// The camera trace has no frames.
  package static let emptyTrace = Self(
    "expected a camera trace with at least one frame, found none")

  /// The scenario has no variant of the name.
  package static func unknownVariant(_ name: String, known: [String]) -> Self {
    Self(
      known == [""]
        ? "the scenario has no variants, found '\(name)'; leave it out"
        : "the scenario has no variant '\(name)'; expected one of "
          + known.joined(separator: ", ") + ": give one of them, or add it to the scenario's file")
  }
}

/// A fault of the machine during a replay, which is not a fault of the strategy.
public struct EnvironmentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the file that could not be written.
  public let path: String
  /// The reason.
  public let reason: String

  /// Creates an error about a file that could not be written.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "cannot write \(path): \(reason)" }
}

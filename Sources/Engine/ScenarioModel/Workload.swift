import Simulation

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
  /// - Parameter pictures: an existing folder for pictures.
  package func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
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
public enum WorkloadError: Error, Hashable, Sendable {
  /// A file has fewer pins than the size.
  case tooFewPins(file: String, found: Int, wanted: Int)
  /// A file has fewer places than the size.
  case tooFewPlaces(file: String, found: Int, wanted: Int)
  /// No place has an address.
  case noAddresses
  /// No place is of a kind that people search for.
  case nothingToWant
  /// The family has no strategy of the name.
  case unknownStrategy(String)
  /// The camera trace has no frames.
  case emptyTrace
  /// More pins move than there are.
  case tooManyMovingPins(size: Int, moving: Int)
  /// The data is loaded too often for its size: the number of a pin is never used again.
  case tooManyReloadedPins(size: Int, refreshes: Int, max: Int)
  /// A recorded camera is longer than the maximum.
  case traceTooLong(seconds: Double, max: Double)
  /// A recorded camera ends before the use of the screen does; both in seconds.
  case traceTooShort(file: String, found: Int, wanted: Int)
  /// The scenario has no variant of the name.
  case unknownVariant(String, known: [String])
}

extension WorkloadError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewPins(let file, let found, let wanted):
      "\(file): expected at least \(wanted) pins for this size, found \(found); "
        + "lower 'sizes' or give a larger file"
    case .tooFewPlaces(let file, let found, let wanted):
      "\(file): expected at least \(wanted) places for this size, found \(found); "
        + "lower 'sizes' or give a larger file"
    case .noAddresses:
      "expected at least one place with an address, found none; give a file with addresses"
    case .nothingToWant:
      "expected at least one place of a category that people search for, found none; give a file "
        + "with such places"
    case .unknownStrategy(let name):
      "the family has no strategy '\(name)'; 'mappressure list' names the strategies"
    case .tooManyMovingPins(let size, let moving):
      "changes: expected at most \(size) moving pins for the size \(size), found \(moving); lower "
        + "'pins' of 'moving' or raise 'sizes'"
    case .tooManyReloadedPins(let size, let refreshes, let max):
      "changes: expected at most \(max / size) refreshes of the data for the size \(size), "
        + "found \(refreshes); raise 'every' of 'refresh', or lower 'sizes' or 'frames'"
    case .emptyTrace:
      "expected a camera trace with at least one frame, found none"
    case .traceTooLong(let seconds, let max):
      "expected a camera trace of at most \(Int(max)) seconds, found \(seconds.rounded()); "
        + "give its times in seconds"
    case .traceTooShort(let file, let found, let wanted):
      "\(file): expected a camera trace of at least \(wanted) seconds for this size, "
        + "found \(found); lower 'sizes' or give a longer trace"
    case .unknownVariant(let name, [""]):
      "the scenario has no variants, found '\(name)'; leave it out"
    case .unknownVariant(let name, let known):
      "the scenario has no variant '\(name)'; expected one of \(known.joined(separator: ", ")): "
        + "give one of them, or add it to the scenario's file"
    }
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

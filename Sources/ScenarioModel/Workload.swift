import PlatformProfiles
import YAMLReading

/// The world of a scenario, read from its file: from it come the replays of its cases.
public protocol Workload: Sendable {
  /// The named settings of the world; one empty name where there is one setting only.
  var variants: [String] { get }
  /// The size of a scenario that names none.
  func defaultSize() throws(InputError) -> Int
  /// The largest size that the workload can have.
  var maxSize: Int { get }
  /// Reads the files that the scenario names, and throws where they cannot serve these sizes.
  func check(sizes: [Int]) throws
  /// The files that the world is read from, besides the scenario's own.
  var inputFiles: [String] { get }
  /// The seeds that the world is made from, by name.
  var seeds: [(name: String, seed: UInt64)] { get }
  /// The same world made from another seed.
  func reseeded(_ seed: UInt64) -> any Workload
  /// Parameters and facts about the world that a report lists.
  var facts: [(name: String, value: String)] { get }
  /// Refreshes a second of the simulated screen, for workloads a frame of which is a refresh of it;
  /// `nil` for all others, whether they have a screen or not.
  var refresh: Double? { get }
  /// The platform profile behind the modelled numbers; `nil` where nothing is modelled.
  var profile: PlatformProfile? { get }
  /// The groups of the profile's parameters that the modelled numbers rest on; empty where nothing
  /// is modelled.
  var profileGroups: [ProfileParameter.Group] { get }

  /// Prepares a case: everything that is not to be measured is done, nothing that is.
  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay
  /// A short replay of the same kind, to load code and caches before anything is measured.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay
  /// Replays a case once more with everything observed and nothing timed.
  ///
  /// - Parameter pictures: an existing folder for pictures.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection
}

extension Workload {
  /// One variant without a name.
  public var variants: [String] { [""] }
  /// No refresh rate: a frame is no refresh of a screen.
  public var refresh: Double? { nil }
}

/// The existing folders that a trial may write to.
public struct TrialFolders: Hashable, Sendable, Codable {
  /// For this trial's files only; empty at first, and removed after the trial.
  public let own: String
  /// For files that all trials of a run make alike, such as an index of the scenario's data: the
  /// first that needs one makes it. Removed after the run.
  public let shared: String

  /// Creates the folders of a trial.
  public init(own: String, shared: String) {
    self.own = own
    self.shared = shared
  }
}

/// Why a scenario's world cannot be made, although its file is well-formed.
public enum WorkloadError: Error, Hashable, Sendable {
  /// A file has fewer pins than the scenario needs.
  case tooFewPins(file: String, found: Int, wanted: Int)
  /// A file has fewer places than the scenario needs.
  case tooFewPlaces(file: String, found: Int, wanted: Int)
  /// The places contain no address.
  case noAddresses
  /// The places contain none that a search could look for.
  case nothingToWant
  /// The family has no strategy of this name.
  case unknownStrategy(String)
  /// A camera trace has no frames.
  case emptyTrace
  /// More pins are to move than there are.
  case tooManyMovingPins(size: Int, moving: Int)
  /// The data is loaded again too often for its size: every pin that came has a number for good.
  case tooManyReloadedPins(size: Int, refreshes: Int, greatest: Int)
  /// A camera trace exceeds the maximum length, in seconds.
  case traceTooLong(seconds: Double, longest: Double)
  /// A recorded camera ends before the use of the screen does; both in seconds.
  case traceTooShort(file: String, found: Int, wanted: Int)
  /// The environment has no variant of this name.
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
      "expected at least one address among the places, found none; a list of addresses needs them"
    case .nothingToWant:
      "expected at least one place of the kinds that people look for, found none"
    case .unknownStrategy(let name):
      "the family has no strategy '\(name)'"
    case .tooManyMovingPins(let size, let moving):
      "changes: expected at most \(size) moving pins for the size \(size), found \(moving); lower "
        + "'pins' of 'moving' or raise 'sizes'"
    case .tooManyReloadedPins(let size, let refreshes, let greatest):
      "changes: expected at most \(greatest / size) refreshes of the data for the size \(size), "
        + "found \(refreshes); raise 'every' of 'refresh', or lower 'sizes' or 'frames'"
    case .emptyTrace:
      "the camera trace has no frames"
    case .traceTooLong(let seconds, let longest):
      "expected a camera trace of at most \(Int(longest)) seconds, found \(seconds.rounded()); "
        + "are its times in seconds?"
    case .traceTooShort(let file, let found, let wanted):
      "\(file): expected a camera trace of at least \(wanted) seconds for this size, "
        + "found \(found); lower 'sizes' or give a longer trace"
    case .unknownVariant(let name, let known):
      "the scenario has no variant '\(name)'; expected one of \(known.joined(separator: ", ")): "
        + "name one of them, or add it to the scenario's file"
    }
  }
}

/// A fault of the machine that a replay ran into, for which no strategy is to blame.
public struct EnvironmentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What could not be written.
  public let path: String
  /// The operating system's reason.
  public let reason: String

  /// Creates an error of a path.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "cannot write \(path): \(reason)" }
}

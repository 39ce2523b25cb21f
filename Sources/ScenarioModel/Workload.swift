import Measurement
import PlatformProfiles
import YAMLReading

/// The world of a scenario, read from its file: from it come the replays of its cases.
public protocol Workload: Sendable {
  /// The named settings of the world; one empty name where there is one setting only.
  var variants: [String] { get }
  /// The size of a scenario that names none.
  func defaultSize() throws(InputError) -> Int
  /// The largest size that the workload can have.
  var greatestSize: Int { get }
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
  public var variants: [String] { [""] }
  public var refresh: Double? { nil }
}

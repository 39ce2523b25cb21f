import EventSimulation
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import YAMLReading

/// The environment of a scenario with routes to selected places: people and the platform.
struct RouteSelectionWorkload: Workload {
  static let keys: [ScenarioKey] = ["selections", "platform"]
  private static let profileGroups: [ProfileParameter.Group] = [.app, .search, .directions]

  private var source: SelectionSource
  private var platform: PlatformSource
  private let entries: [StrategyEntry<RouteSelectionFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<RouteSelectionFamily.Make>]
  ) throws(InputError) {
    source = try SelectionSource(mapping.value("selections"))
    platform = try PlatformSource(
      mapping.value("platform"), scenarioFile: file, parameters: parameters,
      providing: Self.profileGroups)
    self.entries = entries
  }

  var maxSize: Int { SelectionSource.maxSelectionCount }
  var profile: PlatformProfile? { platform.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups + [.selecting] }
  var inputFiles: [String] { [platform.file].compactMap(\.self) }

  func defaultSize() -> Int { 20 }

  func check(sizes: [Int]) {}

  var seeds: [(name: String, seed: UInt64)] {
    [("selections", source.seed), ("network", platform.seed)]
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.source.seed = seed
    workload.platform.seed = seed
    return workload
  }

  var facts: [(name: String, value: String)] {
    [("selections", source.description), ("platform", platform.description)]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    replay(
      source.visits(selections: scenarioCase.size, profile: platform.profile),
      entry: try entries.entry(of: scenarioCase))
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    replay(
      SelectionSource(people: 1, seed: 0).visits(selections: 5, profile: platform.profile),
      entry: try entries.entry(of: scenarioCase))
  }

  /// An inspection adds a transcript and a timeline of the first visit.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let entry = try entries.entry(of: scenarioCase)
    let writer = TranscriptWriter()
    var recording: String?
    let visits = source.visits(selections: scenarioCase.size, profile: platform.profile)
    if let first = visits.first {
      let device = RouteSelectionDevice(
        visit: first, platform: platform, seed: platform.seed(ofPerson: 0), entry: entry,
        transcript: writer)
      _ = device.perform()
      recording = try ReplayRecording(timeline: device.timeline)
        .write(of: scenarioCase, to: pictures)
    }
    return Inspection(
      recording: recording,
      transcripts: [writer.transcript(title: "a person selects places one after another")])
  }

  /// A frame is one person's visit; each person has a separate phone.
  private func replay(
    _ visits: [SelectionVisit], entry: StrategyEntry<RouteSelectionFamily.Make>
  ) -> OutcomeReplay<(visit: RouteSelectionOutcome, traffic: SearchTraffic)> {
    OutcomeReplay(frameCount: visits.count) { [platform] frame in
      let device = RouteSelectionDevice(
        visit: visits[frame], platform: platform, seed: platform.seed(ofPerson: frame),
        entry: entry)
      let outcome = device.perform()
      return (outcome, device.service.traffic)
    } values: { outcomes in
      let table = RouteSelectionFamily.table
      guard !outcomes.isEmpty else { return table.notAvailable("no visit was replayed") }
      return table.values(
        of: RouteSelectionRecord(
          visits: outcomes.map(\.visit),
          requests: outcomes.map(\.traffic).reduce(SearchTraffic(), +).total))
    }
  }
}

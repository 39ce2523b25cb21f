import EventSimulation
import PinData
import PlaceSearch
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import YAMLReading

/// The environment of a geocoding scenario: addresses, people with a list of places, and the
/// platform.
struct GeocodingWorkload: Workload {
  static let keys: [ScenarioKey] = ListEnvironment.keys

  private var environment: ListEnvironment
  private let entries: [StrategyEntry<GeocodingFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<GeocodingFamily.Make>]
  ) throws(InputError) {
    environment = try ListEnvironment(mapping, file: file, parameters: parameters)
    self.entries = entries
  }

  private var platform: PlatformSource { environment.platform }
  var maxSize: Int { ListSource.maxRowCount }
  var profile: PlatformProfile? { environment.profile }
  /// A geocoder ranks no words: the address that has all of them is found.
  var profileGroups: [ProfileParameter.Group] { [.app, .search, .list] }
  var inputFiles: [String] { environment.inputFiles }
  var seeds: [(name: String, seed: UInt64)] { environment.seeds }
  var facts: [(name: String, value: String)] { environment.facts() }

  func defaultSize() -> Int { environment.list.rows }
  func check(sizes: [Int]) throws { try environment.check() }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.environment = environment.reseeded(seed)
    return workload
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let engine = try index(scenarioCase, folders).open(environment.places(), ranking: .none)
    let visits = try environment.visits(rows: scenarioCase.size)
    return replay(visits, engine: engine, entry: entry)
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let entry = try entries.entry(of: scenarioCase)
    let places = try environment.places(sharing: shared)
    let engine = try index(scenarioCase, folders).open(places, sharing: shared) { _ in .none }
    let visits = try environment.visits(rows: scenarioCase.size, sharing: shared)
    let replay = replay(visits, engine: engine, entry: entry)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  /// A short list over a small index loads the code and the database's library.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let places = PlaceGenerator.places(count: 400, seed: 0)
    let path = folders.own + "/places.sqlite"
    try PlaceIndex.build(places, at: path)
    let visits = try ListVisitGenerator(
      rows: 10, people: 2, seed: 0, profile: platform.profile
    ).visits(over: places)
    return try replay(
      visits, engine: PlaceIndex(path: path, ranking: .none), entry: entry)
  }

  /// Each trial records the data for the metrics of a visit; an inspection adds a transcript of the
  /// first visit.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let entry = try entries.entry(of: scenarioCase)
    let engine = try index(scenarioCase, folders).open(environment.places(), ranking: .none)
    let visits = try environment.visits(rows: scenarioCase.size)
    let writer = TranscriptWriter()
    var recording: String?
    if let first = visits.first {
      let device = GeocodingDevice(
        engine: engine, platform: platform, seed: platform.seed(ofPerson: 0), entry: entry,
        transcript: writer)
      let simulation = device.service.main.simulation
      simulation.timeline = Timeline()
      _ = device.perform(first)
      if let fault = device.service.engineFault { throw fault }
      recording = try ReplayRecording(timeline: simulation.timeline)
        .write(of: scenarioCase, to: pictures)
    }
    return Inspection(
      recording: recording,
      transcripts: [writer.transcript(title: "a person opens the list and scrolls")])
  }

  private func index(_ scenarioCase: Case, _ folders: TrialFolders) -> SharedPlaceIndex {
    SharedPlaceIndex(
      scenarioCase, folders: folders, profile: platform.profile, source: environment.source)
  }

  /// A frame is one person's visit; each person has a separate phone.
  private func replay(
    _ visits: [ListVisit], engine: any PlaceSearching,
    entry: StrategyEntry<GeocodingFamily.Make>
  ) -> OutcomeReplay<(visit: GeocodingOutcome, traffic: SearchTraffic)> {
    OutcomeReplay(frameCount: visits.count) { [platform] frame in
      let device = GeocodingDevice(
        engine: engine, platform: platform, seed: platform.seed(ofPerson: frame), entry: entry)
      let outcome = device.perform(visits[frame])
      if let fault = device.service.engineFault { throw fault }
      return (outcome, device.service.traffic)
    } values: { outcomes in
      let table = GeocodingFamily.table
      guard !outcomes.isEmpty else { return table.notAvailable("no visit was replayed") }
      return table.values(
        of: GeocodingRecord(
          visits: outcomes.map(\.visit),
          requests: outcomes.map(\.traffic).reduce(SearchTraffic(), +).total))
    }
  }
}

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
  static let keys = ["places", "list", "platform"]

  private var source: PlaceSource
  private var list: ListSource
  private var platform: PlatformSource
  private let entries: [StrategyEntry<GeocodingFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<GeocodingFamily.Make>]
  ) throws(InputError) {
    source = try PlaceSource(mapping.value("places"), scenarioFile: file)
    list = try ListSource(mapping.value("list"))
    platform = try PlatformSource(
      mapping.value("platform"), scenarioFile: file, parameters: parameters)
    self.entries = entries
  }

  var maxSize: Int { ListSource.maxRowCount }
  var profile: PlatformProfile? { platform.profile }
  /// A geocoder ranks no words.
  var profileGroups: [ProfileParameter.Group] { [.app, .search, .list] }
  var inputFiles: [String] { [source.file, platform.file].compactMap(\.self) }

  func defaultSize() -> Int { list.rows }

  func check(sizes: [Int]) throws {
    try source.check(sizes: [])
    try source.checkForAddresses(profile: platform.profile)
  }

  var seeds: [(name: String, seed: UInt64)] {
    let places = source.seed.map { [(name: "places", seed: $0)] } ?? []
    return places + [("list", list.seed), ("network", platform.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.source = source.reseeded(seed)
    workload.list.seed = seed
    workload.platform.seed = seed
    return workload
  }

  var facts: [(name: String, value: String)] {
    [
      ("places", source.description),
      ("lists", list.description),
      ("platform", platform.description),
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(
      count: source.defaultCount(), profile: platform.profile)
    let engine = try SharedPlaceIndex(
      scenarioCase, folders: folders, profile: platform.profile, source: source
    ).open(places, ranking: .none)
    let visits = try list.visits(
      rows: scenarioCase.size, over: places, profile: platform.profile)
    return replay(visits, engine: engine, entry: entry)
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(
      count: source.defaultCount(), profile: platform.profile, sharing: shared)
    let engine = try SharedPlaceIndex(
      scenarioCase, folders: folders, profile: platform.profile, source: source
    ).open(places, sharing: shared) { _ in .none }
    let visits = try shared.value(
      "visits", source.description, places.count, list.description, scenarioCase.size,
      under: platform.profile
    ) { profile in
      try list.visits(
        rows: scenarioCase.size,
        over: source.places(count: places.count, profile: profile, sharing: shared),
        profile: profile)
    }
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
    let places = try source.places(
      count: source.defaultCount(), profile: platform.profile)
    let engine = try SharedPlaceIndex(
      scenarioCase, folders: folders, profile: platform.profile, source: source
    ).open(places, ranking: .none)
    let visits = try list.visits(
      rows: scenarioCase.size, over: places, profile: platform.profile)
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

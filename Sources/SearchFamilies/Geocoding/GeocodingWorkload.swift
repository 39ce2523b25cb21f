import PinData
import PlaceSearch
import PlatformProfiles
import ScenarioModel
import YAMLReading

/// The world of a geocoding scenario: addresses, people with a list of places, and the platform.
struct GeocodingWorkload: Workload {
  static let keys = ["places", "list", "platform"]

  private var source: PlaceSource
  private var list: ListSource
  private var platform: PlatformSource
  private let entries: [GeocodingStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [GeocodingStrategyEntry]
  ) throws(InputError) {
    source = try PlaceSource(mapping.value("places"), scenarioFile: file)
    list = try ListSource(mapping.value("list"))
    platform = try PlatformSource(mapping.value("platform"), scenarioFile: file)
    self.entries = entries
  }

  var maxSize: Int { ListSource.greatestRowCount }
  var profile: PlatformProfile? { platform.profile }
  var profileGroups: [ProfileParameter.Group] { PlatformSource.profileGroups }
  var inputFiles: [String] { [source.file, platform.file].compactMap(\.self) }

  func defaultSize() -> Int { list.rows }

  func check(sizes: [Int]) throws {
    try source.check(sizes: [])
    // A file may have none; the generated world has many.
    guard source.file != nil else { return }
    let places = try source.places(count: source.defaultCount()).places
    guard places.contains(where: { $0.classification == .address }) else {
      throw WorkloadError.noAddresses
    }
  }

  var seeds: [(name: String, seed: UInt64)] {
    let places = source.seed.map { [(name: "places", seed: $0)] } ?? []
    return places + [("list", list.seed), ("network", platform.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.source = source.reseeded(seed)
    workload.list = list.reseeded(seed)
    workload.platform = platform.reseeded(seed)
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
    let places = try source.places(count: source.defaultCount())
    let engine = try SharedPlaceIndex(scenarioCase, folders: folders).open(places)
    let visits = try list.visits(rows: scenarioCase.size, over: places)
    return replay(visits, engine: engine, entry: entry)
  }

  /// A short list over a small index loads the code and the database's library.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let places = PlaceGenerator.places(count: 400, seed: 0)
    let path = folders.own + "/places.sqlite"
    try PlaceIndex.build(places, at: path)
    let visits = try ListVisitGenerator(rows: 10, people: 2, seed: 0).visits(over: places)
    return replay(visits, engine: try PlaceIndex(path: path), entry: entry)
  }

  /// Everything that a visit is judged by is noted in every trial; here the first visit is written
  /// down for people to read.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(count: source.defaultCount())
    let engine = try SharedPlaceIndex(scenarioCase, folders: folders).open(places)
    let visits = try list.visits(rows: scenarioCase.size, over: places)
    let transcript = GeocodingTranscript(
      world: GeocodingWorld(visits: visits, platform: platform), entry: entry)
    return Inspection(transcripts: try [transcript.write(engine: engine)])
  }

  private func replay(
    _ visits: [ListVisit], engine: PlaceIndex, entry: GeocodingStrategyEntry
  ) -> GeocodingReplay {
    // Few strategies ask more than twice for each row that appears.
    let questions = 2 * visits.reduce(0) { $0 + $1.events.count }
    return GeocodingReplay(
      world: GeocodingWorld(visits: visits, platform: platform),
      engine: TimedPlaceSearch(engine, frameCount: visits.count, capacity: questions),
      entry: entry)
  }
}

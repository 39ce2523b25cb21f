import PinData
import PlaceSearch
import PlatformProfiles
import ScenarioModel
import YAMLReading

/// The world of a search scenario: places, people who type, and the platform's search service.
struct SearchWorkload: Workload {
  static let keys = ["places", "typing", "platform"]

  private var source: PlaceSource
  private var typing: TypingSource
  private var platform: PlatformSource
  private let entries: [SearchStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [SearchStrategyEntry]
  ) throws(InputError) {
    source = try PlaceSource(mapping.value("places"), scenarioFile: file)
    typing = try TypingSource(mapping.value("typing"), scenarioFile: file)
    platform = try PlatformSource(mapping.value("platform"), scenarioFile: file)
    self.entries = entries
  }

  var maxSize: Int { PlaceSource.greatestCount }
  var profile: PlatformProfile? { platform.profile }
  var profileGroups: [ProfileParameter.Group] { PlatformSource.profileGroups }
  var inputFiles: [String] { [source.file, typing.file, platform.file].compactMap(\.self) }

  func defaultSize() throws(InputError) -> Int { try source.defaultCount() }

  func check(sizes: [Int]) throws {
    try source.check(sizes: sizes)
    // A recorded trace names places, and people look for some kinds; each size must have them.
    guard typing.file != nil || source.file != nil else { return }
    for size in sizes { _ = try typing.trace(over: source.places(count: size)) }
  }

  var seeds: [(name: String, seed: UInt64)] {
    var seeds: [(name: String, seed: UInt64)] = []
    if let seed = source.seed { seeds.append(("places", seed)) }
    if let seed = typing.seed { seeds.append(("typing", seed)) }
    seeds.append(("network", platform.seed))
    return seeds
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.source = source.reseeded(seed)
    workload.typing = typing.reseeded(seed)
    workload.platform = platform.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    let world = [
      ("places", source.description),
      ("typing", typing.description),
      ("platform", platform.description),
      (
        "assumed of the platform",
        "a request without a region looks everywhere on earth, and without types for places of all "
          + "kinds"
      ),
      (
        "assumed of people",
        "they read \(SearchDevice.reactionTime / 1_000_000) ms before they tap a row, and wait "
          + "\(SearchDevice.patience / 1_000_000_000) s for an answer"
      ),
    ]
    guard typing.seed != nil else { return world }
    return world + [
      ("a sample", "people are drawn with a seed; another one (--seed) moves the shares")
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(count: scenarioCase.size)
    let world = try world(of: places)
    let engine = try SharedPlaceIndex(scenarioCase, folders: folders).open(places)
    return replay(world, engine: engine, entry: entry)
  }

  /// A few people over a small index load the code and the database's library.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(count: min(scenarioCase.size, 400))
    let path = folders.own + "/places.sqlite"
    try PlaceIndex.build(places, at: path)
    let trace = TypingGenerator(people: 2, searchesPerPerson: 3, seed: 0).trace(over: places)
    let world = SearchWorld(
      places: places, trace: trace, purpose: typing.kinds, platform: platform)
    return replay(world, engine: try PlaceIndex(path: path), entry: entry)
  }

  /// Everything that a search is judged by is noted in every trial; here the first search is
  /// written down for people to read.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(count: scenarioCase.size)
    let world = try world(of: places)
    let engine = try SharedPlaceIndex(scenarioCase, folders: folders).open(places)
    let transcript = SearchTranscript(world: world, places: places, entry: entry)
    return Inspection(transcripts: try [transcript.write(engine: engine)])
  }

  private func world(of places: PlaceSet) throws -> SearchWorld {
    SearchWorld(
      places: places, trace: try typing.trace(over: places), purpose: typing.kinds,
      platform: platform)
  }

  private func replay(
    _ world: SearchWorld, engine: PlaceIndex, entry: SearchStrategyEntry
  ) -> SearchReplay {
    // Every key and every ending asks at most twice.
    let questions = 2 * (world.trace.keystrokeCount + world.trace.searches.count)
    return SearchReplay(
      world: world,
      engine: TimedPlaceSearch(engine, frameCount: world.people.count, capacity: questions),
      entry: entry)
  }
}

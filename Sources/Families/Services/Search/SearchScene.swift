import PinData
import ScenarioModel
import Simulation
import Support

/// The scene of a search: places, people who type, and the platform's search service.
struct SearchScene: ScenarioScene {
  private var places: PlaceSource
  private var typing: TypingSettings
  private var platform: PlatformSource

  static let reader = SceneReader<SearchScene>(keys: [
    PlaceSource.key(mayShareWords: true),
    ScenarioKey(
      "typing", .group(TypingSettings.scenarioKeys), isRequired: true, "the people who search"),
    PlatformSource.key,
  ]) { (mapping, file, parameters) throws(InputError) in
    SearchScene(
      places: try PlaceSource(mapping.value("places"), scenarioFile: file, mayShareWords: true),
      typing: try TypingSettings(
        mapping.value("typing").mapping(keys: TypingSettings.scenarioKeys.map(\.name))),
      platform: try PlatformSource(
        mapping.value("platform"), scenarioFile: file, parameters: parameters))
  }

  var maxSize: Int { PlaceSource.maxCount }
  var profile: PlatformProfile? { platform.profile }
  var profileGroups: [ProfileParameter.Group] { PlatformSource.profileGroups + [.searching] }
  var inputFiles: [String] { [places.file, platform.file].compactMap(\.self) }

  func defaultSize() throws(InputError) -> Int { try places.defaultCount() }

  func check(sizes: [Int]) throws {
    try places.check(sizes: sizes)
    // People search for some kinds of places; each size of a file must have them.
    guard places.file != nil else { return }
    let profile = platform.profile
    for size in sizes {
      _ = try typing.trace(over: places.places(count: size, profile: profile), profile: profile)
    }
  }

  var seeds: [(name: String, seed: UInt64)] {
    let drawn: [(String, UInt64?)] = [("places", places.seed), ("typing", typing.seed)]
    return drawn.compactMap { name, seed in seed.map { (name, $0) } }
      + [("network", platform.seed)]
  }

  func reseeded(_ seed: UInt64) -> Self {
    var scene = self
    scene.places = places.reseeded(seed)
    scene.typing.reseed(seed)
    scene.platform.seed = seed
    return scene
  }

  var facts: [(name: String, value: String)] {
    let person = ListReader(profile: platform.profile)
    return [
      ("places", places.description),
      ("typing", typing.description),
      ("platform", platform.description),
      (
        "assumed of the platform",
        "a request without a region looks everywhere on earth, and without types for places of all "
          + "kinds"
      ),
      (
        "assumed of people",
        "they read \(person.reactionTime / 1_000_000) ms before they tap a row, and wait "
          + "\(person.patience / 1_000_000_000) s for an answer"
      ),
      ("a sample", "people are drawn with a seed; another one (--seed) moves the shares"),
    ]
  }

  /// The environment of a replay; in a warm-up, a few people over a small index load the code and
  /// the database's library.
  ///
  /// - Parameter typed: what people type; `nil` draws it, as the scenario says.
  func environment(
    _ request: ReplayRequest, replaying typed: TypingTrace?
  ) throws -> SearchEnvironment {
    let (profile, shared) = (platform.profile, request.shared)
    let count = request.size(warmUp: 400)
    func placeSet(under profile: PlatformProfile) throws -> PlaceSet {
      try places.places(count: count, profile: profile, sharing: shared)
    }
    let found = try placeSet(under: profile)
    guard request.purpose != .warmUp else {
      let path = request.folders.own + "/places.sqlite"
      try PlaceIndex.build(found, at: path)
      return SearchEnvironment(
        places: found, judge: RelevanceJudge(places: found),
        trace: TypingGenerator(people: 2, searchesPerPerson: 3, seed: 0, profile: profile)
          .trace(over: found),
        purpose: typing.kinds, platform: platform,
        engine: try PlaceIndex(path: path, ranking: PlaceRanking(profile: profile)))
    }
    let index = SharedPlaceIndex(
      request.scenarioCase, folders: request.folders, profile: profile, source: places)
    let engine: any PlaceSearching =
      if request.purpose == .evaluation {
        try index.open(found, sharing: shared, ranking: PlaceRanking.init(profile:))
      } else {
        try index.open(found, ranking: PlaceRanking(profile: profile))
      }
    let trace: TypingTrace =
      if let typed {
        typed
      } else {
        try shared.value("trace", places.description, count, typing, under: profile) {
          try typing.trace(over: placeSet(under: $0), profile: $0)
        }
      }
    let judge = try shared.value("judge", places.description, count, under: profile) {
      RelevanceJudge(places: try placeSet(under: $0))
    }
    return SearchEnvironment(
      places: found, judge: judge, trace: trace, purpose: typing.kinds, platform: platform,
      engine: engine)
  }
}

/// What the replays of a case share.
struct SearchEnvironment {
  let places: PlaceSet
  let judge: RelevanceJudge
  let trace: TypingTrace
  /// The kinds of places that people search for.
  let purpose: Place.Kinds
  let platform: PlatformSource
  let engine: any PlaceSearching

  /// Each person's searches, as a range of the trace's.
  var people: [Range<Int>] {
    let searches = trace.searches
    let starts = searches.indices.filter {
      $0 == 0 || searches[$0].person != searches[$0 - 1].person
    }
    return zip(starts, starts.dropFirst() + [searches.count]).map { $0..<$1 }
  }

  /// Replays the searches of one person, who has a phone of their own.
  func perform(
    _ range: Range<Int>, by strategy: StrategyEntry<SearchMake>
  ) throws -> SearchRecord {
    let searches = trace.searches
    let driver = SearchDriver(searches[range.lowerBound], in: self, strategy)
    let outcomes = range.map { index in
      driver.perform(
        searches[index], until: index + 1 < range.upperBound ? searches[index + 1].start : nil)
    }
    if let fault = driver.service.engineFault { throw fault }
    let lists = zip(searches[range], outcomes).compactMap { search, outcome in
      search.wanted.map { judge.list(shown: outcome.places, wanted: $0, region: search.region) }
    }
    return SearchRecord(
      outcomes: outcomes, lists: lists, traffic: driver.service.traffic,
      completersMade: driver.service.completersMade)
  }

  /// A transcript and a recording of the first search.
  func inspect(
    _ scenarioCase: Case, _ strategy: StrategyEntry<SearchMake>, in folder: String
  ) throws -> Inspection {
    guard let first = trace.searches.first else { return Inspection() }
    let writer = TranscriptWriter()
    let driver = SearchDriver(first, in: self, strategy, transcript: writer)
    let simulation = driver.main.simulation
    simulation.timeline = Timeline()
    _ = driver.perform(first, until: nil)
    if let fault = driver.service.engineFault { throw fault }
    let title = first.wanted.map { wanted in
      let place = places.places[wanted]
      return "a person looks for \(place.name)\(place.city.isEmpty ? "" : " in \(place.city)") ★"
    }
    return Inspection(
      recording: try ReplayRecording(timeline: simulation.timeline)
        .write(of: scenarioCase, to: folder),
      transcripts: [writer.transcript(title: title ?? "the first search")])
  }
}

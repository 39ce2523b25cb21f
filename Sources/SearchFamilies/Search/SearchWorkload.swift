import EventSimulation
import PinData
import PlaceSearch
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import YAMLReading

/// The environment of a search scenario: places, people who type, and the platform's search
/// service.
struct SearchWorkload: Workload {
  static let keys: [ScenarioKey] = ["places", "typing", "platform"]

  private var source: PlaceSource
  private var typing: TypingSource
  private var platform: PlatformSource
  private let entries: [StrategyEntry<SearchFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<SearchFamily.Make>]
  ) throws(InputError) {
    source = try PlaceSource(
      mapping.value("places"), scenarioFile: file, mayShareWords: true)
    typing = try TypingSource(mapping.value("typing"), scenarioFile: file)
    platform = try PlatformSource(
      mapping.value("platform"), scenarioFile: file, parameters: parameters)
    self.entries = entries
  }

  var maxSize: Int { PlaceSource.maxCount }
  var profile: PlatformProfile? { platform.profile }
  var profileGroups: [ProfileParameter.Group] { PlatformSource.profileGroups + [.searching] }
  var inputFiles: [String] { [source.file, typing.file, platform.file].compactMap(\.self) }

  func defaultSize() throws(InputError) -> Int { try source.defaultCount() }

  func check(sizes: [Int]) throws {
    try source.check(sizes: sizes)
    // A recorded trace names places, and people search for some kinds; each size must have them.
    guard typing.file != nil || source.file != nil else { return }
    for size in sizes {
      _ = try typing.trace(
        over: source.places(count: size, profile: platform.profile), profile: platform.profile)
    }
  }

  var seeds: [(name: String, seed: UInt64)] {
    var seeds: [(name: String, seed: UInt64)] = []
    if let seed = source.seed { seeds.append(("places", seed)) }
    if let seed = typing.seed { seeds.append(("typing", seed)) }
    seeds.append(("network", platform.seed))
    return seeds
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.source = source.reseeded(seed)
    workload.typing = typing.reseeded(seed)
    workload.platform.seed = seed
    return workload
  }

  var facts: [(name: String, value: String)] {
    let person = ListReader(profile: platform.profile)
    let facts = [
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
        "they read \(person.reactionTime / 1_000_000) ms before they tap a row, and wait "
          + "\(person.patience / 1_000_000_000) s for an answer"
      ),
    ]
    guard typing.seed != nil else { return facts }
    return facts + [
      ("a sample", "people are drawn with a seed; another one (--seed) moves the shares")
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(count: scenarioCase.size, profile: platform.profile)
    let engine = try SharedPlaceIndex(
      scenarioCase, folders: folders, profile: platform.profile, source: source
    ).open(places, ranking: PlaceRanking(profile: platform.profile))
    return replay(try environment(of: places), engine: engine, entry: entry)
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(
      count: scenarioCase.size, profile: platform.profile, sharing: shared)
    let engine = try SharedPlaceIndex(
      scenarioCase, folders: folders, profile: platform.profile, source: source
    ).open(places, sharing: shared, ranking: PlaceRanking.init(profile:))
    let trace = try shared.value(
      "trace", source.description, places.count, typing.description, under: platform.profile
    ) { profile in
      try typing.trace(
        over: source.places(count: places.count, profile: profile, sharing: shared),
        profile: profile)
    }
    let judge = try shared.value(
      "judge", source.description, places.count, under: platform.profile
    ) { profile in
      RelevanceJudge(
        places: try source.places(count: places.count, profile: profile, sharing: shared))
    }
    let replay = replay(
      SearchEnvironment(trace: trace, judge: judge, purpose: typing.kinds, platform: platform),
      engine: engine, entry: entry)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  /// A few people over a small index load the code and the database's library.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(
      count: min(scenarioCase.size, 400), profile: platform.profile)
    let path = folders.own + "/places.sqlite"
    try PlaceIndex.build(places, at: path)
    let trace = TypingGenerator(
      people: 2, searchesPerPerson: 3, seed: 0, profile: platform.profile
    ).trace(over: places)
    let environment = SearchEnvironment(
      trace: trace, judge: RelevanceJudge(places: places), purpose: typing.kinds,
      platform: platform)
    let engine = try PlaceIndex(
      path: path, ranking: PlaceRanking(profile: platform.profile))
    return replay(environment, engine: engine, entry: entry)
  }

  /// Each trial records the data for the metrics of a search; an inspection adds a transcript of
  /// the first search.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let entry = try entries.entry(of: scenarioCase)
    let places = try source.places(count: scenarioCase.size, profile: platform.profile)
    let environment = try environment(of: places)
    let engine = try SharedPlaceIndex(
      scenarioCase, folders: folders, profile: platform.profile, source: source
    ).open(places, ranking: PlaceRanking(profile: platform.profile))
    guard let first = environment.trace.searches.first else { return Inspection() }
    let writer = TranscriptWriter()
    let device = environment.device(of: first, engine: engine, entry: entry, transcript: writer)
    let simulation = device.service.main.simulation
    simulation.timeline = Timeline()
    _ = device.perform(first, until: nil)
    if let fault = device.service.engineFault { throw fault }
    let title =
      if let place = first.wanted.map({ places.places[$0] }) {
        "a person looks for \(place.name)\(place.city.isEmpty ? "" : " in \(place.city)") ★"
      } else {
        "the first search"
      }
    return Inspection(
      recording: try ReplayRecording(timeline: simulation.timeline)
        .write(of: scenarioCase, to: pictures),
      transcripts: [writer.transcript(title: title)])
  }

  private func environment(of places: PlaceSet) throws -> SearchEnvironment {
    SearchEnvironment(
      trace: try typing.trace(over: places, profile: platform.profile),
      judge: RelevanceJudge(places: places), purpose: typing.kinds, platform: platform)
  }

  /// A frame has all actions of one person; each person has a separate phone.
  private func replay(
    _ environment: SearchEnvironment, engine: any PlaceSearching,
    entry: StrategyEntry<SearchFamily.Make>
  ) -> OutcomeReplay<PersonOutcome> {
    let searches = environment.trace.searches
    return OutcomeReplay(frameCount: environment.people.count) { person in
      let range = environment.people[person]
      let device = environment.device(of: searches[range.lowerBound], engine: engine, entry: entry)
      var outcomes: [SearchOutcome] = []
      outcomes.reserveCapacity(range.count)
      for index in range {
        let next = index + 1 < range.upperBound ? searches[index + 1].start : nil
        outcomes.append(device.perform(searches[index], until: next))
      }
      if let fault = device.service.engineFault { throw fault }
      return PersonOutcome(
        searches: range, outcomes: outcomes, traffic: device.service.traffic,
        completersMade: device.service.completersMade)
    } values: { people in
      let table = SearchFamily.table
      guard !people.isEmpty else { return table.notAvailable("no search was replayed") }
      return table.values(
        of: SearchRecord(
          outcomes: people.flatMap(\.outcomes), lists: people.flatMap(environment.lists(of:)),
          traffic: people.map(\.traffic).reduce(SearchTraffic(), +),
          completersMade: people.reduce(0) { $0 + $1.completersMade }))
    }
  }
}

/// The data that all strategies of a case share.
struct SearchEnvironment: Sendable {
  let trace: TypingTrace
  /// Each person's searches, as a range of the trace's.
  let people: [Range<Int>]
  /// The kinds of places that people search for.
  let purpose: Place.Kinds
  let judge: RelevanceJudge
  let platform: PlatformSource
  private let person: ListReader

  init(
    trace: TypingTrace, judge: RelevanceJudge, purpose: Place.Kinds, platform: PlatformSource
  ) {
    self.purpose = purpose
    self.trace = trace
    self.platform = platform
    person = ListReader(profile: platform.profile)
    self.judge = judge
    var people: [Range<Int>] = []
    for (index, search) in trace.searches.enumerated() {
      if let last = people.last, trace.searches[last.lowerBound].person == search.person {
        people[people.count - 1] = last.lowerBound..<index + 1
      } else {
        people.append(index..<index + 1)
      }
    }
    self.people = people
  }

  /// The phone of the person of a search.
  func device(
    of first: TypedSearch, engine: any PlaceSearching, entry: StrategyEntry<SearchFamily.Make>,
    transcript: TranscriptWriter? = nil
  ) -> SearchDevice {
    SearchDevice(
      engine: engine, platform: platform, seed: platform.seed(ofPerson: first.person),
      person: person, purpose: purpose, first: first, entry: entry, transcript: transcript)
  }

  /// The graded lists of a person's searches whose wanted places are known.
  func lists(of person: PersonOutcome) -> [RankedList] {
    zip(trace.searches[person.searches], person.outcomes).compactMap { search, outcome in
      search.wanted.map { judge.list(shown: outcome.places, wanted: $0, region: search.region) }
    }
  }
}

/// The result of one person's searches.
struct PersonOutcome {
  /// The searches of the trace.
  let searches: Range<Int>
  let outcomes: [SearchOutcome]
  let traffic: SearchTraffic
  let completersMade: Int
}

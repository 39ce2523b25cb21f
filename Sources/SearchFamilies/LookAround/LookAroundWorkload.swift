import EventSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Statistics
import YAMLReading

/// The environment of a scenario about Look Around: places, people with a list of them, the imagery,
/// and the platform.
struct LookAroundWorkload: Workload {
  static let keys: [ScenarioKey] = ListEnvironment.keys

  private var environment: ListEnvironment
  private let entries: [StrategyEntry<LookAroundFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<LookAroundFamily.Make>]
  ) throws(InputError) {
    environment = try ListEnvironment(mapping, file: file, parameters: parameters)
    self.entries = entries
  }

  private var platform: PlatformSource { environment.platform }
  var maxSize: Int { ListSource.maxRowCount }
  var profile: PlatformProfile? { environment.profile }
  var profileGroups: [ProfileParameter.Group] { [.app, .search, .list] }
  var inputFiles: [String] { environment.inputFiles }
  var seeds: [(name: String, seed: UInt64)] { environment.seeds }

  func defaultSize() -> Int { environment.list.rows }
  func check(sizes: [Int]) throws { try environment.check() }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.environment = environment.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    let area = environment.profile[.lookAroundAreaShare] * 100
    let street = environment.profile[.lookAroundStreetShare] * 100
    return environment.facts(adding: [
      (
        "imagery",
        "in \(area.formatted) % of the areas, there in \(street.formatted) % of the streets"
      )
    ])
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(
      environment.visits(rows: scenarioCase.size), profile: platform.profile,
      entry: entries.entry(of: scenarioCase))
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let visits = try environment.visits(rows: scenarioCase.size, sharing: shared)
    let replay = replay(
      visits, profile: platform.profile, entry: try entries.entry(of: scenarioCase))
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  /// A short list over few places loads the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let visits = try ListVisitGenerator(rows: 10, people: 2, seed: 0, profile: platform.profile)
      .visits(over: PlaceGenerator.places(count: 400, seed: 0))
    return replay(visits, profile: platform.profile, entry: try entries.entry(of: scenarioCase))
  }

  /// A transcript and a recording of the first person who opens a place with imagery and one without,
  /// or else of the first person.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let entry = try entries.entry(of: scenarioCase)
    let lists = try environment.visits(rows: scenarioCase.size)
    let coverage = coverage
    let visits = lists.indices.map { visit(lists[$0], person: $0, profile: platform.profile) }
    let person = visits.firstIndex { $0.openedPlaces(with: coverage).isMixed } ?? 0
    guard visits.indices.contains(person) else { return Inspection() }
    let writer = TranscriptWriter()
    let device = LookAroundDevice(
      visit: visits[person], platform: platform, coverage: coverage,
      seed: platform.seed(ofPerson: person), entry: entry, timeline: Timeline(),
      transcript: writer)
    _ = device.perform()
    let recording = try ReplayRecording(timeline: device.timeline)
      .write(of: scenarioCase, to: pictures)
    return Inspection(
      recording: recording,
      transcripts: [writer.transcript(title: "a person scrolls, and opens places of the list")])
  }

  /// The imagery of the platform; it is the same for all people.
  private var coverage: LookAroundCoverage {
    LookAroundCoverage(profile: platform.profile, seed: platform.seed)
  }

  private func visit(
    _ list: ListVisit, person: Int, profile: PlatformProfile
  ) -> LookAroundVisit {
    LookAroundVisit(
      list, profile: profile,
      seed: environment.list.seed &+ UInt64(person + 1) &* 0x9FB2_1C65_1E98_DF25)
  }

  /// A frame is one person's visit; each person has a separate phone.
  private func replay(
    _ lists: [ListVisit], profile: PlatformProfile, entry: StrategyEntry<LookAroundFamily.Make>
  ) -> OutcomeReplay<(visit: LookAroundOutcome, traffic: SearchTraffic)> {
    let coverage = coverage
    return OutcomeReplay(frameCount: lists.count) { [self] frame in
      let device = LookAroundDevice(
        visit: visit(lists[frame], person: frame, profile: profile), platform: platform,
        coverage: coverage, seed: platform.seed(ofPerson: frame), entry: entry)
      return (device.perform(), device.service.traffic)
    } values: { outcomes in
      let table = LookAroundFamily.table
      guard !outcomes.isEmpty else { return table.notAvailable("no visit was replayed") }
      return table.values(
        of: LookAroundRecord(
          visits: outcomes.map(\.visit),
          requests: outcomes.map(\.traffic).reduce(SearchTraffic(), +).total))
    }
  }
}

extension LookAroundVisit {
  /// The numbers of opened places with and without imagery.
  fileprivate func openedPlaces(with coverage: LookAroundCoverage) -> OpenedPlaces {
    var opened = OpenedPlaces()
    for event in events {
      guard case .opens = event.change else { continue }
      if coverage.includes(coordinates[event.row]) { opened.with += 1 } else { opened.without += 1 }
    }
    return opened
  }
}

private struct OpenedPlaces {
  var with = 0
  var without = 0
  var isMixed: Bool { with > 0 && without > 0 }
}

extension Double {
  /// A percentage without a fraction where it is whole.
  fileprivate var formatted: String {
    let tenths = (self * 10).rounded() / 10
    return Int(exactly: tenths).map(String.init) ?? "\(tenths)"
  }
}

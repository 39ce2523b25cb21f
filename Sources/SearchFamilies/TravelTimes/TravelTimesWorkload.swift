import EventSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import YAMLReading

/// The environment of a scenario with travel times: places, people with a list of them, and the
/// platform.
struct TravelTimesWorkload: Workload {
  static let keys: [ScenarioKey] = ListEnvironment.keys + ["transport"]
  private static let profileGroups: [ProfileParameter.Group] = [.app, .search, .directions]

  private var environment: ListEnvironment
  /// At least one; several are variants.
  private let transportTypes: [TransportType]
  private let entries: [StrategyEntry<TravelTimesFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<TravelTimesFamily.Make>]
  ) throws(InputError) {
    transportTypes = try mapping["transport"]?.transportTypes() ?? [.automobile]
    environment = try ListEnvironment(
      mapping, file: file, parameters: parameters, providing: Self.profileGroups)
    self.entries = entries
  }

  private var platform: PlatformSource { environment.platform }
  var variants: [String] {
    transportTypes.count > 1 ? transportTypes.map(\.rawValue) : [""]
  }
  var maxSize: Int { ListSource.maxRowCount }
  var profile: PlatformProfile? { environment.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups + [.list, .travelTimes] }
  var inputFiles: [String] { environment.inputFiles }
  var seeds: [(name: String, seed: UInt64)] { environment.seeds }
  var facts: [(name: String, value: String)] {
    environment.facts(adding: [
      ("transport", transportTypes.map(\.rawValue).joined(separator: ", "))
    ])
  }

  func defaultSize() -> Int { environment.list.rows }
  func check(sizes: [Int]) throws { try environment.check() }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.environment = environment.reseeded(seed)
    return workload
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(environment.visits(rows: scenarioCase.size), of: scenarioCase)
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let replay = try replay(
      environment.visits(rows: scenarioCase.size, sharing: shared), of: scenarioCase)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let visits = try ListVisitGenerator(rows: 10, people: 1, seed: 0, profile: platform.profile)
      .visits(over: PlaceGenerator.places(count: 400, seed: 0))
    return try replay(visits, of: scenarioCase)
  }

  /// An inspection adds a transcript and a timeline of the first visit.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let entry = try entries.entry(of: scenarioCase)
    let writer = TranscriptWriter()
    var recording: String?
    if let first = try environment.visits(rows: scenarioCase.size).first {
      let device = TravelTimeDevice(
        visit: first, platform: platform, transportType: try transportType(of: scenarioCase),
        seed: platform.seed(ofPerson: 0), entry: entry, transcript: writer)
      _ = device.perform()
      recording = try ReplayRecording(timeline: device.timeline)
        .write(of: scenarioCase, to: pictures)
    }
    return Inspection(
      recording: recording,
      transcripts: [writer.transcript(title: "a person opens the list and scrolls")])
  }

  private func transportType(of scenarioCase: Case) throws(WorkloadError) -> TransportType {
    guard let index = variants.firstIndex(of: scenarioCase.variant) else {
      throw .unknownVariant(scenarioCase.variant, known: variants)
    }
    return transportTypes[index]
  }

  /// A frame is one person's visit; each person has a separate phone.
  private func replay(
    _ visits: [ListVisit], of scenarioCase: Case
  ) throws -> OutcomeReplay<(visit: TravelTimeOutcome, traffic: SearchTraffic)> {
    let entry = try entries.entry(of: scenarioCase)
    let transportType = try transportType(of: scenarioCase)
    return OutcomeReplay(frameCount: visits.count) { [platform] frame in
      let device = TravelTimeDevice(
        visit: visits[frame], platform: platform, transportType: transportType,
        seed: platform.seed(ofPerson: frame), entry: entry)
      let outcome = device.perform()
      return (outcome, device.service.traffic)
    } values: { outcomes in
      let table = TravelTimesFamily.table
      guard !outcomes.isEmpty else { return table.notAvailable("no visit was replayed") }
      return table.values(
        of: TravelTimesRecord(
          visits: outcomes.map(\.visit),
          requests: outcomes.map(\.traffic).reduce(SearchTraffic(), +).total))
    }
  }
}

extension YAMLValue {
  /// One means of transport by its name, or several.
  fileprivate func transportTypes() throws(InputError) -> [TransportType] {
    var types: [TransportType] = []
    for element in try oneOrMore() {
      let name = try element.text()
      guard let type = TransportType(rawValue: name) else {
        throw element.unknownName(
          name, what: "means of transport", known: TransportType.allCases.map(\.rawValue))
      }
      guard !types.contains(type) else {
        throw element.error(expected: "every means of transport once")
      }
      types.append(type)
    }
    return types
  }
}

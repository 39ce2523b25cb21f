import EventSimulation
import LocationSimulation
import PlatformProfiles
import ScenarioModel
import Statistics
import YAMLReading

/// A reading of the platform and a property of the app, the same for all people of a replay.
struct LocationSetting: Hashable, Sendable {
  let prompting: MapPrompting
  let hasPurposeString: Bool
}

/// The environment of a scenario about the location: people, the app, and the platform.
struct LocationWorkload: Workload {
  static let keys: [ScenarioKey] = ["people", "map", "app", "platform"]
  static let groups: [ProfileParameter.Group] = [.app, .location, .locationUse, .locationAnswers]
  private static let maxPeople = 100_000

  let profile: PlatformProfile?
  private let platform: PlatformProfile
  private let profileFile: String?
  private let promptings: [MapPrompting]
  private let hasPurposeString: Bool
  private let people: Int
  private var peopleSeed: UInt64
  private var platformSeed: UInt64
  private let entries: [StrategyEntry<LocationAuthorizationFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<LocationAuthorizationFamily.Make>]
  ) throws(InputError) {
    let peopleKeys = try mapping.value("people").mapping(keys: ["count", "seed"])
    people = try peopleKeys["count"]?.integer(in: 1...Self.maxPeople) ?? 1_000
    peopleSeed = UInt64(try peopleKeys["seed"]?.integer(in: 0 ... .max) ?? 0)
    promptings =
      try mapping["map"]?.mapping(keys: ["prompting"])["prompting"]?.choices {
        (value) throws(InputError) in try value.choice("prompting") as MapPrompting
      } ?? MapPrompting.allCases
    hasPurposeString =
      try mapping["app"]?.mapping(keys: ["purpose-string"])["purpose-string"]?.boolean() ?? true
    let platformKeys = try mapping.value("platform").mapping(keys: ["profile", "seed"])
    let name = try platformKeys.value("profile")
    platform = try PlatformProfile(
      named: name, scenarioFile: file, providing: Self.groups, parameters: parameters)
    profileFile = try PlatformProfile.file(named: name, scenarioFile: file)
    platformSeed = UInt64(try platformKeys["seed"]?.integer(in: 0 ... .max) ?? 0)
    profile = platform
    self.entries = entries
  }

  var variants: [String] { promptings.map(\.variant) }
  var maxSize: Int { Self.maxPeople }
  var profileGroups: [ProfileParameter.Group] { Self.groups }
  var inputFiles: [String] { [profileFile].compactMap(\.self) }
  func defaultSize() -> Int { people }
  func check(sizes: [Int]) {}

  var seeds: [(name: String, seed: UInt64)] {
    [("people", peopleSeed), ("platform", platformSeed)]
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.peopleSeed = seed
    workload.platformSeed = seed
    return workload
  }

  var facts: [(name: String, value: String)] {
    [("people", "each with a phone, seed \(peopleSeed)")]
      + promptings.map { ("map that \($0.variant)", $0.summary) }
      + [
        ("app", hasPurposeString ? "with a purpose string" : "without a purpose string"),
        ("platform", "profile \(platform.name), seed \(platformSeed)"),
      ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, people: scenarioCase.size)
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, people: min(scenarioCase.size, 10))
  }

  /// A frame is one person's first days; each person has a separate phone.
  private func replay(_ scenarioCase: Case, people: Int) throws -> any Replay {
    let entry = try entries.entry(of: scenarioCase)
    let setting = try setting(of: scenarioCase)
    let population = LocationPopulation(profile: platform, seed: peopleSeed)
    return OutcomeReplay(frameCount: people) { [platform, platformSeed] frame in
      LocationPhone(
        person: population.person(frame), setting: setting, profile: platform,
        seed: Self.seed(of: platformSeed, person: frame), entry: entry
      ).perform()
    } values: { outcomes in
      LocationAuthorizationFamily.table.values(of: LocationRecord(people: outcomes))
    }
  }

  /// The seed of one person's phone, whose times do not depend on the others.
  private static func seed(of seed: UInt64, person: Int) -> UInt64 {
    var random = SplitMix64(seed: seed &+ UInt64(person) &* 0xD134_2543_DE82_EF95)
    return random.next()
  }

  private func setting(of scenarioCase: Case) throws(WorkloadError) -> LocationSetting {
    guard let prompting = promptings.first(where: { $0.variant == scenarioCase.variant }) else {
      throw .unknownVariant(scenarioCase.variant, known: variants)
    }
    return LocationSetting(prompting: prompting, hasPurposeString: hasPurposeString)
  }

  /// A transcript and a recording of two people: one who allows the location when the map appears,
  /// and one who needs more context.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let entry = try entries.entry(of: scenarioCase)
    let setting = try setting(of: scenarioCase)
    let population = LocationPopulation(profile: platform, seed: peopleSeed)
    var recording: String?
    var transcripts: [Transcript] = []
    for (number, title) in subjects(in: population, among: scenarioCase.size) {
      let writer = TranscriptWriter()
      let phone = LocationPhone(
        person: population.person(number), setting: setting, profile: platform,
        seed: Self.seed(of: platformSeed, person: number), entry: entry,
        timeline: recording == nil ? Timeline() : nil, transcript: writer)
      _ = phone.perform()
      if recording == nil {
        recording = try ReplayRecording(timeline: phone.timeline)
          .write(of: scenarioCase, to: pictures)
      }
      transcripts.append(writer.transcript(title: title))
    }
    return Inspection(recording: recording, transcripts: transcripts)
  }

  /// The people to look at: the first ones who press the button in their first look at the map.
  private func subjects(
    in population: LocationPopulation, among size: Int
  ) -> [(number: Int, title: String)] {
    func first(_ fits: (LocationPerson) -> Bool) -> Int? {
      (0..<size).first { number in
        let person = population.person(number)
        let look = person.visits.first(where: \.opensMap)
        return look?.pressDelay != nil && person.settings == LocationSettings() && fits(person)
      }
    }
    let reluctant = first { $0.allowsFrom == .press || $0.allowsFrom == .explained }
    let unwilling = first { $0.allowsFrom == nil }
    let found = [
      reluctant.map { ($0, "a person who allows the location only after asking for it") },
      unwilling.map { ($0, "a person who never allows the location") },
    ].compactMap(\.self)
    return found.isEmpty ? [(0, "a person's first days with the app")] : found
  }
}

extension MapPrompting {
  /// The name of the variant, after "a map that".
  fileprivate var variant: String { "asks \(rawValue)" }
}

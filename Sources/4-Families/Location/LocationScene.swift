import Platform
import ScenarioModel
import Simulation
import Support

/// The scene of an app that shows the location of the user: people, the map, the app, and the
/// platform.
struct LocationScene: ScenarioScene {
  private(set) var settings: LocationAuthorizationSettings
  let platform: PlatformProfile
  private let profileFile: String?
  private(set) var platformSeed: UInt64

  private static let groups: [ProfileParameter.Group] = [
    .app, .location, .locationUse, .locationAnswers,
  ]

  static let reader = SceneReader<LocationScene>(
    keys: LocationAuthorizationSettings.scenarioKeys + [
      ScenarioKey(
        "platform",
        .group([
          ScenarioKey(
            "profile", PlatformProfile.keyValue, isRequired: true,
            "the platform's parameters, by name or file"),
          ScenarioKey("seed", .integer(0 ... .max), standard: "0", "the seed of the phones"),
        ]), isRequired: true)
    ]
  ) { (mapping, file, parameters) throws(InputError) in
    let settings = try LocationAuthorizationSettings(mapping)
    let platform = try mapping.value("platform").mapping(keys: ["profile", "seed"])
    let profile = try platform.value("profile")
    return LocationScene(
      settings: settings,
      platform: try PlatformProfile(
        named: profile, scenarioFile: file, providing: groups, parameters: parameters),
      profileFile: try PlatformProfile.file(named: profile, scenarioFile: file),
      platformSeed: UInt64(try platform["seed"]?.integer(in: 0 ... .max) ?? 0))
  }

  var variants: [String] { settings.map.promptings.map(\.variant) }
  var maxSize: Int { LocationAuthorizationSettings.People.maxCount }
  var profile: PlatformProfile? { platform }
  var profileGroups: [ProfileParameter.Group] { Self.groups }
  var inputFiles: [String] { [profileFile].compactMap(\.self) }
  var seeds: [(name: String, seed: UInt64)] { settings.seeds + [("platform", platformSeed)] }
  func defaultSize() -> Int { settings.people.count }
  func check(sizes: [Int]) {}

  func reseeded(_ seed: UInt64) -> Self {
    var scene = self
    scene.settings.reseed(seed)
    scene.platformSeed = seed
    return scene
  }

  var facts: [(name: String, value: String)] {
    [("people", "each with a phone, seed \(settings.people.seed)")]
      + settings.map.promptings.map { ("map that \($0.variant)", $0.summary) } + [
        ("app", "\(settings.app.hasPurposeString ? "with" : "without") a purpose string"),
        ("platform", "profile \(platform.name), seed \(platformSeed)"),
      ]
  }

  /// The prompts of a variant's map; a request for another variant does not come here.
  func prompting(of variant: String) -> MapPrompting {
    settings.map.promptings.first { $0.variant == variant } ?? settings.map.promptings[0]
  }

  /// A person of the scenario by number.
  func person(_ number: Int) -> LocationPerson {
    LocationPerson(number, seed: settings.people.seed, profile: platform)
  }

  /// A transcript of two people, and a recording of the first: one who allows the location only
  /// after asking for it, and one who never does.
  func inspect(
    _ scenarioCase: Case, _ prompting: MapPrompting, _ strategy: StrategyEntry<LocationMake>,
    in folder: String
  ) throws -> Inspection {
    var recording: String?
    var transcripts: [Transcript] = []
    for (number, title) in subjects(among: scenarioCase.size) {
      let writer = TranscriptWriter()
      let driver = LocationDriver(number, prompting, in: self, strategy, transcript: writer)
      _ = driver.perform()
      recording =
        try recording
        ?? ReplayRecording(timeline: driver.timeline).write(of: scenarioCase, to: folder)
      transcripts.append(writer.transcript(title: title))
    }
    return Inspection(recording: recording, transcripts: transcripts)
  }

  /// The people to look at: the first ones who press the button in their first look at the map.
  private func subjects(among size: Int) -> [(Int, String)] {
    func first(_ title: String, _ fits: (LocationPerson) -> Bool) -> (Int, String)? {
      let number = (0..<size).first { number in
        let person = person(number)
        let look = person.visits.first(where: \.opensMap)
        return look?.pressDelay != nil && person.settings == LocationSettings() && fits(person)
      }
      return number.map { ($0, title) }
    }
    let found = [
      first("a person who allows the location only after asking for it") {
        $0.allowsFrom == .press || $0.allowsFrom == .explained
      },
      first("a person who never allows the location") { $0.allowsFrom == nil },
    ].compactMap(\.self)
    return found.isEmpty ? [(0, "a person's first days with the app")] : found
  }
}

extension MapPrompting {
  /// The name of the variant, after "a map that".
  fileprivate var variant: String { "asks \(rawValue)" }
}

/// The keys of a scenario about the location, without the platform.
struct LocationAuthorizationSettings: Settings {
  struct People: Settings {
    static let maxCount = 100_000
    var count = 1_000
    var seed: UInt64 = 0

    static let keys: [Key<Self>] = [
      .integer("count", \.count, in: 1...maxCount, "the people in a scenario without sizes"),
      .seed(\.seed),
    ]
  }

  struct Map: Settings {
    /// At least one; each is a variant.
    var promptings = MapPrompting.allCases

    static let keys: [Key<Self>] = [
      .choices(
        "prompting", \.promptings, what: "prompting",
        "when the map asks for the authorization by itself; each is a variant")
    ]
  }

  struct App: Settings {
    var hasPurposeString = true

    static let keys: [Key<Self>] = [
      .flag("purpose-string", \.hasPurposeString, "whether the app says what the location is for")
    ]
  }

  var people = People()
  var map = Map()
  var app = App()

  static let keys: [Key<Self>] = [
    .group("people", \.people, required: true), .group("map", \.map), .group("app", \.app),
  ]
}

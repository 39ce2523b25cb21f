import TestSupport

/// A scenario that is over soon; at 20 frames a second the map moves in the last of ten.
struct ScenarioFile {
  var name = "small"
  var data = "{ generator: cities, pins: 200, seed: 42 }"
  var device = "viewport: [60, 90], scale: 1, refresh: 20"
  var profile = "iphone-simulator"
  /// The keys of the camera; `nil` for a generated trace of so many frames.
  var camera: String?
  var frames = 10
  var strategies = ["all-pins", "grid-clusters"]
  var sizes = "[200]"
  var trials = 1
  /// Further lines.
  var more = ""

  var text: String {
    """
    scenario: \(name)
    title: A small scenario
    family: annotations
    source: "a test"
    data: \(data)
    device: { \(device), profile: \(profile) }
    camera: { \(camera ?? "trace: pan-and-zoom, frames: \(frames), seed: 7") }
    naive: \(strategies[0])
    strategies: [\(strategies.joined(separator: ", "))]
    sizes: \(sizes)
    trials: \(trials)
    \(more)
    """
  }

  /// A scenario of the faulty strategies' program with next to no work.
  static func faulty(
    _ strategies: [String], trials: Int = 2, more: String = ""
  ) -> ScenarioFile {
    ScenarioFile(
      data: "{ generator: uniform, pins: 20, seed: 1 }", strategies: ["all-pins"] + strategies,
      sizes: "[20]", trials: trials, more: more)
  }
}

extension TemporaryFolder {
  /// A folder in which the tool is run, with scenarios in files of their names, and the texts of
  /// further files by theirs.
  convenience init(scenarios: [ScenarioFile], files: [String: String] = [:]) throws {
    try self.init()
    try makeFolder("Scenarios")
    for (name, text) in files { try write(text, to: name) }
    for scenario in scenarios { try write(scenario) }
  }

  /// A folder with a small scenario.
  static func small() throws -> TemporaryFolder {
    try TemporaryFolder(scenarios: [ScenarioFile()])
  }

  /// A folder with a file of pins, `stores.csv`, and without scenarios.
  static func stores(_ text: String) throws -> TemporaryFolder {
    try TemporaryFolder(scenarios: [], files: ["stores.csv": text])
  }

  /// Writes a scenario to a file of its name.
  func write(_ scenario: ScenarioFile) throws {
    try write(scenario.text, to: "Scenarios/\(scenario.name).yaml")
  }
}

/// A small scenario with several variants and settings.
enum LoopScenario {
  static func text(fitting: String, frames: Int, sizes: String, more: String = "") -> String {
    """
    scenario: loop
    title: A small loop
    family: region-updates
    data: { generator: cities, pins: 50, seed: 42 }
    device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: \(frames), seed: 7 }
    map: { fitting: \(fitting) }
    app: { delivery: [synchronous], animated: [false, true] }
    events: { location: 1, data: 1, commands: 1, seed: 3 }
    naive: unguarded
    strategies: [unguarded, gesture-only]
    sizes: \(sizes)
    trials: 1
    \(more)
    """
  }
}

/// Scenarios of the families without a screen that are over soon.
enum SearchScenarioFile {
  static let searchStrategies = [
    "default-request", "region-required", "search-per-keystroke", "completer-region-required",
    "completer-without-region",
  ]
  static let geocodingStrategies = [
    "geocode-per-row", "geocode-blocking-main", "geocode-single-flight-cached",
  ]

  static func search(
    places: String = "{ per-city: 3, seed: 42 }",
    typing: String = "{ people: 3, searches: 3, seed: 7 }",
    strategies: [String] = searchStrategies, more: String = ""
  ) -> String {
    """
    scenario: search
    title: A small search
    family: search
    places: \(places)
    typing: \(typing)
    platform: { profile: iphone-simulator, seed: 3 }
    naive: \(strategies[0])
    strategies: [\(strategies.joined(separator: ", "))]
    trials: 1
    \(more)
    """
  }

  static let geocoding = """
    scenario: geocoding
    title: A small list
    family: geocoding
    places: { per-city: 3, seed: 42 }
    list: { rows: 20, people: 3, seed: 5 }
    platform: { profile: iphone-simulator, failures: 0.1, seed: 3 }
    naive: \(geocodingStrategies[0])
    strategies: [\(geocodingStrategies.joined(separator: ", "))]
    trials: 1
    """
}

extension TemporaryFolder {
  /// A project with a scenario `small`, whose claim `a` is of a document, and a ledger with one
  /// statement.
  ///
  /// - Parameters:
  ///   - link: the statement's link to a claim.
  ///   - document: the document that the claim names; the ledger has `guide`.
  convenience init(ledgerWith link: String, document: String = "guide") throws {
    let claim = "{ id: a, says: b, document: \(document), line: 3, cannot-be-told: c }"
    try self.init(ledgerWith: link, scenario: ScenarioFile(more: "claims: [\(claim)]"))
  }

  /// A project with a scenario, and a ledger with one statement.
  convenience init(ledgerWith link: String, scenario: ScenarioFile) throws {
    try self.init(scenarios: [scenario])
    try makeFolder("Scenarios/Claims")
    try write(
      """
      document: guide
      title: A guide
      line-count: 9
      statements:
        - { id: first, line: 3, says: b, claims: [\(link)] }
      """, to: "Scenarios/Claims/guide.yaml")
  }
}

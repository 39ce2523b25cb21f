import RegionFamilies
import ScenarioModel
import TestSupport
import YAMLReading

/// A good scenario file of the region family, in which single lines can be replaced.
struct RegionUpdatesScenario {
  private var lines: [(key: String, text: String)] = [
    ("scenario", "scenario: sample"),
    ("title", "title: A sample"),
    ("family", "family: region-updates"),
    ("data", "data: { generator: cities, pins: 50, seed: 42 }"),
    ("device", "device: { viewport: [393, 852], profile: iphone-simulator }"),
    ("camera", "camera: { trace: pan-and-zoom, frames: 600, seed: 7 }"),
    ("map", "map: { fitting: [exact, residual] }"),
    ("app", "app: { delivery: [synchronous, asynchronous], animated: [false, true] }"),
    ("events", "events: { location: 1, data: 0.2, commands: 0.5, resizes: 0.2, seed: 3 }"),
    ("naive", "naive: unguarded"),
    ("strategies", "strategies: [unguarded, gesture-only]"),
  ]

  /// The file with the line of a key replaced, or left out; any other key is added at the end.
  func replacing(_ key: String, by text: String?) -> RegionUpdatesScenario {
    var copy = self
    let index = lines.firstIndex { $0.key == key }
    if let index { copy.lines.remove(at: index) }
    if let text { copy.lines.insert((key, text), at: index ?? lines.count) }
    return copy
  }

  var text: String { lines.map { $0.text + "\n" }.joined() }

  /// The scenario, as if its file lay in a folder.
  func scenario(
    in folder: String = "/", adding entries: [StrategyEntry<RegionUpdateMake>] = []
  ) throws(InputError) -> Scenario {
    try Scenario(
      yaml: text, file: folder + "/scenario.yaml",
      families: FamilyRegistry([Family.regionUpdates.adding(entries)]))
  }
}

extension Scenario {
  /// A case of the scenario at a size, of its first variant and strategy where nothing else is
  /// asked for.
  func regionCase(
    _ strategy: String? = nil, variant: String? = nil, size: Int? = nil
  ) -> Case {
    Case(
      scenario: name, variant: variant ?? workload.variants[0], size: size ?? sizes[0],
      strategy: strategy ?? strategies[0])
  }

  private static let folders = TrialFolders(own: "/nowhere", shared: "/nowhere")

  /// Replays a case, and answers with its results by name.
  func replayRegions(_ scenarioCase: Case) throws -> [String: Double] {
    let replay = try workload.prepare(scenarioCase, folders: Self.folders)
    try replay.build()
    for frame in 0..<replay.frameCount {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    var values: [String: Double] = [:]
    for value in replay.results() {
      if case .number(let number) = value.value { values[value.name] = number }
    }
    return values
  }

  func inspectRegions(_ scenarioCase: Case) throws -> Inspection {
    let pictures = try TemporaryFolder()
    return try workload.inspect(scenarioCase, folders: Self.folders, pictures: pictures.path)
  }
}

import Foundation
import Platform
import ScenarioModel
import Simulation
import Support

/// A family for tests of the harness: each frame counts a part of some numbers. It has no map.
package struct CountingFamily: ScenarioFamily {
  static let table = MetricTable<Tally>([
    .init("items-counted", .count, .counted, .higherIsBetter, "Items that were counted.") {
      $0.count
    },
    .init("item-sum", .count, .counted, .neutral, "The sum of the counted items.") { $0.sum },
    .init("modelled-time", .nanoseconds, .modelled, .lowerIsBetter, "Time to count the items.") {
      Double($0.count) * $0.timeOfItem
    },
  ])
  static let itemsSeen = Metric(
    "items-seen", .count, .counted, .higherIsBetter, "Items that an inspection saw.")

  package let description = FamilyDescription(
    name: "counting", strategies: Self.strategies.map(\.description),
    metrics: Self.table.metrics + [Self.itemsSeen], isMeasured: true, headlines: ["items-counted"],
    columns: ["items-counted"], sizeLabel: "items", frameLabel: "one part of the items")
  package let keys = CountingWorkload.keys

  package init() {}

  package func workload(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides
  ) throws(InputError) -> any Workload {
    try CountingWorkload(mapping, file: file, parameters: parameters)
  }

  /// The outcomes that each inspection reports for two settings.
  package static let outcomes = [
    SettingOutcome(setting: "calm", faults: []),
    SettingOutcome(
      setting: "busy, \"at night\"",
      faults: [.init(name: "loops", extent: "12 x"), .init(name: "off", extent: "3 pt")]),
  ]
}

private struct CountingWorkload: Workload {
  static let keys: [ScenarioKey] = ["items", "frames", "profile", "variants", "signal"]

  let variants: [String]
  let frameCount: Int
  let profile: PlatformProfile?
  var profileGroups: [ProfileParameter.Group] { profile == nil ? [] : [.map] }
  let maxSize = 1_000_000
  let facts: [(name: String, value: String)] = []
  /// A file of numbers, one a line; without one they are random.
  private let itemFile: String?
  private var seed: UInt64
  /// The file that a strategy makes before it loops.
  private let signal: String?

  init(_ mapping: YAMLMapping, file: String, parameters: ParameterOverrides) throws(InputError) {
    let items = try mapping.value("items").mapping(keys: ["seed", "file"])
    seed = UInt64(try items["seed"]?.integer(in: 0 ... .max) ?? 0)
    let path = try items["file"]?.text()
    itemFile = path.map { FilePath.resolve($0, relativeTo: file) }
    frameCount = try mapping.value("frames").integer(in: 1...100_000)
    if let name = mapping["profile"] {
      profile = try PlatformProfile(
        named: name, scenarioFile: file, providing: [.map], parameters: parameters)
    } else {
      profile = nil
    }
    var variants: [String] = []
    for variant in try mapping["variants"]?.elements() ?? [] { variants.append(try variant.text()) }
    self.variants = variants.isEmpty ? [""] : variants
    signal = try mapping["signal"]?.text()
  }

  var inputFiles: [String] { itemFile.map { [$0] } ?? [] }
  var seeds: [(name: String, seed: UInt64)] { [("items", seed)] }

  func defaultSize() -> Int { 30 }
  func check(sizes: [Int]) {}

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.seed = seed
    return workload
  }

  /// An inspection of an odd size has no results, so that the harness takes them from the replay.
  func session(_ request: ReplayRequest) throws -> ReplaySession {
    let scenarioCase = request.scenarioCase
    func replay() throws -> Tally {
      Tally(
        items: try items(scenarioCase.size),
        // A warm-up is long enough for a fault in the fifth frame.
        frameCount: request.purpose == .warmUp ? min(frameCount, 8) : frameCount,
        timeOfItem: profile?[.addAnnotation] ?? 1, isMeasured: request.purpose == .trial,
        signal: signal, strategy: try CountingFamily.strategies.entry(of: scenarioCase).make)
    }
    return ReplaySession(try replay()) { pictures in
      let replay = try replay()
      try replay.run()
      let results = scenarioCase.size.isMultiple(of: 2) ? replay.results() : nil
      let seen = NamedValue(CountingFamily.itemsSeen, replay.count)
      guard let pictures else { return Inspection(values: [seen], results: results) }
      let picture = scenarioCase.fileName("png")
      try Data(Self.pngSignature).write(to: URL(fileURLWithPath: pictures + "/" + picture))
      return Inspection(
        values: [seen], results: results,
        pictures: [Inspection.Picture(file: picture, frame: 0, caption: "nothing")],
        recording: try ReplayRecording().write(of: scenarioCase, to: pictures),
        outcomes: CountingFamily.outcomes)
    }
  }

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private func items(_ size: Int) throws -> [Int] {
    if let itemFile {
      let lines = try String(contentsOfFile: itemFile, encoding: .utf8).split(separator: "\n")
      return lines.prefix(size).compactMap { Int($0) }
    }
    var generator = SplitMix64(seed: seed)
    return (0..<size).map { _ in generator.index(below: 1_000_000) }
  }
}

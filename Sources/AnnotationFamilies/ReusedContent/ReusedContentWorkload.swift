import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a scenario with pictures: pins, a screen, a camera, and a server.
struct ReusedContentWorkload: MapWorkload {
  static let keys: [ScenarioKey] = MapSource.keys + ["pictures"]
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .pictures]

  var map: MapSource
  private var server: PictureServerSource
  private let entries: [StrategyEntry<ReusedContentFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<ReusedContentFamily.Make>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    server = try PictureServerSource(mapping["pictures"])
    self.entries = entries
  }

  /// A frame is a use of the map.
  var refresh: Double? { nil }
  var maxSize: Int { 1_000_000 }
  var seeds: [(name: String, seed: UInt64)] { map.seeds + [("pictures", server.seed)] }
  var facts: [(name: String, value: String)] {
    map.facts(adding: [("pictures", server.description)])
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.server.seed = seed
    return workload
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant).withoutPixels
    let shared = SharedValues()
    return replay(
      pins: try map.pins(size: scenarioCase.size, on: device, sharing: shared),
      rects: try map.visibleMapRects(on: device, sharing: shared), device: device,
      entry: try entries.entry(of: scenarioCase))
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let device = try map.device(of: scenarioCase.variant).withoutPixels
    let replay = replay(
      pins: try map.pins(size: scenarioCase.size, on: device, sharing: shared),
      rects: try map.visibleMapRects(on: device, sharing: shared), device: device,
      entry: try entries.entry(of: scenarioCase))
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant).withoutPixels
    let pins = try map.pins.pins(size: min(scenarioCase.size, 100))
    return replay(
      pins: pins, rects: Array(try map.visibleMapRects(around: pins, on: device).prefix(20)),
      device: device, entry: try entries.entry(of: scenarioCase))
  }

  /// A frame of the replay is one use of the map.
  private func replay(
    pins: PinSet, rects: [MapRect], device: Device, entry: StrategyEntry<ReusedContentFamily.Make>
  ) -> OutcomeReplay<ContentRecord> {
    OutcomeReplay(frameCount: 1) { [server] _ in
      let device = ContentDevice(
        pins: pins, device: device, failures: server.failures, seed: server.seed, entry: entry)
      for (frame, rect) in rects.enumerated() { device.show(rect, frame: frame) }
      return device.record
    } values: { records in
      let table = ReusedContentFamily.table
      guard let record = records.last else { return table.notAvailable("no use was replayed") }
      return table.values(of: record)
    }
  }

  /// The use with a transcript, a recording of the network, and a picture of the frame with the
  /// most wrong views.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let screen = try map.device(of: scenarioCase.variant)
    let shared = SharedValues()
    let pins = try map.pins(size: scenarioCase.size, on: screen, sharing: shared)
    let rects = try map.visibleMapRects(on: screen, sharing: shared)
    let entry = try entries.entry(of: scenarioCase)
    let writer = TranscriptWriter()
    let first = ContentDevice(
      pins: pins, device: screen.withoutPixels, failures: server.failures, seed: server.seed,
      entry: entry, transcript: writer)
    first.simulation.timeline = Timeline()
    var worst = (frame: 0, count: -1)
    for (frame, rect) in rects.enumerated() {
      first.show(rect, frame: frame)
      let count = first.wrongViewCount
      if count > worst.count { worst = (frame, count) }
    }
    let second = ContentDevice(
      pins: pins, device: screen, failures: server.failures, seed: server.seed, entry: entry)
    for (frame, rect) in rects.prefix(worst.frame + 1).enumerated() {
      second.show(rect, frame: frame)
    }
    second.drawStates()
    let name = scenarioCase.fileName("png")
    try second.mapView.paint(to: pictures + "/" + name)
    return Inspection(
      pictures: [
        Inspection.Picture(
          file: name, frame: worst.frame,
          caption: "\(scenarioCase.strategy), frame \(worst.frame): \(worst.count) of "
            + "\(second.mapView.liveViewCount) views show another pin's picture (red); blue ones "
            + "show their own, grey ones none")
      ],
      recording: try ReplayRecording(timeline: first.simulation.timeline)
        .write(of: scenarioCase, to: pictures),
      transcripts: [writer.transcript(title: "the map appears, and the user moves it")])
  }
}

/// The server of pictures: the fraction of failures, and the seed of its latencies.
struct PictureServerSource: Hashable, Sendable {
  let failures: Double
  var seed: UInt64

  private static let keys = ["failures", "seed"]

  /// - Parameter yaml: `nil` for a server that always answers.
  init(_ yaml: YAMLValue?) throws(InputError) {
    let mapping = try yaml?.mapping(keys: Self.keys)
    failures = try mapping?["failures"]?.number(in: 0...1) ?? 0
    seed = UInt64(try mapping?["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  var description: String {
    (failures == 0 ? "" : "\(failures * 100) % of the loads fail, ") + "seed \(seed)"
  }
}

import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a scenario of icons: pins, a screen, a camera, and files of pictures.
struct MarkerImagesWorkload: MapWorkload {
  static let keys: [ScenarioKey] = MapSource.keys + ["images"]
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .pictures]

  var map: MapSource
  private var images: MarkerImageSource
  private let entries: [StrategyEntry<MarkerImagesFamily.Make>]

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<MarkerImagesFamily.Make>]
  ) throws(InputError) {
    map = try MapSource(
      mapping, scenarioFile: file, providing: Self.profileGroups, parameters: parameters)
    images = try MarkerImageSource(mapping.value("images"))
    self.entries = entries
  }

  var maxSize: Int { 1_000_000 }
  var seeds: [(name: String, seed: UInt64)] { map.seeds + [("images", images.seed)] }
  var facts: [(name: String, value: String)] {
    map.facts(adding: [("images", images.description)])
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.images.seed = seed
    return workload
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, sharing: SharedValues())
  }

  func evaluate(
    _ scenarioCase: Case, folders: TrialFolders, sharing shared: SharedValues
  ) throws -> any ReplayRecord {
    let replay = try replay(scenarioCase, sharing: shared)
    try replay.run()
    return FixedRecord(values: replay.results())
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let device = try map.device(of: scenarioCase.variant).withoutPixels
    let pins = try map.pins.pins(size: min(scenarioCase.size, 5))
    return try replay(
      scenarioCase, pins: pins,
      rects: Array(try map.visibleMapRects(around: pins, on: device).prefix(5)), on: device,
      files: MarkerIcons.files(kinds: 2, pixels: 32, seed: 0))
  }

  /// A recording of the map, and a timeline of the background.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let device = try map.device(of: scenarioCase.variant).withoutPixels
    let replay = try replay(scenarioCase, sharing: SharedValues())
    let writer = TranscriptWriter()
    let interval = FrameForecast.interval(refresh: device.refresh)
    var decodes = 0
    let recording = try replay.record(on: device) { frame, mapView in
      guard let decoding = replay.driver?.decoding, decoding.decodes > decodes else { return }
      writer.note(
        "\(decoding.decodes - decodes) pictures are decoded; \(decoding.heldPixels * 4 / 1_000) KB "
          + "of pixels for \(mapView.liveViewCount) views on screen", at: Int64(frame) * interval)
      decodes = decoding.decodes
    }
    return Inspection(
      recording: try ReplayRecording(map: recording).write(of: scenarioCase, to: pictures),
      transcripts: [writer.transcript(title: "icons are decoded while the map moves")])
  }

  private func replay(
    _ scenarioCase: Case, sharing shared: SharedValues
  ) throws -> MarkerReplay<MarkerImageDevice> {
    let device = try map.device(of: scenarioCase.variant).withoutPixels
    let files = try shared.value("icons", images.description, under: device.profile) { _ in
      try MarkerIcons.files(kinds: images.kinds, pixels: images.pixels, seed: images.seed)
    }
    return try replay(
      scenarioCase, pins: map.pins(size: scenarioCase.size, on: device, sharing: shared),
      rects: map.visibleMapRects(on: device, sharing: shared), on: device, files: files)
  }

  private func replay(
    _ scenarioCase: Case, pins: PinSet, rects: [MapRect], on device: Device, files: [PNGPicture]
  ) throws -> MarkerReplay<MarkerImageDevice> {
    let entry = try entries.entry(of: scenarioCase)
    let environment = MarkerImageEnvironment(
      pins: pins, device: device, files: files, iconSize: images.size, scale: map.device.scale)
    return MarkerReplay(rects: rects) {
      MarkerImageDevice(environment, entry: entry)
    } values: { replay in
      let table = MarkerImagesFamily.table
      guard let driver = replay.driver, !replay.frames.isEmpty else {
        return table.notAvailable("no frame was replayed")
      }
      let footprint = FootprintForecast(
        annotations: driver.mapView.annotations.count, markerViews: 0, imageViews: 0, indexes: 0,
        profile: device.profile)
      return table.values(
        of: MarkerImagesRecord(
          forecast: replay.forecast(on: device), decodes: driver.decoding.decodes,
          mainPixels: driver.decoding.mainPixels, peakPixels: driver.peakPixels,
          viewFrames: driver.viewFrames, emptyFrames: driver.emptyFrames,
          base: footprint.base + footprint.annotations))
    }
  }
}

/// The icons of a scenario: so many kinds, and their width in the file and on the screen.
struct MarkerImageSource: Hashable, Sendable {
  let kinds: Int
  /// The width and the height in the file.
  let pixels: Int
  /// The width on the screen in points.
  let size: Double
  var seed: UInt64

  private static let keys = ["kinds", "pixels", "size", "seed"]

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    kinds = try mapping.value("kinds").integer(in: 1...1_000)
    pixels = try mapping.value("pixels").integer(in: 8...2_048)
    size = try mapping["size"]?.number(in: 8...200) ?? 32
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  var description: String {
    "\(kinds) kinds of \(pixels) x \(pixels) pixels, shown \(Int(size)) pt wide, seed \(seed)"
  }
}

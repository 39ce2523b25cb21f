import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The environment of a scenario with stacked pins: pins, a screen, and people who open pins.
struct PinOpeningWorkload: Workload {
  static let keys: [ScenarioKey] = ["data", "stacks", "device", "attempts"]
  static let profileGroups: [ProfileParameter.Group] = [.app, .map, .opening, .list, .gestures]

  private var pins: PinSource
  private var stacks: StackSource
  private let devices: [DeviceVariant]
  private let profileFiles: [String]
  /// The maximum number of pins that people try to open.
  private let attempts: Int
  private let entries: [StrategyEntry<PinOpeningFactory>]

  private static let defaultAttempts = 300

  init(
    _ mapping: YAMLMapping, file: String, parameters: ParameterOverrides,
    entries: [StrategyEntry<PinOpeningFactory>]
  ) throws(InputError) {
    pins = try PinSource(mapping.value("data"), scenarioFile: file)
    stacks = try StackSource(mapping["stacks"])
    let device = try mapping.value("device")
    profileFiles = try DeviceVariant.profileFiles(device, scenarioFile: file)
    devices = try DeviceVariant.variants(
      device, scenarioFile: file, providing: Self.profileGroups,
      parameters: parameters)
    attempts = try mapping["attempts"]?.integer(in: 1...1_000_000) ?? Self.defaultAttempts
    self.entries = entries
  }

  var variants: [String] { devices.map(\.name) }
  func platform(of variant: String) -> VariantPlatform {
    let device = (devices.first { $0.name == variant } ?? devices[0]).device
    return VariantPlatform(variant: variant, refresh: nil, profile: device.profile)
  }
  var maxSize: Int { 1_000_000 }
  var profile: PlatformProfile? { devices[0].device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var inputFiles: [String] { [pins.file].compactMap(\.self) + profileFiles }

  func defaultSize() throws(InputError) -> Int { try pins.count() }

  func check(sizes: [Int]) throws { try pins.check(sizes: sizes) }

  var seeds: [(name: String, seed: UInt64)] {
    (pins.seed.map { [("pins", $0)] } ?? []) + [("stacks", stacks.seed)]
  }

  func reseeded(_ seed: UInt64) -> Self {
    var workload = self
    workload.pins = pins.reseeded(seed)
    workload.stacks.seed = seed
    return workload
  }

  var facts: [(name: String, value: String)] {
    let device = devices[0].device
    return [
      ("pins", pins.description), ("stacks", stacks.description),
      ("attempts", "\(attempts) pins at most, each from the view of all pins"),
      (
        "screen",
        "\(Int(device.viewport.width)) x \(Int(device.viewport.height)) pt at \(device.scale)x"
      ),
      ("profile", devices.map(\.device.profile.name).joined(separator: ", ")),
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(scenarioCase, in: environment(scenarioCase), folders: folders)
  }

  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(
      scenarioCase, in: environment(scenarioCase, size: min(scenarioCase.size, 100), attempts: 3),
      folders: folders)
  }

  /// A frame is an attempt; all are made on one map.
  private func replay(
    _ scenarioCase: Case, in environment: OpeningEnvironment, folders: TrialFolders
  ) throws -> OutcomeReplay<OpeningAttempt> {
    let entry = try entries.entry(of: scenarioCase)
    return OutcomeReplay(frameCount: environment.targets.count) {
      let device = try OpeningDevice(environment, entry: entry, workspace: folders.own)
      return { frame in try device.attempt(environment.targets[frame]) }
    } values: { attempts in
      let table = PinOpeningFamily.table
      return attempts.isEmpty
        ? table.notAvailable("no attempt was replayed") : table.values(of: attempts)
    }
  }

  private func environment(
    _ scenarioCase: Case, size: Int? = nil, attempts: Int? = nil, withPixels: Bool = false
  ) throws -> OpeningEnvironment {
    guard let variant = devices.first(where: { $0.name == scenarioCase.variant }) else {
      throw WorkloadError.unknownVariant(scenarioCase.variant, known: variants)
    }
    let pins = stacks.stacked(try pins.pins(size: size ?? scenarioCase.size))
    // Spread evenly over the pins.
    let count = min(attempts ?? self.attempts, pins.count)
    return OpeningEnvironment(
      pins: pins, isStacked: try stacks.isStacked(pins),
      targets: (0..<count).map { $0 * pins.count / count },
      device: withPixels ? variant.device : variant.device.withoutPixels)
  }

  /// The attempts of a transcript and a recording.
  private static let shownAttempts = 12
  /// The frames of a recording that show the same step.
  private static let framesOfStep = 45

  /// The first attempts, with a transcript, a recording of the map, and a picture of the end of the
  /// first one that failed.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let environment = try environment(scenarioCase, withPixels: true)
    let device = try OpeningDevice(
      environment, entry: try entries.entry(of: scenarioCase), workspace: folders.own)
    let writer = TranscriptWriter()
    let profile = environment.device.profile
    var history = ViewHistory()
    var rects: [MapRect] = []
    var peaks = MapPeaks(frameCount: 0)
    var works: [FrameWork] = []
    var counts = OperationCounts()
    device.didStep = { [mapView = device.mapView] step in
      writer.note(step, at: Int64(rects.count / Self.framesOfStep) * 1_000_000_000)
      for _ in 0..<Self.framesOfStep {
        history.frameDidEnd(rects.count, on: mapView)
        rects.append(mapView.visibleMapRect)
        works.append((mapView.counts - counts).work(on: profile, afterFirstView: !works.isEmpty))
        counts = mapView.counts
        peaks.frameDidEnd(on: mapView, indexes: IndexContents())
      }
    }
    var picture: Inspection.Picture?
    for target in environment.targets.prefix(Self.shownAttempts) {
      let outcome = try device.attempt(target).outcome
      guard outcome != .opened, picture == nil else { continue }
      let name = scenarioCase.fileName("png")
      try device.mapView.paint(to: pictures + "/" + name)
      picture = Inspection.Picture(
        file: name, frame: max(rects.count - 1, 0),
        caption: "\(scenarioCase.strategy): pin \(target) cannot be opened: \(outcome.rawValue)")
    }
    var recording = MapRecording(of: rects, on: environment.device)
    history.write(to: &recording)
    for work in works { recording.work.append(work) }
    recording.liveViews.numbers = peaks.liveViewsByFrame
    for footprint in peaks.footprints(on: profile) { recording.memory.append(footprint) }
    return Inspection(
      pictures: [picture].compactMap(\.self),
      recording: try ReplayRecording(map: recording).write(of: scenarioCase, to: pictures),
      transcripts: [writer.transcript(title: "a person tries to open one pin after the other")])
  }
}

extension MapView {
  /// Paints the screen into a file.
  func paint(to path: String) throws {
    let buffer = makeFrameBuffer()
    composite(into: buffer)
    do {
      try buffer.downsampled(by: device.scale).writePNG(to: path)
    } catch {
      throw EnvironmentError(path: error.path, reason: error.reason)
    }
  }
}

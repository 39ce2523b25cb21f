import MapGeometry
import MapSimulation
import Measurement
import PinData
import PlatformProfiles
import YAMLReading

/// The world of an annotations scenario: pins, a screen, and how its camera moves.
struct AnnotationsWorkload: Workload {
  static let keys = ["data", "device", "camera"]
  /// More pins than any memory limit here allows, and fewer than an index takes.
  static let greatestPinCount = 100_000_000
  /// What the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .map]

  private var source: PinSource
  private var camera: CameraSource
  let device: Device
  private let profileFile: String?
  private let entries: [AnnotationStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [AnnotationStrategyEntry]
  ) throws(InputError) {
    source = try PinSource(mapping.value("data"), scenarioFile: file)
    camera = try CameraSource(mapping.value("camera"), scenarioFile: file)
    device = try Device(
      mapping.value("device"), scenarioFile: file, providing: Self.profileGroups)
    profileFile = try Device.profileFile(mapping.value("device"), scenarioFile: file)
    self.entries = entries
  }

  var greatestSize: Int { Self.greatestPinCount }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var refresh: Double? { device.refresh }

  func defaultSize() throws(InputError) -> Int {
    switch source {
    case .generator(_, let pins, _): return pins
    case .file(let contents):
      do {
        return try contents.read().count
      } catch {
        throw InputError(error)
      }
    }
  }

  func check(sizes: [Int]) throws {
    try source.check(sizes: sizes)
    try camera.check()
  }

  var inputFiles: [String] { [source.file, camera.file, profileFile].compactMap(\.self) }

  var seeds: [(name: String, seed: UInt64)] {
    var seeds: [(name: String, seed: UInt64)] = []
    if case .generator(_, _, let seed) = source { seeds.append(("pins", seed)) }
    if case .generator(_, _, let seed) = camera { seeds.append(("camera", seed)) }
    return seeds
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.source = source.reseeded(seed)
    workload.camera = camera.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    let viewport = device.viewport
    return [
      ("pins", source.description),
      ("camera", camera.description),
      (
        "screen",
        "\(Int(viewport.width)) x \(Int(viewport.height)) pt at \(device.scale)x, "
          + "\(Int(device.refresh)) Hz"
      ),
      ("profile", device.profile.name + (profileFile.map { " from \($0)" } ?? "")),
    ]
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    try replay(
      scenarioCase, size: scenarioCase.size, frameLimit: .max, screen: device,
      workspace: folders.own)
  }

  /// A few pins and frames load the code and the database's library. The screen is a small one:
  /// what the warm-up holds stays in memory to the end of the trial, and must not show in its peak.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    let screen = Device(
      viewport: device.viewport, scale: 1, refresh: device.refresh, profile: device.profile)
    return try replay(
      scenarioCase, size: min(scenarioCase.size, 100), frameLimit: 20, screen: screen,
      workspace: folders.own)
  }

  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let replay = try replay(
      scenarioCase, size: scenarioCase.size, frameLimit: .max, screen: device,
      workspace: folders.own)
    return try AnnotationsInspection(replay: replay).run(
      scenarioCase, picturesFolder: pictures)
  }

  private func replay(
    _ scenarioCase: Case, size: Int, frameLimit: Int, screen: Device, workspace: String
  ) throws -> AnnotationsReplay {
    let entry = try entries.entry(of: scenarioCase)
    let pins = try source.pins(size: size)
    let rects = try camera.visibleMapRects(
      pins: pins, viewport: device.viewport, refresh: device.refresh)
    return AnnotationsReplay(
      pins: pins, visibleMapRects: Array(rects.prefix(frameLimit)), device: screen,
      workspace: workspace, entry: entry)
  }
}

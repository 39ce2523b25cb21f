import MapGeometry
import MapSimulation
import Measurement
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The world of an annotations scenario: pins, a screen, and how its camera moves.
struct AnnotationsWorkload: Workload {
  static let keys = MapSource.keys
  /// What the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .map]

  private var map: MapSource
  private let entries: [AnnotationStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [AnnotationStrategyEntry]
  ) throws(InputError) {
    map = try MapSource(mapping, scenarioFile: file, providing: Self.profileGroups)
    self.entries = entries
  }

  var device: Device { map.device }
  var maxSize: Int { PinSource.greatestCount }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var refresh: Double? { device.refresh }

  var inputFiles: [String] { map.inputFiles }

  func defaultSize() throws(InputError) -> Int { try map.pins.count() }

  func check(sizes: [Int]) throws { try map.check(sizes: sizes) }

  var seeds: [(name: String, seed: UInt64)] { map.seeds }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.map = map.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] { map.facts() }

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
    let pins = try map.pins.pins(size: size)
    let rects = try map.visibleMapRects(pins: pins)
    return AnnotationsReplay(
      pins: pins, visibleMapRects: Array(rects.prefix(frameLimit)), device: screen,
      workspace: workspace, entry: entry)
  }
}

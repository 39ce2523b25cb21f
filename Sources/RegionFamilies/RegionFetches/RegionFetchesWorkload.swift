import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import Workloads
import YAMLReading

/// The world of a region fetches scenario: pins on a server, a screen, and how its user moves the
/// map.
struct RegionFetchesWorkload: Workload {
  static let keys = MapSource.keys + ["user", "network"]
  /// What the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .updates]

  private var map: MapSource
  private var user: MapUser
  private var network: NetworkSource
  private let entries: [RegionFetchStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [RegionFetchStrategyEntry]
  ) throws(InputError) {
    map = try MapSource(mapping, scenarioFile: file, providing: Self.profileGroups)
    if let value = mapping["user"] { user = try MapUser(value) } else { user = MapUser() }
    network = try NetworkSource(mapping.value("network"))
    self.entries = entries
  }

  var maxSize: Int { PinSource.greatestCount }
  var profile: PlatformProfile? { map.device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var inputFiles: [String] { map.inputFiles }

  func defaultSize() throws(InputError) -> Int { try map.pins.count() }

  func check(sizes: [Int]) throws { try map.check(sizes: sizes) }

  var seeds: [(name: String, seed: UInt64)] {
    map.seeds + [("user", user.seed), ("network", network.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.map = map.reseeded(seed)
    workload.user = user.reseeded(seed)
    workload.network = network.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    map.facts(
      pinsName: "pins on the server",
      adding: [
        ("user", user.description),
        ("network", network.description),
        ("server", "answers with \(PinServer.answerLimit) pins at most"),
      ])
  }

  func prepare(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    RegionFetchReplay(
      world: try world(size: scenarioCase.size), entry: try entries.entry(of: scenarioCase))
  }

  /// A few pins and gestures load the code.
  func prepareWarmUp(_ scenarioCase: Case, folders: TrialFolders) throws -> any Replay {
    RegionFetchReplay(
      world: try world(size: min(scenarioCase.size, 100), gestureLimit: 3),
      entry: try entries.entry(of: scenarioCase))
  }

  /// Everything that a session is judged by is noted in every trial; here its beginning is written
  /// down for people to read.
  func inspect(
    _ scenarioCase: Case, folders: TrialFolders, pictures: String
  ) throws -> Inspection {
    let transcript = RegionFetchTranscript(
      world: try world(size: scenarioCase.size), entry: try entries.entry(of: scenarioCase))
    return Inspection(transcripts: [transcript.write()])
  }

  private func world(size: Int, gestureLimit: Int = .max) throws -> RegionFetchWorld {
    let device = map.device
    let pins = try map.pins.pins(size: size)
    let rects = try map.visibleMapRects(pins: pins)
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    let gestures = CameraGestures(visibleMapRects: rects, viewport: device.viewport)
    let session = MapSession(
      gestures, refresh: device.refresh, user: user,
      regionEndLimit: Int(device.profile[.regionEndsPerFling]))
    return try RegionFetchWorld(
      pins: pins, session: session.prefix(gestureLimit), device: device, network: network)
  }
}

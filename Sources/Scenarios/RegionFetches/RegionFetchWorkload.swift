import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import YAMLReading

/// The world of a region fetches scenario: pins on a server, a screen, and how its user moves the
/// map.
struct RegionFetchWorkload: Workload {
  static let keys = ["data", "device", "camera", "user", "network"]
  /// What the modelled numbers rest on.
  static let profileGroups: [ProfileParameter.Group] = [.app, .updates]

  private var source: PinSource
  private var camera: CameraSource
  private var user: MapUser
  private var network: NetworkSource
  private let device: Device
  private let profileFile: String?
  private let entries: [RegionFetchStrategyEntry]

  init(
    _ mapping: YAMLMapping, file: String, entries: [RegionFetchStrategyEntry]
  ) throws(InputError) {
    source = try PinSource(mapping.value("data"), scenarioFile: file)
    device = try Device(
      mapping.value("device"), scenarioFile: file, providing: Self.profileGroups)
    profileFile = try Device.profileFile(mapping.value("device"), scenarioFile: file)
    camera = try CameraSource(mapping.value("camera"), scenarioFile: file)
    if let value = mapping["user"] { user = try MapUser(value) } else { user = MapUser() }
    network = try NetworkSource(mapping.value("network"))
    self.entries = entries
  }

  var greatestSize: Int { AnnotationsWorkload.greatestPinCount }
  var profile: PlatformProfile? { device.profile }
  var profileGroups: [ProfileParameter.Group] { Self.profileGroups }
  var inputFiles: [String] { [source.file, camera.file, profileFile].compactMap(\.self) }

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

  var seeds: [(name: String, seed: UInt64)] {
    var seeds: [(name: String, seed: UInt64)] = []
    if case .generator(_, _, let seed) = source { seeds.append(("pins", seed)) }
    if case .generator(_, _, let seed) = camera { seeds.append(("camera", seed)) }
    return seeds + [("user", user.seed), ("network", network.seed)]
  }

  func reseeded(_ seed: UInt64) -> any Workload {
    var workload = self
    workload.source = source.reseeded(seed)
    workload.camera = camera.reseeded(seed)
    workload.user = user.reseeded(seed)
    workload.network = network.reseeded(seed)
    return workload
  }

  var facts: [(name: String, value: String)] {
    let viewport = device.viewport
    return [
      ("pins on the server", source.description),
      ("camera", camera.description),
      ("user", user.description),
      ("network", network.description),
      (
        "server",
        "answers with \(PinServer.answerLimit) pins at most; "
          + "\(PinServer.requestSize) B a request and an answer, \(PinServer.pinSize) B a pin"
      ),
      (
        "screen",
        "\(Int(viewport.width)) x \(Int(viewport.height)) pt, \(Int(device.refresh)) Hz"
      ),
      ("profile", device.profile.name + (profileFile.map { " from \($0)" } ?? "")),
    ]
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
    let pins = try source.pins(size: size)
    let rects = try camera.visibleMapRects(
      pins: pins, viewport: device.viewport, refresh: device.refresh)
    guard !rects.isEmpty else { throw WorkloadError.emptyTrace }
    let gestures = CameraGestures(visibleMapRects: rects, viewport: device.viewport)
    let session = MapSession(
      gestures, refresh: device.refresh, user: user,
      regionEndLimit: Int(device.profile[.regionEndsPerFling]))
    return try RegionFetchWorld(
      pins: pins, session: session.prefix(gestureLimit), device: device, network: network)
  }
}

import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import RegionFamilies
import ScenarioModel
import Synchronization
import TestSupport

/// A region fetches scenario of a test, in files of a folder.
///
/// The screen is a square one of ten movements a second, and the server's answers all take 100 ms,
/// unless a test says otherwise.
struct RegionFetchTrial {
  private static let name = "sample"

  let folder: TemporaryFolder
  let scenario: Scenario

  /// An environment made by hand: pins on the equator, and a map one degree wide that moves along
  /// it.
  ///
  /// - Parameters:
  ///   - pins: their longitudes.
  ///   - way: the longitude of the map's middle in each frame.
  init(
    pins: [Double], way: [Double], profile: ProfileText = .steadyFetches(), looks: Double? = 0,
    failures: Double = 0, adding entries: [StrategyEntry<RegionFetchMake>] = []
  ) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "latitude,longitude\n" + pins.map { "0,\($0)\n" }.joined(), to: "pins.csv")
    let frames = way.enumerated().map { frame, longitude in
      CameraFrame(
        time: Double(frame) / 10,
        region: Region(
          center: Coordinate(latitude: 0, longitude: longitude),
          span: CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 1)))
    }
    _ = try folder.write(CameraTrace(frames: frames).jsonLines, to: "camera.jsonl")
    try self.init(
      folder: folder, data: "{ file: pins.csv }", camera: "{ file: camera.jsonl }",
      profile: profile, looks: looks, failures: failures, adding: entries)
  }

  /// The environment of the scenario's text.
  init(
    folder: TemporaryFolder? = nil, data: String, camera: String,
    profile: ProfileText = .steadyFetches(), looks: Double? = 0.4, failures: Double = 0,
    adding entries: [StrategyEntry<RegionFetchMake>] = []
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    _ = try folder.write(profile.text, to: "profile.yaml")
    let family = Family.regionFetches.adding(entries)
    let strategies = family.strategies.map(\.name)
    self.folder = folder
    scenario = try Scenario(
      yaml: """
        scenario: \(Self.name)
        title: A sample
        family: region-fetches
        data: \(data)
        device: { viewport: [100, 100], refresh: 10, profile: profile.yaml }
        camera: \(camera)
        user: { \(looks.map { "looks: \($0), " } ?? "")seed: 5 }
        network: { failures: \(failures), seed: 3 }
        naive: fetch-each-end
        strategies: [\(strategies.joined(separator: ", "))]
        """, file: folder.path + "/scenario.yaml", families: FamilyRegistry([family]))
  }

  func trialCase(_ strategy: String) -> Case {
    Case(scenario: Self.name, variant: "", size: scenario.sizes[0], strategy: strategy)
  }

  func prepare(_ strategy: String) throws -> any Replay {
    try scenario.workload.prepare(trialCase(strategy), folders: folder.trialFolders())
  }

  func run(_ strategy: String) throws -> TrialValues {
    try TrialValues(prepare(strategy))
  }

  /// What happened, step by step.
  func transcript(_ strategy: String) throws -> Transcript? {
    try scenario.workload.inspect(
      trialCase(strategy), folders: folder.trialFolders(), pictures: folder.makeFolder()
    ).transcripts.first
  }
}

extension ProfileText {
  /// A platform whose server always takes equally long, and whose maps report the end of a fling so
  /// often at most.
  static func steadyFetches(
    latency: Double = 100, regionEnds: Int = 1, requestSize: Double = 700, resultSize: Double = 350
  ) -> ProfileText {
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("update-pass", 500, "us")
    profile.set("region-animation", 400, "ms")
    profile.set("fitting-residual", 0.024, "pt")
    profile.set("center-residual", 1e-9, "deg")
    profile.setLatency("fetch", median: latency, percentile95: latency)
    profile.set("fetch-request-size", requestSize, "B")
    profile.set("fetch-result-size", resultSize, "B")
    profile.set("region-ends-per-fling", Double(regionEnds), "count")
    return profile
  }

  /// A server whose answers hardly ever come in order, and maps that report four ends of a fling.
  static func erraticFetches() -> ProfileText {
    var profile = steadyFetches(regionEnds: 4)
    profile.setLatency("fetch", median: 300, percentile95: 5_000)
    return profile
  }
}

/// What happened to a coordinator that asks at every region end, for a test that watches it.
final class RegionFetchWatch: Sendable {
  struct Session: Sendable {
    /// What the map showed at each region end.
    var regionEnds: [MapRect] = []
    /// The answers, in the order in which they came and were shown.
    var answers: [PinAnswer] = []
    var failures = 0
    var counts: FetchCounts?
  }

  /// The watch of the test that is running.
  @TaskLocal static var current: RegionFetchWatch?

  private let storage = Mutex<[Session]>([])

  /// The sessions that have ended, in that order.
  var sessions: [Session] { storage.withLock { $0 } }

  func append(_ session: Session) {
    storage.withLock { $0.append(session) }
  }
}

/// Asks at every region end as an app would that knows nothing, and notes what comes of it.
final class WatchedFetches: RegionFetchStrategy {
  static let entry = StrategyEntry("watched", WatchedFetches.self, summary: "Watched.")

  private let layer: PinLayer
  private let server: PinServer
  private var session = RegionFetchWatch.Session()

  init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  deinit {
    session.counts = server.counts
    RegionFetchWatch.current?.append(session)
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    session.regionEnds.append(mapView.visibleMapRect)
    server.pins(in: mapView.visibleMapRect) { [weak self] result in self?.receive(result) }
  }

  private func receive(_ result: Result<PinAnswer, PinServerError>) {
    switch result {
    case .success(let answer):
      session.answers.append(answer)
      layer.show(answer)
    case .failure(.serverFailure):
      session.failures += 1
    }
  }
}

extension RegionFetchTrial {
  /// Runs a coordinator that asks at every region end, and returns what happened to it.
  func watch() throws -> (session: RegionFetchWatch.Session?, values: TrialValues) {
    let watch = RegionFetchWatch()
    let values = try RegionFetchWatch.$current.withValue(watch) { try run("watched") }
    return (watch.sessions.first, values)
  }
}

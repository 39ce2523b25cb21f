import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import Synchronization
import TestSupport

extension FamilyTrial {
  /// A square screen of ten movements a second, and a server of 400 pins whose answers all take
  /// 100 ms, unless a test says otherwise.
  ///
  /// - Parameter values: replace those of the scenario's lines.
  static func fetches(
    _ values: [String: String?] = [:], failures: Double = 0, profile: ProfileText = .fetches(),
    files: [String: String] = [:]
  ) throws -> FamilyTrial {
    let watched = StrategyEntry<RegionFetchMake>("watched", summary: "Watched.") {
      _, layer, server in WatchedFetches(layer: layer, server: server)
    }
    return try FamilyTrial(
      Family.regionFetches.adding([watched]),
      """
      data: { generator: cities, pins: 400, seed: 42 }
      device: { viewport: [100, 100], refresh: 10, profile: profile.yaml }
      camera: { trace: pan-and-zoom, frames: 400, seed: 7 }
      user: { looks: 0.4, seed: 5 }
      network: { failures: \(failures), seed: 3 }
      """, replacing: values, profile: profile, files: files)
  }

  /// Pins on the equator, and a map one degree wide that moves along it.
  ///
  /// - Parameters:
  ///   - pins: their longitudes.
  ///   - way: the longitude of the map's middle in each frame.
  static func fetches(
    pins: [Double], way: [Double], looks: Double = 0, failures: Double = 0,
    profile: ProfileText = .fetches()
  ) throws -> FamilyTrial {
    let span = CoordinateSpan(latitudeDelta: 0.1, longitudeDelta: 1)
    let frames = way.enumerated().map { frame, longitude in
      CameraFrame(
        time: Double(frame) / 10, region: Region(center: Coordinate(0, longitude), span: span))
    }
    return try fetches(
      [
        "data": "{ file: pins.csv }", "camera": "{ file: camera.jsonl }",
        "user": "{ looks: \(looks), seed: 5 }",
      ], failures: failures, profile: profile,
      files: [
        "pins.csv": "latitude,longitude\n" + pins.map { "0,\($0)\n" }.joined(),
        "camera.jsonl": CameraTrace(frames: frames).jsonLines,
      ])
  }

  /// Replays an app that asks at every region end, and returns what happened to it and its values.
  func watch() throws -> (session: RegionFetchWatch.Session, values: TrialValues) {
    let watch = RegionFetchWatch()
    let values = try RegionFetchWatch.$current.withValue(watch) { try run("watched") }
    return (watch.session.withLock { $0 }, values)
  }
}

extension ProfileText {
  /// A platform whose server always takes equally long, in milliseconds, and whose maps report the
  /// end of a fling so often at most.
  static func fetches(
    latency: Double = 100, percentile95: Double? = nil, regionEnds: Double = 1
  ) -> ProfileText {
    .simulator([
      "update-pass": (500, "us"), "region-animation": (400, "ms"),
      "fitting-residual": (0.024, "pt"), "center-residual": (1e-9, "deg"),
      "fetch-latency-median": (latency, "ms"),
      "fetch-latency-p95": (percentile95 ?? latency, "ms"), "fetch-request-size": (700, "B"),
      "fetch-result-size": (350, "B"), "region-ends-per-fling": (regionEnds, "count"),
    ])
  }

  /// A server whose answers hardly ever come in order, and maps that report four ends of a fling.
  static let erraticFetches = fetches(latency: 300, percentile95: 5_000, regionEnds: 4)
}

/// The watch over an app that asks at every region end.
final class RegionFetchWatch: Sendable {
  struct Session: Sendable {
    /// The rectangles that the map showed at each region end.
    var regionEnds: [MapRect] = []
    /// The answers, in the order in which they came and were shown.
    var answers: [PinAnswer] = []
    var failures = 0
    var counts: FetchCounts?
  }

  /// The watch of the test that is running.
  @TaskLocal static var current: RegionFetchWatch?

  /// The latest session that has ended.
  let session = Mutex(Session())
}

/// Asks at every region end as an app would that knows nothing, and notes what comes of it.
private final class WatchedFetches: RegionMapViewDelegate {
  private let layer: PinLayer
  private let server: SimulatedPinServer
  private var session = RegionFetchWatch.Session()

  init(layer: PinLayer, server: SimulatedPinServer) {
    self.layer = layer
    self.server = server
  }

  deinit {
    session.counts = server.counts
    RegionFetchWatch.current?.session.withLock { $0 = session }
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    session.regionEnds.append(mapView.visibleMapRect)
    server.pins(in: mapView.visibleMapRect) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let answer):
        session.answers.append(answer)
        layer.show(answer)
      case .failure: session.failures += 1
      }
    }
  }
}

import EventSimulation
import MapGeometry
import MapSimulation
import RegionFamilies
import ScenarioModel
import Synchronization

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
  static let entry = RegionFetchStrategyEntry("watched", WatchedFetches.self, summary: "Watched.")

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
  /// Runs a coordinator that asks at every region end, and tells what happened to it.
  func watch() throws -> (session: RegionFetchWatch.Session?, values: PlaceTrialValues) {
    let watch = RegionFetchWatch()
    let values = try RegionFetchWatch.$current.withValue(watch) { try run("watched") }
    return (watch.sessions.first, values)
  }
}

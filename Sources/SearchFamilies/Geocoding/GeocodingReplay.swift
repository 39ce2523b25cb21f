import Measurement
import ScenarioModel
import SearchSimulation

/// Visits to a list of addresses under one strategy; a frame is one person's visit.
final class GeocodingReplay: Replay {
  private let world: GeocodingWorld
  private let entry: GeocodingStrategyEntry
  private let engine: TimedPlaceSearch

  private var outcomes: [(outcome: GeocodingOutcome, traffic: SearchTraffic)?]
  /// The outcome of the frame that was just shown, until it is recorded.
  private var latest: (outcome: GeocodingOutcome, traffic: SearchTraffic)?

  init(world: GeocodingWorld, engine: TimedPlaceSearch, entry: GeocodingStrategyEntry) {
    self.world = world
    self.engine = engine
    self.entry = entry
    outcomes = Array(repeating: nil, count: world.visits.count)
  }

  var frameCount: Int { world.visits.count }

  /// Each person has a phone of their own.
  var framesAreIndependent: Bool { true }

  func reset() {
    for frame in outcomes.indices { outcomes[frame] = nil }
    latest = nil
  }

  /// The view models are made with each person's phone; there is nothing to make before.
  func build() {}

  func showFrame(_ frame: Int) throws {
    let device = GeocodingDevice(
      engine: engine, platform: world.platform, seed: world.platform.seed(ofPerson: frame),
      entry: entry)
    let outcome = device.perform(world.visits[frame])
    if let fault = device.service.engineFault { throw fault }
    latest = (outcome, device.service.traffic)
  }

  func frameDidEnd(_ frame: Int) {
    engine.frameDidEnd(frame)
    outcomes[frame] = latest
    latest = nil
  }

  func results() -> [NamedValue] {
    GeocodingSummary(
      outcomes: outcomes.compactMap { $0?.outcome },
      traffic: outcomes.compactMap { $0?.traffic }, searchTimes: engine.searchTimes
    ).values
  }
}

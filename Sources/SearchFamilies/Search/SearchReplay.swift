import Measurement
import PinData
import ScenarioModel
import SearchSimulation

/// A day of searches under one strategy; a frame is all that one person does.
final class SearchReplay: Replay {
  private let world: SearchWorld
  private let entry: SearchStrategyEntry
  private let engine: TimedPlaceSearch

  private var outcomes: [SearchOutcome?]
  private var traffics: [SearchTraffic?]
  /// The outcome of the frame that was just shown, until it is recorded.
  private var latest: (outcomes: [SearchOutcome], traffic: SearchTraffic)?

  init(world: SearchWorld, engine: TimedPlaceSearch, entry: SearchStrategyEntry) {
    self.world = world
    self.engine = engine
    self.entry = entry
    outcomes = Array(repeating: nil, count: world.trace.searches.count)
    traffics = Array(repeating: nil, count: world.people.count)
  }

  var frameCount: Int { world.people.count }

  /// Each person has a phone of their own.
  var framesAreIndependent: Bool { true }

  func reset() {
    for search in outcomes.indices { outcomes[search] = nil }
    for person in traffics.indices { traffics[person] = nil }
    latest = nil
  }

  /// The view models are made with each person's phone; there is nothing to make before.
  func build() {}

  func showFrame(_ frame: Int) throws {
    let range = world.people[frame]
    let searches = world.trace.searches[range]
    guard let first = searches.first else { return }
    let device = SearchDevice(
      engine: engine, platform: world.platform,
      seed: world.platform.seed(ofPerson: first.person), purpose: world.purpose,
      first: first, entry: entry)
    var found: [SearchOutcome] = []
    found.reserveCapacity(searches.count)
    for (index, search) in zip(range, searches) {
      let next = index + 1 < range.upperBound ? world.trace.searches[index + 1].start : nil
      found.append(device.perform(search, until: next))
    }
    if let fault = device.service.engineFault { throw fault }
    latest = (found, device.service.traffic)
  }

  func frameDidEnd(_ frame: Int) {
    engine.frameDidEnd(frame)
    guard let latest else { return }
    for (index, outcome) in zip(world.people[frame], latest.outcomes) { outcomes[index] = outcome }
    traffics[frame] = latest.traffic
    self.latest = nil
  }

  func results() -> [NamedValue] {
    SearchSummary(
      world: world, outcomes: outcomes, traffic: traffics.compactMap(\.self),
      searchTimes: engine.searchTimes
    ).values
  }
}

import ScenarioModel

/// One user's session with a map under one strategy; a frame is a gesture and the rest after it.
final class RegionFetchReplay: Replay {
  private let world: RegionFetchWorld
  private let entry: RegionFetchStrategyEntry
  private var device: RegionFetchDevice?
  private var outcomes: [RegionFetchOutcome?]
  /// The outcome of the frame that was just shown, until it is recorded.
  private var latest: RegionFetchOutcome?

  init(world: RegionFetchWorld, entry: RegionFetchStrategyEntry) {
    self.world = world
    self.entry = entry
    outcomes = Array(repeating: nil, count: world.session.rests.count)
  }

  /// The first frame is the map's appearance.
  var frameCount: Int { world.session.rests.count }

  /// The virtual time passes through all of them.
  var framesAreIndependent: Bool { false }

  func reset() {
    device = nil
    for frame in outcomes.indices { outcomes[frame] = nil }
    latest = nil
  }

  func build() {
    device = RegionFetchDevice(world: world, entry: entry)
  }

  func showFrame(_ frame: Int) {
    latest = device?.perform(frame)
  }

  func frameDidEnd(_ frame: Int) {
    outcomes[frame] = latest
    latest = nil
  }

  func results() -> [NamedValue] {
    RegionFetchSummary(outcomes: outcomes.compactMap(\.self)).values
  }
}

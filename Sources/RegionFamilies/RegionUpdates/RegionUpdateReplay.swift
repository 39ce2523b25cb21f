import ScenarioModel

/// The use of a map screen under one strategy; a frame is the whole use in one setting of the app.
final class RegionUpdateReplay: Replay {
  private let world: RegionUpdateWorld
  private let settings: [RegionAppSetting]
  private let entry: RegionUpdateStrategyEntry
  private var outcomes: [RegionUpdateOutcome?]
  /// The outcome of the frame that was just shown, until it is recorded.
  private var latest: RegionUpdateOutcome?

  init(world: RegionUpdateWorld, settings: [RegionAppSetting], entry: RegionUpdateStrategyEntry) {
    self.world = world
    self.settings = settings
    self.entry = entry
    outcomes = Array(repeating: nil, count: settings.count)
  }

  var frameCount: Int { settings.count }

  /// Each setting has a screen of its own.
  var framesAreIndependent: Bool { true }

  func reset() {
    for frame in outcomes.indices { outcomes[frame] = nil }
    latest = nil
  }

  /// The coordinators are made with each screen; there is nothing to make before.
  func build() {}

  func showFrame(_ frame: Int) {
    latest = RegionUpdateDevice(world: world, setting: settings[frame], entry: entry).perform()
  }

  func frameDidEnd(_ frame: Int) {
    outcomes[frame] = latest
    latest = nil
  }

  func results() -> [NamedValue] {
    RegionUpdateSummary(outcomes: outcomes.compactMap(\.self)).values
  }
}

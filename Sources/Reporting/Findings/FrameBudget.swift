import ScenarioModel

/// The time that a frame has on a workload's screen.
struct FrameBudget {
  /// Refreshes a second.
  let refresh: Double

  /// In nanoseconds.
  var time: Double { 1_000_000_000 / refresh }

  /// `nil` for a world without a screen.
  init?(refresh: Double?) {
    guard let refresh, refresh > 0 else { return nil }
    self.refresh = refresh
  }
}

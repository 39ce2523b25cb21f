import Scenarios

/// The time that a frame has on a workload's screen.
struct FrameBudget {
  /// Refreshes a second.
  let refresh: Double

  /// In nanoseconds.
  var time: Double { 1_000_000_000 / refresh }

  /// Reads the screen's refresh rate among the workload's facts, where it is the number before
  /// "Hz"; `nil` for a world without a screen.
  init?(_ workload: any Workload) {
    guard let screen = workload.facts.first(where: { $0.name == "screen" })?.value else {
      return nil
    }
    let words = screen.split(separator: " ")
    guard let unit = words.firstIndex(of: "Hz"), unit > 0, let refresh = Double(words[unit - 1]),
      refresh > 0, refresh.isFinite
    else { return nil }
    self.refresh = refresh
  }
}

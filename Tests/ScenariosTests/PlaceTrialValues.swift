import Measurement
import ScenarioModel

/// What a replay of the search or the geocoding family answered with.
struct PlaceTrialValues {
  let all: [NamedValue]

  /// The number of a metric; `nil` where there is none.
  subscript(name: String) -> Double? {
    all.first { $0.name == name }?.value.number
  }

  /// Why a metric has no number.
  func reason(_ name: String) -> String? {
    guard case .notAvailable(let reason) = all.first(where: { $0.name == name })?.value else {
      return nil
    }
    return reason
  }

  /// Those that must be the same on every run: all but what the clock says.
  func deterministic(of metrics: [Metric]) -> [NamedValue] {
    let names = Set(metrics.filter(\.kind.isDeterministic).map(\.name))
    return all.filter { names.contains($0.name) }
  }
}

extension PlaceTrialValues {
  /// Replays frames in an order, the replay's own without one.
  init(_ replay: any Replay, frames: [Int]? = nil) throws {
    try replay.build()
    for frame in frames ?? Array(0..<replay.frameCount) {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    all = replay.results()
  }
}

import ScenarioModel

/// The values of a whole replay.
package struct TrialValues: Sendable {
  package let all: [NamedValue]

  package init(all: [NamedValue]) { self.all = all }

  /// Replays frames in an order: the replay's own order without one.
  package init(_ replay: any Replay, frames: [Int]? = nil) throws {
    try replay.build()
    for frame in frames ?? Array(0..<replay.frameCount) {
      try replay.showFrame(frame)
      replay.frameDidEnd(frame)
    }
    all = replay.results()
  }

  /// The number of a metric; `nil` where there is none.
  package subscript(name: String) -> Double? { all.first { $0.name == name }?.value.number }

  /// The reason why a metric has no number.
  package func reason(_ name: String) -> String? {
    guard case .notAvailable(let reason) = all.first(where: { $0.name == name })?.value else {
      return nil
    }
    return reason
  }

  /// The values that must be the same on every run: all but those of a clock.
  package func deterministic(of metrics: [Metric]) -> [NamedValue] {
    let names = Set(metrics.filter(\.kind.isDeterministic).map(\.name))
    return all.filter { names.contains($0.name) }
  }
}

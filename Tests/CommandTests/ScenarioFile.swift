/// A scenario that is over soon.
struct ScenarioFile {
  var name = "small"
  var data = "{ generator: cities, pins: 200, seed: 42 }"
  var frames = 30
  var strategies = ["all-pins", "visible-region-index", "grid-clusters"]
  var sizes = "[200]"
  var trials = 2
  /// Further lines.
  var more = ""

  var text: String {
    """
    scenario: \(name)
    title: A small scenario
    family: annotations
    source: "a test"
    data: \(data)
    device: { viewport: [60, 90], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: \(frames), seed: 7 }
    naive: \(strategies[0])
    strategies: [\(strategies.joined(separator: ", "))]
    sizes: \(sizes)
    trials: \(trials)
    \(more)
    """
  }

  /// A scenario of the faulty strategies' program with next to no work.
  static func faulty(_ strategies: [String], trials: Int = 2) -> ScenarioFile {
    ScenarioFile(
      data: "{ generator: uniform, pins: 20, seed: 1 }", frames: 10,
      strategies: ["all-pins"] + strategies, sizes: "[20]", trials: trials)
  }
}

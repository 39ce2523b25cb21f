import AnnotationFamilies
import MapSimulation
import PinData
import ScenarioModel

/// A scenario that is over in milliseconds.
struct SmallScenario {
  var name = "small"
  var data = "{ generator: uniform, pins: 30, seed: 42 }"
  var frames = 12
  var strategies = ["all-pins", "empty"]
  var sizes = [30]
  var trials = 2

  /// Names from the faulty strategies' program; the tests' own process never makes one of them.
  private static let faulty = [
    "empty", "traps", "traps-when-measured", "throws", "exits", "loops", "waits", "eats-memory",
    "asks-for-too-much", "allocates", "allocates-elsewhere", "prints", "floods", "random",
  ]

  var text: String {
    """
    scenario: \(name)
    title: A small scenario
    family: annotations
    data: \(data)
    device: { viewport: [80, 120], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: \(frames), seed: 7 }
    naive: \(strategies[0])
    strategies: [\(strategies.joined(separator: ", "))]
    sizes: [\(sizes.map(String.init).joined(separator: ", "))]
    trials: \(trials)
    """
  }

  func scenario(file: String? = nil) throws -> Scenario {
    let entries = Self.faulty.map {
      StrategyEntry($0, StandIn.self, summary: "Stands in for its namesake.")
    }
    return try Scenario(
      yaml: text, file: file ?? name + ".yaml",
      families: FamilyRegistry([AnnotationsFamily(adding: entries)]))
  }

  func scenarioCase(_ strategy: String) -> Case {
    Case(scenario: name, variant: "", size: sizes[0], strategy: strategy)
  }
}

private final class StandIn: AnnotationStrategy {
  init(pins: PinSet, context: StrategyContext) {}
  func mapViewDidChangeVisibleRegion(_ mapView: MapView) {}
}

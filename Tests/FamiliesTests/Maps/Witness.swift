import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// A strategy that shows nothing, and throws what it saw in the first second.
final class Witness: AnnotationStrategy {
  struct Sight: Error {
    let pins: [Coordinate]
    let rects: [MapRect]
  }

  static let family = Family.annotations.adding([
    StrategyEntry("witness", Witness.self, summary: "Throws what it saw.")
  ])
  /// A scenario of a second.
  static let lines = """
    data: { generator: cities, pins: 1_000, seed: 42 }
    device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: zoom-out-and-in, seconds: 1, seed: 7 }
    """

  private let pins: PinSet
  private let device: Device
  private var rects: [MapRect] = []

  init(pins: PinSet, context: StrategyContext) { (self.pins, device) = (pins, context.device) }

  func mapViewDidChangeVisibleRegion(_ mapView: MapView) throws {
    rects.append(mapView.visibleMapRect)
    guard Double(rects.count) == device.refresh else { return }
    throw Sight(pins: pins.coordinates, rects: rects)
  }
}

extension FamilyTrial {
  /// The pins and the rectangles that a witness sees in the first second.
  func sight(size: Int, variant: String? = nil) throws -> Witness.Sight {
    let replay = try prepare("witness", variant: variant, size: size)
    let sight = #expect(throws: Witness.Sight.self) { try TrialValues(replay) }
    #expect(sight?.rects.count == replay.frameCount)
    return try #require(sight)
  }
}

import Clustering
import Families
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Pins, a screen, and everything that its camera shows: the environment of a strategy.
struct PinEnvironment: Sendable, CustomTestStringConvertible {
  let generator: PinGenerator
  let trace: CameraTraceGenerator
  var pinCount = 300
  var frameCount = 60
  var seed: UInt64 = 42

  static let all = PinGenerator.allCases.flatMap { generator in
    CameraTraceGenerator.allCases.map { PinEnvironment(generator: generator, trace: $0) }
  }

  /// A few pins all over the world, all of them in view.
  static let world = PinEnvironment(
    generator: .cities, trace: .world, pinCount: 120, frameCount: 5, seed: 0)

  var testDescription: String { "\(generator.rawValue), \(trace.rawValue)" }

  var pins: PinSet { generator.pins(count: pinCount, seed: seed) }

  /// Few frames a second, so that few frames hold whole gestures.
  let device = Device(
    viewport: Viewport(width: 200, height: 400), scale: 1, refresh: 12, profile: .sample())

  /// The part of the map on the screen in each frame.
  var visibleMapRects: [MapRect] {
    trace.trace(
      frames: frameCount, refresh: device.refresh, seed: 7, pins: pins, viewport: device.viewport,
      profile: device.profile
    ).frames.map { device.viewport.mapRectThatFits($0.region) }
  }

  /// The same environment as a scenario.
  func trial(
    adding strategies: [StrategyEntry<AnnotationStrategyFactory>] = []
  ) throws -> FamilyTrial {
    try FamilyTrial(
      Family.annotations.adding(strategies),
      """
      data: { generator: \(generator.rawValue), pins: \(pinCount), seed: \(seed) }
      device: { viewport: [200, 400], scale: 1, refresh: 12, profile: iphone-simulator }
      camera: { trace: \(trace.rawValue), frames: \(frameCount), seed: 7 }
      """)
  }
}

import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing
import YAMLReading

/// Pins, a screen, and everything that its camera shows: the environment of a strategy.
struct PinEnvironment: Sendable, CustomTestStringConvertible {
  let generator: PinGenerator
  let trace: CameraTraceGenerator
  let pinCount: Int
  let frameCount: Int

  /// Few frames a second, so that few frames hold whole gestures.
  static let refresh = 12.0

  static let all = PinGenerator.allCases.flatMap { generator in
    CameraTraceGenerator.allCases.map { trace in
      PinEnvironment(generator: generator, trace: trace, pinCount: 300, frameCount: 60)
    }
  }

  var testDescription: String { "\(generator.rawValue), \(trace.rawValue)" }

  var pins: PinSet { generator.pins(count: pinCount, seed: 42) }

  func device() throws -> Device {
    let profile = try PlatformProfile.builtIn("iphone-simulator")
    return Device(
      viewport: Viewport(width: 200, height: 400), scale: 1, refresh: Self.refresh,
      profile: try #require(profile))
  }

  /// What the screen shows in each frame.
  func visibleMapRects(on device: Device) -> [MapRect] {
    trace.trace(
      frames: frameCount, refresh: Self.refresh, seed: 7, pins: pins, viewport: device.viewport,
      profile: .sample()
    ).frames.map { device.viewport.mapRectThatFits($0.region) }
  }

  /// The same environment as a scenario file.
  func scenario(strategies: [String]) throws -> Scenario {
    try Scenario(
      text: ScenarioText.replacing([
        "data": "data: { generator: \(generator.rawValue), pins: \(pinCount), seed: 42 }",
        "device": "device: { viewport: [200, 400], scale: 1, refresh: \(Int(Self.refresh)), "
          + "profile: iphone-simulator }",
        "camera": "camera: { trace: \(trace.rawValue), frames: \(frameCount), seed: 7 }",
        "naive": "naive: \(strategies[0])",
        "strategies": "strategies: [\(strategies.joined(separator: ", "))]",
        "sizes": nil, "thresholds": nil, "claims": nil,
      ]))
  }
}

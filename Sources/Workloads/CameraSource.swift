import MapGeometry
import PinData
import ScenarioModel
import YAMLReading

/// Where a scenario's camera movements come from: a seeded generator, or a recorded trace.
package enum CameraSource: Sendable {
  case generator(CameraTraceGenerator, frames: Int, seed: UInt64)
  case file(path: String)

  private static let keys = ["trace", "frames", "seed", "file"]

  package init(_ yaml: YAMLValue, scenarioFile: String) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    if let file = mapping["file"] {
      for key in ["trace", "frames", "seed"] {
        if let value = mapping[key] {
          throw value.error(expected: "either 'file' or 'trace' with 'frames' and 'seed'")
        }
      }
      self = .file(path: FilePath.resolve(try file.text(), besides: scenarioFile))
      return
    }
    let traceValue = try mapping.value("trace")
    let name = try traceValue.text()
    guard let generator = CameraTraceGenerator(rawValue: name) else {
      throw traceValue.unknownName(
        name, what: "camera trace", known: CameraTraceGenerator.allCases.map(\.rawValue))
    }
    self = .generator(
      generator,
      frames: try mapping["frames"]?.integer(in: 1...1_000_000) ?? 600,
      seed: UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0))
  }

  /// What the screen shows in each frame.
  package func visibleMapRects(pins: PinSet, viewport: Viewport, refresh: Double) throws
    -> [MapRect]
  {
    switch self {
    case .generator(let generator, let frames, let seed):
      let trace = generator.trace(
        frames: frames, refresh: refresh, seed: seed, pins: pins, viewport: viewport)
      return trace.frames.map { viewport.mapRectThatFits($0.region) }
    case .file(let path):
      return try RecordedCamera(CameraTrace.read(path: path), viewport: viewport)
        .visibleMapRects(refresh: refresh)
    }
  }

  /// Throws where the file cannot be read.
  package func check() throws {
    guard case .file(let path) = self else { return }
    _ = try RecordedCamera(
      CameraTrace.read(path: path), viewport: Viewport(width: 1, height: 1))
  }

  /// The file, where there is one.
  package var file: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// What the way is made from, where it is.
  package var seed: UInt64? {
    if case .generator(_, _, let seed) = self { seed } else { nil }
  }

  package func reseeded(_ seed: UInt64) -> CameraSource {
    switch self {
    case .generator(let generator, let frames, _):
      .generator(generator, frames: frames, seed: seed)
    case .file: self
    }
  }

  package var description: String {
    switch self {
    case .generator(let generator, let frames, let seed):
      "trace \(generator.rawValue), \(frames) frames, seed \(seed)"
    case .file(let path): "file \(path)"
    }
  }
}

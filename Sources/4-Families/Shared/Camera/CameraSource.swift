import Clustering
import PinData
import Platform
import ScenarioModel
import Simulation
import Support

/// The source of a scenario's camera path: a seeded generator, or a recorded trace.
package enum CameraSource: Sendable {
  case generator(CameraTraceGenerator, length: CameraLength, seed: UInt64)
  /// A recorded trace, and the place of its path in a scenario's file.
  case file(path: String, namedAt: SourceLocation)

  /// The key that a camera is read from.
  package static let key = ScenarioKey(
    "camera",
    .group([
      ScenarioKey(
        "trace", .choice(CameraTraceGenerator.allCases.map(\.rawValue)), "the generated trace"),
      ScenarioKey(
        "frames", .integer(CameraLength.frameRange),
        "the number of frames; 600 where there is one refresh rate"),
      ScenarioKey(
        "seconds", .number(CameraLength.secondRange),
        "the length in seconds instead; 10 where there are several rates"),
      ScenarioKey("seed", .integer(0 ... .max), standard: "0", "the seed of a generated trace"),
      ScenarioKey("file", .text, "a recorded trace instead"),
    ]), isRequired: true)

  /// - Parameter refreshRates: the rates of the screens that show it.
  package init(_ yaml: YAMLValue, scenarioFile: String, refreshRates: [Double]) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.key.names)
    let mistakes = yaml.mistakes
    if let file = mapping["file"] {
      try mistakes.part(
        or: (),
        try mapping.refuse(
          ["trace", "frames", "seconds", "seed"],
          expected: "either 'file' or 'trace' with 'frames' or 'seconds' and 'seed'"))
      self = .file(path: try file.path(relativeTo: scenarioFile), namedAt: file.location)
      return
    }
    if let error = mapping.misspelt["file"] { throw error }
    self = .generator(
      try mistakes.part(or: .fling, try mapping.value("trace").choice("camera trace")),
      length: try mistakes.part(
        or: .frames(1), try CameraLength(mapping, refreshRates: refreshRates)),
      seed: try mistakes.part(
        or: 0, UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)))
  }

  /// The visible rectangle in each frame.
  ///
  /// - Parameter profile: the parameters of a generated path's gestures.
  package func visibleMapRects(
    pins: PinSet, viewport: Viewport, refresh: Double, profile: PlatformProfile
  ) throws -> [MapRect] {
    switch self {
    case .generator(let generator, let length, let seed):
      let trace = generator.trace(
        frames: length.frames(refresh: refresh), refresh: refresh, seed: seed, pins: pins,
        viewport: viewport, profile: profile)
      return trace.frames.map { viewport.mapRectThatFits($0.region) }
    case .file(let path, _):
      return try RecordedCamera(CameraTrace.read(path: path), viewport: viewport)
        .visibleMapRects(refresh: refresh)
    }
  }

  /// The same camera for a number of frames: a generated trace of that length, or the file.
  package func of(frames count: Int) -> CameraSource {
    guard case .generator(let generator, _, let seed) = self else { return self }
    return .generator(generator, length: .frames(count), seed: seed)
  }

  /// Throws if the file cannot be read.
  package func check() throws {
    guard case .file(let path, let location) = self else { return }
    let trace: CameraTrace
    do {
      trace = try CameraTrace.read(path: path)
    } catch {
      throw InputError(error, namedAt: location)
    }
    _ = try RecordedCamera(trace, viewport: Viewport(width: 1, height: 1))
  }

  /// The groups of parameters that the path is generated from; none for a file.
  package var profileGroups: [ProfileParameter.Group] { file == nil ? [.gestures] : [] }

  /// The file, if there is one.
  package var file: String? {
    if case .file(let path, _) = self { path } else { nil }
  }

  /// The seed of a generated path.
  package var seed: UInt64? {
    if case .generator(_, _, let seed) = self { seed } else { nil }
  }

  package func reseeded(_ seed: UInt64) -> CameraSource {
    guard case .generator(let generator, let length, _) = self else { return self }
    return .generator(generator, length: length, seed: seed)
  }

  package var description: String {
    switch self {
    case .generator(let generator, let length, let seed):
      "trace \(generator.rawValue), \(length.description), seed \(seed)"
    case .file(let path, _): "file \(path)"
    }
  }
}

/// The length of a generated camera path.
package enum CameraLength: Hashable, Sendable {
  case frames(Int)
  /// The same movements at each refresh rate.
  case seconds(Double)

  fileprivate static let frameRange = 1...1_000_000
  fileprivate static let secondRange = 0.01...3_600

  fileprivate init(_ mapping: YAMLMapping, refreshRates: [Double]) throws(InputError) {
    let isOneRate = Set(refreshRates).count == 1
    let seconds = mapping["seconds"]
    if let frames = mapping["frames"] {
      if let seconds { throw seconds.error(expected: "'frames' or 'seconds', not both") }
      guard isOneRate else {
        throw frames.error(
          expected: "'seconds', as frames at several refresh rates differ in length")
      }
      self = .frames(try frames.integer(in: Self.frameRange))
    } else if let seconds {
      self = .seconds(try seconds.number(in: Self.secondRange))
    } else {
      self = isOneRate ? .frames(600) : .seconds(10)
    }
  }

  package func frames(refresh: Double) -> Int {
    switch self {
    case .frames(let count): count
    case .seconds(let seconds): max(1, Int((seconds * refresh).rounded()))
    }
  }

  package func seconds(refresh: Double) -> Double {
    switch self {
    case .frames(let count): Double(count) / refresh
    case .seconds(let seconds): seconds
    }
  }

  fileprivate var description: String {
    switch self {
    case .frames(let count): "\(count) frames"
    case .seconds(let seconds): "\(seconds) s"
    }
  }
}

/// A recorded trace at the refresh rate of the screen: one rectangle for each refresh, independent
/// of the rate of the recording.
struct RecordedCamera {
  private let times: [Double]
  private let rects: [MapRect]

  init(_ trace: CameraTrace, viewport: Viewport) throws(WorkloadError) {
    guard let first = trace.frames.first else { throw .emptyTrace }
    if let doubt = trace.doubt {
      throw WorkloadError(
        "expected a camera trace of at most \(Int(CameraTrace.maxDuration)) seconds, with frames a "
          + "fraction of one apart, found \(doubt); if its times are milliseconds: "
          + "jq -c '.time /= 1000' FILE > NEW.jsonl")
    }
    times = trace.frames.map { $0.time - first.time }
    rects = trace.frames.map { viewport.mapRectThatFits($0.region) }
  }

  /// The visible rectangle at each refresh, in a straight line between two recorded frames.
  func visibleMapRects(refresh: Double) -> [MapRect] {
    guard let end = times.last else { return [] }
    // A frame that was recorded a moment before a refresh belongs to it.
    let count = Int((end * refresh + 0.01).rounded(.down)) + 1
    var next = 0
    return (0..<count).map { frame in
      let time = min(Double(frame) / refresh, end)
      while next < times.count - 1, times[next] < time { next += 1 }
      return rect(at: time, before: next)
    }
  }

  private func rect(at time: Double, before next: Int) -> MapRect {
    guard next > 0, times[next] > time else { return rects[next] }
    let (start, end) = (rects[next - 1], rects[next])
    let fraction = (time - times[next - 1]) / (times[next] - times[next - 1])
    let world = MapSize.world.width
    // The short way around the world.
    var distance = end.midX - start.midX
    distance -= (distance / world).rounded() * world
    let x = start.midX + distance * fraction
    func between(_ first: Double, _ second: Double) -> Double {
      first + (second - first) * fraction
    }
    return MapRect(
      center: MapPoint(x: x - (x / world).rounded(.down) * world, y: between(start.midY, end.midY)),
      size: MapSize(
        width: between(start.width, end.width), height: between(start.height, end.height)))
  }
}

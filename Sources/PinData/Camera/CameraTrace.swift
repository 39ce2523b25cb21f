import MapGeometry

/// What a map shows at one refresh of the screen.
public struct CameraFrame: Hashable, Sendable, Codable {
  /// Seconds on the trace's own clock.
  public var time: Double
  /// The region that the map is asked for. Its centre's longitude is within ±180; the region spans
  /// the antimeridian where the map does.
  public var region: Region

  public init(time: Double, region: Region) {
    self.time = time
    self.region = region
  }
}

/// The way of a map's camera, frame by frame: generated, or recorded in an app.
public struct CameraTrace: Hashable, Sendable {
  /// The frames in the order of their times.
  public let frames: [CameraFrame]

  /// A trace of the given frames, kept as they are.
  public init(frames: [CameraFrame]) {
    self.frames = frames
  }
}

extension CameraTrace {
  /// Reads a trace from a file of JSON lines, one frame in each:
  ///
  ///     {"time": 0.0, "center": {"latitude": 52.5, "longitude": 13.4},
  ///      "span": {"latitudeDelta": 0.1, "longitudeDelta": 0.05}}
  ///
  /// (here broken for the page's width). Members may come in any order; others are ignored. Every
  /// region must be valid and every time later than the one before. Blocks while it reads.
  public static func read(path: String) throws(CameraTraceFileError) -> CameraTrace {
    var lines: CameraFrameLines
    do {
      lines = try CameraFrameLines(path: path)
    } catch {
      throw CameraTraceFileError(path: path, line: nil, problem: .init(error))
    }
    var frames: [CameraFrame] = []
    while let frame = try nextFrame(of: &lines, path: path) {
      if !frame.region.isValid {
        throw CameraTraceFileError(
          path: path, line: lines.line, problem: .invalidRegion(frame.region))
      }
      let previous = frames.last?.time ?? -.infinity
      // Written so that NaN fails, too.
      guard frame.time.isFinite, frame.time > previous else {
        throw CameraTraceFileError(
          path: path, line: lines.line,
          problem: .timeNotIncreasing(time: frame.time, previous: frames.last?.time))
      }
      frames.append(frame)
    }
    guard !frames.isEmpty else {
      throw CameraTraceFileError(path: path, line: nil, problem: .emptyFile)
    }
    return CameraTrace(frames: frames)
  }

  private static func nextFrame(
    of lines: inout CameraFrameLines, path: String
  ) throws(CameraTraceFileError) -> CameraFrame? {
    do {
      return try lines.next()
    } catch {
      throw CameraTraceFileError(path: path, line: lines.line, problem: .init(error))
    }
  }

  /// Writes the trace so that ``read(path:)`` gives it back, to the last bit. Replaces the file.
  public func write(to path: String) throws(CameraTraceFileError) {
    do {
      try FileWriter.replaceContents(ofFile: path, with: jsonLines)
    } catch {
      throw CameraTraceFileError(
        path: path, line: nil, problem: .unwritable(reason: error.reason))
    }
  }

  /// The trace as JSON lines, one frame in each.
  public var jsonLines: String {
    var text = ""
    for frame in frames {
      let center = frame.region.center
      let span = frame.region.span
      text += "{\"time\": \(frame.time), "
      text += "\"center\": {\"latitude\": \(center.latitude), \"longitude\": \(center.longitude)}, "
      text += "\"span\": {\"latitudeDelta\": \(span.latitudeDelta), "
      text += "\"longitudeDelta\": \(span.longitudeDelta)}}\n"
    }
    return text
  }
}

/// The frames in a file of JSON lines, one after the other.
struct CameraFrameLines: ~Copyable {
  private var scanner: JSONScanner
  /// The line on which the current frame starts, from 1.
  private(set) var line = 1

  init(path: String) throws(ScanError) {
    scanner = try JSONScanner(path: path)
  }

  /// The next frame, or `nil` after the last.
  mutating func next() throws(ScanError) -> CameraFrame? {
    guard try scanner.peek() != nil else { return nil }
    line = scanner.line
    var time: Double?
    var center: Coordinate?
    var span: CoordinateSpan?
    if try scanner.open(.object) {
      repeat {
        switch try scanner.key() {
        case "time": time = try scanner.number()
        case "center": center = try scanner.coordinate()
        case "span": span = try scanner.span()
        default: try scanner.skipValue()
        }
      } while try scanner.continues(.object)
    }
    guard let time, let center, let span else {
      throw ScanError.malformed(
        expected: "a frame with the members \"time\", \"center\" and \"span\"",
        found: "an object without one of them")
    }
    return CameraFrame(time: time, region: Region(center: center, span: span))
  }
}

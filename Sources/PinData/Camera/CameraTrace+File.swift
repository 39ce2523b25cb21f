import MapGeometry

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

import Clustering

/// The region that a map shows at one refresh of the screen.
package struct CameraFrame: Hashable, Sendable, Codable {
  /// Seconds on the trace's own clock.
  package var time: Double
  /// The region that the map is set to. Its centre's longitude is within ±180; the region spans the
  /// antimeridian where the map does.
  package var region: Region

  package init(time: Double, region: Region) {
    self.time = time
    self.region = region
  }

  /// Reads a frame that is later than the frame before.
  fileprivate init(decoding scanner: inout JSONScanner, after previous: Double?) throws(Problem) {
    var time: Double?
    var center: Coordinate?
    var span: CoordinateSpan?
    try scanner.members { (name, scanner) throws(Problem) in
      switch name {
      case "time": time = try scanner.number()
      case "center":
        let (latitude, longitude) = try scanner.numbers("latitude", "longitude")
        center = Coordinate(latitude: latitude, longitude: longitude)
      case "span":
        let (latitude, longitude) = try scanner.numbers("latitudeDelta", "longitudeDelta")
        span = CoordinateSpan(latitudeDelta: latitude, longitudeDelta: longitude)
      default: try scanner.skipValue()
      }
    }
    guard let time, let center, let span else {
      throw .mismatch(
        expected: "a frame with the members \"time\", \"center\" and \"span\"",
        found: "an object without one of them")
    }
    // A map that is dragged over the 180th meridian may count on.
    let longitude =
      abs(center.longitude) > 180 && abs(center.longitude) <= 540
      ? center.longitude - (center.longitude / 360).rounded() * 360 : center.longitude
    let region = Region(
      center: Coordinate(latitude: center.latitude, longitude: longitude), span: span)
    if let problem = Problem(region, remedy: "Leave this frame out.") { throw problem }
    // Written so that NaN fails, too.
    guard time.isFinite, time > previous ?? -.infinity else {
      throw .mismatch(
        expected: previous.map { "a time after \($0) s" } ?? "a time in seconds",
        found: "\(time) s", remedy: "Sort the frames by time and keep one for each time.")
    }
    self.init(time: time, region: region)
  }
}

/// The path of a map's camera, frame by frame: generated, or recorded in an app.
package struct CameraTrace: Hashable, Sendable {
  /// The frames in the order of their times.
  package let frames: [CameraFrame]

  /// The maximum length of a recording in seconds: the times of a longer one are most likely not in
  /// seconds.
  package static let maxDuration = 3_600.0

  /// The reason why the times are most likely not in seconds; `nil` where they may be. A screen is
  /// refreshed every 8 to 17 ms.
  package var doubt: String? {
    let intervals = zip(frames.dropFirst(), frames).map { $0.time - $1.time }.sorted()
    let duration = (frames.last?.time ?? 0) - (frames.first?.time ?? 0)
    if duration > Self.maxDuration { return "\(duration.rounded()) s" }
    guard intervals.count > 2, intervals[intervals.count / 2] >= 4 else { return nil }
    return "frames \(intervals[intervals.count / 2]) s apart"
  }

  /// Creates a trace of the given frames.
  package init(frames: [CameraFrame]) { self.frames = frames }

  /// Reads a trace from a file of JSON lines, one frame in each:
  ///
  ///     {"time": 0.0, "center": {"latitude": 52.5, "longitude": 13.4},
  ///      "span": {"latitudeDelta": 0.1, "longitudeDelta": 0.05}}
  ///
  /// (here broken for the page's width). Longitudes beyond ±180, up to ±540, are the same places. Members may come in any order; others are ignored. Every
  /// region must be valid and every time later than the one before. Blocks while it reads.
  package static func read(path: String) throws(DataFileError) -> CameraTrace {
    var frames: [CameraFrame] = []
    /// The line on which the current frame starts; `nil` for the file as a whole.
    var line: Int?
    do throws(Problem) {
      var scanner = try JSONScanner(path: path)
      line = 1
      while try scanner.peek() != nil {
        line = scanner.line
        frames.append(try CameraFrame(decoding: &scanner, after: frames.last?.time))
      }
      line = nil
      guard !frames.isEmpty else {
        throw .mismatch(
          expected: "at least one frame", found: "none", remedy: "Record the trace again.")
      }
    } catch {
      throw DataFileError(path: path, location: line.map { .line($0) }, problem: error)
    }
    return CameraTrace(frames: frames)
  }

  /// The trace as JSON lines, one frame in each, which ``read(path:)`` turns into the same trace,
  /// to the last bit.
  package var jsonLines: String {
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

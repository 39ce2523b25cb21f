import Platform
import ScenarioModel

/// A recorded replay as trace events of Chromium, which Perfetto opens.
///
/// One process has the virtual time of the model: the main thread with a slice for each frame and
/// its parts, the background queues, the network, and counters of the views and of the memory. A
/// second one has the times of this machine, where a replay was measured.
extension ReplayRecording {
  /// The document. Pure.
  ///
  /// - Parameter measuredFrames: the nanoseconds that this machine took for each frame; empty if
  ///   nothing was measured.
  package func chromeTrace(
    of scenarioCase: Case, measuredFrames: [Int64] = []
  ) throws(ReportingError) -> String {
    var events = [
      name("process_name", "\(scenarioCase), modelled", of: .model),
      name("thread_name", Timeline.Track.main.thread.name, of: .model),
    ]
    if let map {
      events += Self.frames(of: map)
    }
    events += Timeline.Track.allCases.filter { track in
      track != .main && timeline.spans.contains { $0.track == track }
    }.map { name("thread_name", $0.thread.name, of: .model, thread: $0.thread.number) }
    events += spans
    if !measuredFrames.isEmpty {
      events += [
        name("process_name", "\(scenarioCase), measured on this machine", of: .machine),
        name("thread_name", "strategy and harness", of: .machine),
      ]
      events += Self.slices(of: measuredFrames)
    }
    return try SortedJSON.text(of: TraceDocument(traceEvents: events), named: "the trace")
  }

  // MARK: - Events

  private func name(_ kind: String, _ name: String, of clock: TraceClock, thread: Int = 1)
    -> TraceEvent
  {
    TraceEvent(ph: "M", name: kind, pid: clock.rawValue, tid: thread, args: ["name": .text(name)])
  }

  // MARK: - Frames

  /// A frame without work has no slice.
  private static func frames(of map: MapRecording) -> [TraceEvent] {
    let memory = map.memory.totals
    var events: [TraceEvent] = []
    for (frame, (work, end)) in zip(map.work.totals, map.finishTimes).enumerated() {
      let start = end - work
      // Slices without a length would be drawn below each other.
      if work > 0 {
        let isMoving = map.isMoving.number(at: frame) == 1
        events.append(
          TraceEvent(
            ph: "X", name: isMoving ? "frame (moving)" : "frame (at rest)", ts: Double(start),
            dur: Double(work), args: ["frame": .number(Double(frame))]))
        var place = start
        for part in map.work.parts {
          guard let length = part.series.number(at: frame), length > 0 else { continue }
          events.append(
            TraceEvent(ph: "X", name: part.name, ts: Double(place), dur: Double(length)))
          place += length
        }
      }
      for (name, value) in [
        ("views on screen", map.liveViews.number(at: frame)),
        ("bytes", memory.indices.contains(frame) ? memory[frame] * 1_000 : nil),
      ] {
        guard let value else { continue }
        events.append(
          TraceEvent(ph: "C", name: name, ts: Double(end), args: [name: .number(Double(value))]))
      }
    }
    return events
  }

  // MARK: - The timeline

  /// The spans of the timeline besides a map's frames, which have more detail in the map's
  /// recording.
  private var spans: [TraceEvent] {
    let spans = timeline.spans
    let end = spans.map { $0.end ?? $0.start }.max() ?? 0
    return spans.enumerated().flatMap { number, span -> [TraceEvent] in
      let start = Double(span.start) / 1_000
      let length = Double((span.end ?? end) - span.start) / 1_000
      switch span.track {
      case .main:
        guard map == nil else { return [] }
        return [
          length > 0
            ? TraceEvent(ph: "X", name: span.name, ts: start, dur: length)
            : TraceEvent(ph: "i", name: span.name, ts: start, s: "t")
        ]
      case .background, .network:
        // Several may be under way at one time.
        let (category, thread) = (span.track.rawValue, span.track.thread.number)
        let name = span.track == .network ? "request: \(span.name)" : span.name
        let args: [String: JSONValue] = span.end == nil ? ["end": .text("not over")] : [:]
        return [
          TraceEvent(
            ph: "b", name: name, ts: start, tid: thread, id: number, cat: category, args: args),
          TraceEvent(
            ph: "e", name: name, ts: start + length, tid: thread, id: number, cat: category),
        ]
      }
    }
  }

  /// The frames one after the other, as a replay runs them.
  private static func slices(of frames: [Int64]) -> [TraceEvent] {
    var start = 0.0
    return frames.enumerated().map { frame, nanoseconds in
      let length = Double(nanoseconds) / 1_000
      defer { start += length }
      return TraceEvent(
        ph: "X", name: "frame", ts: start, dur: length, pid: TraceClock.machine.rawValue,
        args: ["frame": .number(Double(frame))])
    }
  }
}

private struct TraceDocument: Encodable {
  let traceEvents: [TraceEvent]
  let displayTimeUnit = "ms"
}

/// A clock: events of each are a process of their own.
private enum TraceClock: Int {
  case model = 1
  case machine = 2
}

private struct TraceEvent: Encodable {
  let ph: String
  let name: String
  /// Microseconds; with fractions, as of nanoseconds.
  var ts = 0.0
  var dur: Double?
  var pid = TraceClock.model.rawValue
  var tid = 1
  /// Events that begin and end with one identifier may overlap.
  var id: Int?
  var cat: String?
  /// The scope of an event without a length: its thread.
  var s: String?
  var args: [String: JSONValue] = [:]
}

extension Timeline.Track {
  /// The number of its thread in a trace, and the thread's name.
  fileprivate var thread: (number: Int, name: String) {
    switch self {
    case .main: (1, "main thread")
    case .background: (2, "background queues")
    case .network: (3, "network")
    }
  }
}

extension MapRecording.Series {
  /// The number of a frame; `nil` if there are fewer.
  fileprivate func number(at frame: Int) -> Int? {
    numbers.indices.contains(frame) ? numbers[frame] : nil
  }
}

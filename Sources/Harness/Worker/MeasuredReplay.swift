import Measurement
import Scenarios

/// A replay with the meters around it: clocks around each frame, the allocator's counters around
/// each slice.
///
/// Between the two clock readings of a frame there is nothing but the strategy's and the map's own
/// work: no allocation, one call.
public struct MeasuredReplay {
  private let replay: any Replay
  private var memory: MemoryRecord
  private var buildTime: Int64 = 0
  /// The latest duration of each frame; -1 for one that was not replayed.
  private var frameTimes: [Int64]

  /// Takes a prepared replay; nothing is built yet.
  public init(_ replay: any Replay) {
    self.replay = replay
    frameTimes = Array(repeating: -1, count: replay.frameCount)
    memory = MemoryRecord()
  }

  public var frameCount: Int { replay.frameCount }

  /// Makes the strategy.
  public mutating func build() throws {
    memory.beginTrial()
    memory.beginStretch()
    let start = MonotonicClock.now()
    try replay.build()
    buildTime = MonotonicClock.now() - start
    memory.endStretch()
  }

  /// Replays some frames in order, with the allocator's counters read before and after them.
  public mutating func replay(_ frames: Range<Int>) throws -> SliceReply {
    memory.beginStretch()
    var slice = try run(frames)
    let reading = memory.endStretch()
    slice.allocations = reading?.allocations
    slice.bytesAllocated = reading?.bytesAllocated
    return slice
  }

  /// Replays some frames in order with the clocks alone, for slices so short that reading the
  /// counters, which empties the allocator's cache, would show in their times.
  public mutating func time(_ frames: Range<Int>) throws -> SliceReply {
    memory.skipFrames()
    return try run(frames)
  }

  private mutating func run(_ frames: Range<Int>) throws -> SliceReply {
    let processorStart = ProcessorTime.thread()
    var wall: Int64 = 0
    for frame in frames {
      let start = MonotonicClock.now()
      try replay.showFrame(frame)
      let duration = MonotonicClock.now() - start
      replay.frameDidEnd(frame)
      frameTimes[frame] = duration
      wall += duration
    }
    return SliceReply(
      frames: frames, wallNanoseconds: wall,
      processorNanoseconds: ProcessorTime.thread() - processorStart)
  }

  /// Every metric of what was replayed.
  public func results() -> [NamedValue] {
    let times = frameTimes.filter { $0 >= 0 }.sorted()
    let percentiles: [(Metric, Percentile)] = [
      (.frameTimeP50, .p50), (.frameTimeP95, .p95), (.frameTimeP99, .p99), (.frameTimeMax, .max),
    ]
    let frames = percentiles.map { metric, percentile in
      if let time = percentile.value(ofAscending: times) {
        NamedValue(metric, Double(time))
      } else {
        NamedValue(metric.name, .notAvailable(reason: "no frame was replayed"))
      }
    }
    return [NamedValue(.buildTime, Double(buildTime))] + frames + memory.values()
      + replay.results()
  }
}

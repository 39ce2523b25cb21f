import ScenarioModel
import Support

/// A replay with meters: clocks around each frame, the allocator's counters around each slice.
///
/// Between the two clock readings of a frame there is only the strategy's and the map's own work:
/// no allocation, one call.
public struct MeasuredReplay {
  private let replay: any Replay
  private var memory: MemoryRecord
  private var buildTime: Int64 = 0
  /// The latest duration of each frame; -1 for one that was not replayed.
  private var frameTimes: [Int64]
  /// The first frame of the next step.
  private var nextFrame = 0
  /// Wall time of the metered build and frames, and the time of it spent waiting for a processor.
  private var metered: Int64 = 0
  private var waited: Int64? = 0

  /// Creates a measured replay from a prepared one, which is not built yet.
  public init(_ replay: any Replay) {
    self.replay = replay
    frameTimes = Array(repeating: -1, count: replay.frameCount)
    memory = MemoryRecord()
  }

  /// The number of frames of the replay.
  public var frameCount: Int { replay.frameCount }
  /// Indicates whether any frame can be shown without those before it.
  public var framesAreIndependent: Bool { replay.framesAreIndependent }

  /// Builds the strategy.
  public mutating func build() throws {
    memory.beginTrial()
    memory.beginInterval()
    var waits = Waits()
    let start = MonotonicClock.now()
    try replay.build()
    buildTime = MonotonicClock.now() - start
    waits.end(.builds)
    memory.endInterval()
    add(buildTime, waited: waits.builds)
  }

  private mutating func add(_ wall: Int64, waited wait: Int64?) {
    metered += wall
    waited = waited.flatMap { sum in wait.map { sum + min($0, wall) } }
  }

  /// The fraction of the metered time in which the thread waited for a processor; `nil` if the
  /// system does not report it, or if nothing was metered.
  public var waiting: Double? {
    waited.flatMap { metered > 0 ? Double($0) / Double(metered) : nil }
  }

  /// Replays all frames in order, with the allocator's counters read before and after them.
  public mutating func replayAll() throws {
    memory.beginInterval()
    var waits = Waits()
    var wall: Int64 = 0
    let quarter = replay.frameCount / 4
    for frame in 0..<replay.frameCount {
      if quarter > 0, frame > 0, frame.isMultiple(of: quarter), frame / quarter < 4 {
        memory.endInterval()
        memory.beginInterval()
      }
      let before = ProcessorWait.thread()
      let time = try show(frame)
      wall += time
      // Waiting for a busy machine is not the strategy's work; its own sleep is.
      let wait = before.flatMap { before in ProcessorWait.thread().map { $0 - before } } ?? 0
      frameTimes[frame] = time - min(max(0, wait), time)
    }
    waits.end(.frames)
    add(wall, waited: waits.frames)
    memory.endInterval()
    memory.endFrames(in: quarter)
  }

  /// Replays the next frames with the clocks only, for slices so short that reading the counters,
  /// which empties the allocator's cache, would affect their times.
  ///
  /// After the last frame the replay starts again with a build.
  ///
  /// - Parameter skipped: the number of frames before them that are not timed; if each frame can be
  ///   shown without the others, only the last of these is shown.
  public mutating func step(_ count: Int, after skipped: Int = 0) throws -> TimedSteps {
    memory.skipFrames()
    try skip(skipped)
    var waits = Waits()
    var wall: Int64 = 0
    var builds: Int64 = 0
    var buildCount = 0
    for _ in 0..<(replay.frameCount > 0 ? count : 0) {
      if nextFrame == replay.frameCount {
        waits.end(.frames)
        builds += try rebuild()
        buildCount += 1
        waits.end(.builds)
      }
      wall += try show(nextFrame)
      nextFrame += 1
    }
    waits.end(.frames)
    return TimedSteps(
      frames: count, builds: buildCount, frameTime: wall, frameWait: waits.frames,
      buildTime: builds,
      buildWait: waits.builds)
  }

  /// The time that the thread waited for a processor, by the part of the work.
  private struct Waits {
    private(set) var frames: Int64? = 0
    private(set) var builds: Int64? = 0
    private var last = ProcessorWait.thread()

    /// Adds the waiting time since the last call to a part.
    mutating func end(_ part: PairPart) {
      let now = ProcessorWait.thread()
      let wait = now.flatMap { now in last.map { max(0, now - $0) } }
      last = now
      switch part {
      case .frames: frames = frames.flatMap { sum in wait.map { sum + $0 } }
      case .builds: builds = builds.flatMap { sum in wait.map { sum + $0 } }
      }
    }
  }

  /// Builds the strategy repeatedly with the clocks only; the next step begins with the first
  /// frame.
  public mutating func rebuild(_ count: Int) throws -> TimedSteps {
    memory.skipFrames()
    var waits = Waits()
    var wall: Int64 = 0
    for _ in 0..<count { wall += try rebuild() }
    waits.end(.builds)
    return TimedSteps(
      frames: 0, builds: count, frameTime: 0, frameWait: waits.frames, buildTime: wall,
      buildWait: waits.builds)
  }

  private mutating func skip(_ count: Int) throws {
    guard count > 0 else { return }
    let next = nextFrame + count
    guard next <= replay.frameCount else {
      throw WorkerError(
        description: "expected frames within 0..<\(replay.frameCount), found \(nextFrame..<next)")
    }
    let first = replay.framesAreIndependent ? next - 1 : nextFrame
    for frame in first..<next { _ = try show(frame) }
    nextFrame = next
  }

  private mutating func rebuild() throws -> Int64 {
    replay.reset()
    let start = MonotonicClock.now()
    try replay.build()
    let duration = MonotonicClock.now() - start
    nextFrame = 0
    return duration
  }

  private mutating func show(_ frame: Int) throws -> Int64 {
    let start = MonotonicClock.now()
    try replay.showFrame(frame)
    let duration = MonotonicClock.now() - start
    replay.frameDidEnd(frame)
    frameTimes[frame] = duration
    return duration
  }

  /// Returns all metrics of the replayed frames.
  public func results() -> [NamedValue] {
    let times = frameTimes.filter { $0 >= 0 }.sorted()
    let percentiles: [(Metric, Percentile)] = [
      (.frameTimeP50, .p50), (.frameTimeP95, .p95), (.frameTimeP99, .p99), (.frameTimeMax, .max),
    ]
    let frames = percentiles.map { metric, percentile in
      NamedValue(metric, percentile.value(ofAscending: times).map { Double($0) })
    }
    return [NamedValue(.buildTime, Double(buildTime))] + frames + memory.values()
      + replay.results()
  }
}

/// A replay whose frames are prolonged by a known fraction, for the calibration of a gate.
///
/// After each frame it busy-waits for that fraction of the time that the frame took.
final class SlowedReplay: Replay {
  private let replay: any Replay
  private let share: Double

  /// - Parameter share: the fraction; 0.05 for 5 % more.
  init(_ replay: any Replay, by share: Double) {
    self.replay = replay
    self.share = share
  }

  var frameCount: Int { replay.frameCount }
  var framesAreIndependent: Bool { replay.framesAreIndependent }
  func reset() { replay.reset() }
  func build() throws { try replay.build() }
  func frameDidEnd(_ frame: Int) { replay.frameDidEnd(frame) }
  func results() -> [NamedValue] { replay.results() }

  func showFrame(_ frame: Int) throws {
    let start = MonotonicClock.now()
    try replay.showFrame(frame)
    let now = MonotonicClock.now()
    let end = now + Int64((share * Double(now - start)).rounded())
    while MonotonicClock.now() < end {}
  }
}

/// A meter of a trial's memory, with the numbers of the allocator and the operating system over all
/// intervals.
///
/// Only intervals are counted; the worker's allocations in between, for messages to the
/// coordinator, are not.
struct MemoryRecord {
  private var meter: AllocationMeter?
  private var unavailable: String?
  private var residentUnavailable: String?
  private var allocations = 0
  private var bytesAllocated = 0
  private var peakLiveBytes = 0
  private var liveBytesAtBegin = 0
  private var residentAtBegin = 0
  private var isBegun = false
  /// The growth of the allocated bytes in each interval.
  private var growths: [Int] = []
  /// The frames of a quarter of all; `nil` until all are replayed.
  private var quarter: Int?
  private var hasUnmeteredFrames = false
  private var hasOtherThreads = false

  init() {
    do {
      meter = try AllocationMeter()
    } catch {
      unavailable = error.description
    }
  }

  /// Resets the meter, so that the preparation of the trial does not count.
  mutating func beginTrial() {
    do {
      try meter?.releaseUnusedMemory()
    } catch {
      unavailable = error.description
    }
    do {
      try ResidentMemory.resetPeak()
      residentAtBegin = try ResidentMemory.read().current
    } catch {
      residentUnavailable = error.description
    }
  }

  mutating func beginInterval() {
    do {
      try meter?.reset()
    } catch {
      unavailable = error.description
    }
  }

  mutating func endInterval() {
    guard let meter else { return }
    do {
      let measurement = try meter.read()
      if !isBegun {
        isBegun = true
        liveBytesAtBegin = measurement.liveBytesAtReset
      }
      growths.append(measurement.liveBytes - measurement.liveBytesAtReset)
      allocations += measurement.allocations
      bytesAllocated += measurement.bytesAllocated
      peakLiveBytes = max(
        peakLiveBytes, measurement.liveBytesAtReset - liveBytesAtBegin + measurement.peakLiveBytes)
      hasOtherThreads = hasOtherThreads || measurement.otherThreadsAllocated
    } catch {
      unavailable = error.description
    }
  }

  /// Marks that frames were replayed with the meter off, so that their memory is not known.
  mutating func skipFrames() {
    hasUnmeteredFrames = true
  }

  /// Marks the end of all frames, whose quarters were intervals.
  mutating func endFrames(in quarter: Int) { self.quarter = quarter }

  func values() -> [NamedValue] {
    let quarter = quarter ?? 0
    let growth = quarter > 0 ? growths.suffix(3).min() : nil
    return [
      ofThisThread(.allocations, allocations),
      ofThisThread(.bytesAllocated, bytesAllocated),
      ofThisThread(.peakLiveBytes, peakLiveBytes),
      resident(),
      growth.map { ofThisThread(.memoryGrowth, max(0, $0) / quarter) }
        ?? NamedValue(.memoryGrowth, nil, orWhy: "there are fewer than four frames"),
    ]
  }

  /// The value of a number that is known for the replaying thread only, and is the process's number
  /// only if no other thread allocates.
  private func ofThisThread(_ metric: Metric, _ count: Int) -> NamedValue {
    if let unavailable { return NamedValue(metric, nil, orWhy: unavailable) }
    if hasUnmeteredFrames {
      return NamedValue(metric, nil, orWhy: "some frames were timed with the meter off")
    }
    if hasOtherThreads {
      return NamedValue(
        metric, nil,
        orWhy: "other threads allocated too, and the contents of their caches are not counted")
    }
    return NamedValue(metric, count)
  }

  private func resident() -> NamedValue {
    let metric = Metric.peakResidentBytes
    if let residentUnavailable { return NamedValue(metric, nil, orWhy: residentUnavailable) }
    do {
      // The process itself is not a part of the case: about 25 MB of the program's file, the data
      // and the warm-up, which differ between two builds by more than a small case takes.
      return NamedValue(metric, max(0, try ResidentMemory.read().peak - residentAtBegin))
    } catch {
      return NamedValue(metric, nil, orWhy: error.description)
    }
  }
}

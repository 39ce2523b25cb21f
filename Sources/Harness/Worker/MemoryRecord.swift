import Measurement
import ScenarioModel

/// What the allocator and the operating system say of a trial's memory, over all its stretches.
///
/// Only stretches are counted; what the worker allocates in between to talk to the coordinator is
/// not part of any.
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
  private var hasUnmeteredFrames = false
  private var hasOtherThreads = false

  init() {
    do {
      meter = try AllocationMeter()
    } catch {
      unavailable = error.description
    }
  }

  /// Forgets the past: what preparing the trial left behind does not count.
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

  mutating func beginStretch() {
    do {
      try meter?.reset()
    } catch {
      unavailable = error.description
    }
  }

  /// Ends the stretch, and answers what it took; `nil` where that could not be told.
  @discardableResult
  mutating func endStretch() -> AllocationReading? {
    guard let meter else { return nil }
    do {
      let reading = try meter.read()
      if !isBegun {
        isBegun = true
        liveBytesAtBegin = reading.liveBytesAtReset
      }
      allocations += reading.allocations
      bytesAllocated += reading.bytesAllocated
      peakLiveBytes = max(
        peakLiveBytes, reading.liveBytesAtReset - liveBytesAtBegin + reading.peakLiveBytes)
      hasOtherThreads = hasOtherThreads || reading.allocatingThreadsBeyondThis
      return reading.allocatingThreadsBeyondThis ? nil : reading
    } catch {
      unavailable = error.description
      return nil
    }
  }

  /// Frames were replayed with the meter off: what they took is not known.
  mutating func skipFrames() {
    hasUnmeteredFrames = true
  }

  func values() -> [NamedValue] {
    [
      ofThisThread(.allocations, allocations),
      ofThisThread(.bytesAllocated, bytesAllocated),
      ofThisThread(.peakLiveBytes, peakLiveBytes),
      resident(),
    ]
  }

  /// What is known of the thread that replays alone, and is the process's number only while no
  /// other thread allocates.
  private func ofThisThread(_ metric: Metric, _ count: Int) -> NamedValue {
    if let unavailable { return NamedValue(metric.name, .notAvailable(reason: unavailable)) }
    if hasUnmeteredFrames {
      return NamedValue(
        metric.name, .notAvailable(reason: "some frames were timed with the meter off"))
    }
    if hasOtherThreads {
      return NamedValue(
        metric.name,
        .notAvailable(
          reason: "other threads allocated too, and what waits in their caches is not counted"))
    }
    return NamedValue(metric, count)
  }

  private func resident() -> NamedValue {
    let metric = Metric.peakResidentBytes
    if let residentUnavailable {
      return NamedValue(metric.name, .notAvailable(reason: residentUnavailable))
    }
    do {
      // The process's own: some 25 MB of the program's file, data and what the warm-up left behind
      // are no part of the case, and differ between two builds by more than small cases take.
      return NamedValue(metric, max(0, try ResidentMemory.read().peak - residentAtBegin))
    } catch {
      return NamedValue(metric.name, .notAvailable(reason: error.description))
    }
  }
}

import Measurement
import Scenarios

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
  private var isBegun = false
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

  mutating func endStretch() {
    guard let meter else { return }
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
    } catch {
      unavailable = error.description
    }
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
      return NamedValue(metric, try ResidentMemory.read().peak)
    } catch {
      return NamedValue(metric.name, .notAvailable(reason: error.description))
    }
  }
}

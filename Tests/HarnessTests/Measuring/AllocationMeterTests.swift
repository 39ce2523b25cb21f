import CJemalloc
import Harness
import ScenarioModel
import Testing

/// Bytes and counts to the last one, each case in a process of its own.
@Suite(.serialized)
struct AllocationMeterTests {
  /// The bytes of the size class that jemalloc serves a request of Swift's from, as jemalloc says;
  /// Swift aligns raw memory to 16 bytes, whose binary logarithm is jemalloc's flag for it.
  private func sizeClass(_ size: Int) -> Int { nallocx(size, 4) }

  @Test func whatIsAllocatedIsCountedToTheByte() throws {
    let sizes = [1, 8, 16, 17, 100, 4096, 14_336, 14_337, 32_768, 32_769, 100_000, 3_000_000]
    let blocks = try ProbeProcess.measurements(["blocks"] + sizes.map(String.init))
    try #require(blocks.count == sizes.count)
    for (size, measurement) in zip(sizes, blocks) {
      #expect(measurement.allocations == 1, "\(size)")
      #expect(measurement.bytesAllocated == sizeClass(size), "\(size)")
      #expect(measurement.peakLiveBytes == sizeClass(size), "\(size)")
      #expect(measurement.liveBytes - measurement.liveBytesAtReset == sizeClass(size), "\(size)")
      #expect(!measurement.otherThreadsAllocated, "\(size)")
    }
    // Known truths, from the table of size classes in jemalloc's manual.
    let known = [1: 16, 16: 16, 17: 32, 4096: 4096, 100_000: 114_688]
    for (size, measurement) in zip(sizes, blocks) {
      if let bytes = known[size] { #expect(measurement.bytesAllocated == bytes) }
    }

    let capacities = [0, 1, 100, 4064, 100_000]
    let arrays = try ProbeProcess.measurements(["arrays"] + capacities.map(String.init))
    try #require(arrays.count == capacities.count)
    for (capacity, measurement) in zip(capacities, arrays) {
      // Swift's array storage starts with 32 bytes of its own; an empty array has none.
      #expect(measurement.allocations == (capacity == 0 ? 0 : 1))
      #expect(measurement.bytesAllocated == (capacity == 0 ? 0 : sizeClass(32 + capacity)))
    }

    // Frees take nothing away.
    let freed = try ProbeProcess.measurement(["allocateAndFree", "1000", "64"])
    #expect(freed.allocations == 1000 && freed.bytesAllocated == 64_000)
    #expect(freed.liveBytes == freed.liveBytesAtReset && !freed.otherThreadsAllocated)

    // Live bytes follow both sides: 100 blocks of 512 come, 50 go that were there before.
    let live = try ProbeProcess.measurement(["liveBytes", "100", "500"])
    #expect(live.allocations == 100 && live.bytesAllocated == 51_200)
    #expect(live.liveBytes - live.liveBytesAtReset == 25_600)
  }

  /// Inside its size class it counts as none, to another one as one.
  @Test func aReallocationCountsAsItsChangeOfSizeClass() throws {
    let inside = [(20, 30), (3000, 2900), (100_000, 110_000), (20_000, 20_400)]
    let outside = [
      (20, 100), (100, 20), (20_000, 26_000), (100_000, 1_000_000), (1_000_000, 100_000),
      (3_000_000, 3_600_000), (100, 100_000), (100_000, 100),
    ]
    for (old, new) in inside { try #require(sizeClass(old) == sizeClass(new)) }
    for (index, (old, new)) in (inside + outside).enumerated() {
      let isInside = index < inside.count
      let measurement = try ProbeProcess.measurement(["reallocate", "\(old)", "\(new)"])
      #expect(measurement.allocations == (isInside ? 0 : 1), "\(old) to \(new)")
      #expect(measurement.bytesAllocated == (isInside ? 0 : sizeClass(new)), "\(old) to \(new)")
      #expect(
        measurement.liveBytes - measurement.liveBytesAtReset == sizeClass(new) - sizeClass(old))
      #expect(!measurement.otherThreadsAllocated, "\(old) to \(new)")
    }
  }

  @Test func theHarnesssOwnReadingsAllocateNothing() throws {
    let empty = try ProbeProcess.measurements(["emptyStretches", "100"])
    #expect(empty.count == 100)
    for measurement in empty {
      #expect(measurement == empty.first)
      #expect(measurement.allocations == 0 && measurement.bytesAllocated == 0)
      #expect(measurement.peakLiveBytes == 0 && !measurement.otherThreadsAllocated)
    }
    // Clocks and resident memory.
    let calls = try ProbeProcess.measurements(["systemCalls", "100"])
    #expect(calls.count == 100)
    #expect(calls.allSatisfy { $0.allocations == 0 && $0.bytesAllocated == 0 })
  }

  @Test func theSameWorkReadsTheSameInEachRepeatAndProcess() throws {
    let first = try ProbeProcess.measurements(["workload", "100"])
    let second = try ProbeProcess.measurements(["workload", "100"])
    try #require(first.count == 100 && second.count == 100)
    #expect(first[0].allocations > 4000)
    // And without the thread's cache.
    let direct = try ProbeProcess.measurements(
      ["workload", "3"], environment: ["MALLOC_CONF": "tcache:false"])
    #expect(direct.count == 3)
    for measurement in first + second + direct {
      #expect(measurement.allocations == first[0].allocations)
      #expect(measurement.bytesAllocated == first[0].bytesAllocated)
    }
    #expect((first + second).allSatisfy { !$0.otherThreadsAllocated })
  }

  /// A peak of large blocks is exact, as each is larger than the 64 KiB after which jemalloc looks
  /// at the balance; one of small blocks is missed by less than twice as much.
  @Test func aPeakIsExactOrMissedByLessThanTwiceSixtyFourKilobytes() throws {
    let large = try ProbeProcess.measurement(["peak", "40", "100000"])
    #expect(large.allocations == 60)
    #expect(large.peakLiveBytes == 40 * 114_688)
    #expect(large.liveBytes - large.liveBytesAtReset == 20 * 114_688)
    for (teeth, size) in [(200, 1000), (1000, 200), (50, 9000), (3, 10)] {
      let measurement = try ProbeProcess.measurement(["sawtooth", "\(teeth)", "\(size)"])
      let peak = teeth * sizeClass(size)
      #expect(measurement.allocations == teeth * (teeth + 1) / 2)
      #expect(measurement.peakLiveBytes <= peak)
      #expect(measurement.peakLiveBytes > peak - 2 * 65_536)
      #expect(measurement.liveBytes == measurement.liveBytesAtReset)
    }
  }

  @Test func anotherThreadIsNoticed() throws {
    // One that ended is counted to the byte. A thread's first block also costs its cache, so that
    // one block is compared with many.
    let one = try ProbeProcess.measurement(["threadEnded", "1", "5000"])
    let some = try ProbeProcess.measurement(["threadEnded", "101", "5000"])
    #expect(some.allocations - one.allocations == 100)
    #expect(some.bytesAllocated - one.bytesAllocated == 100 * sizeClass(5000))
    #expect(one.otherThreadsAllocated)
    #expect(some.otherThreadsAllocated)
    for (blocks, size) in [(3, 16), (1, 3000), (1000, 64), (2, 1_000_000)] {
      let running = try ProbeProcess.measurement(["threadRunning", "\(blocks)", "\(size)"])
      #expect(running.otherThreadsAllocated, "\(blocks) of \(size)")
    }
    // Blocks this large are never cached, so that each leaves its own single trace.
    for name in ["threadTransient", "threadFreeing"] {
      #expect(try ProbeProcess.measurement([name, "1000000"]).otherThreadsAllocated, "\(name)")
    }
    // One that does nothing leaves no trace.
    let idle = try ProbeProcess.measurement(["threadIdle"])
    #expect(!idle.otherThreadsAllocated && idle.allocations == 0)
    #expect(
      try ProbeProcess.output(["readOnAnotherThread"])
        == MeterUnavailable.anotherThread.description + "\n")
  }

  #if os(Linux)
    @Test func anotherAllocatorIsFoundOut() throws {
      let output = try ProbeProcess.output(
        ["emptyStretches", "1"], environment: ["LD_PRELOAD": "libc.so.6"])
      let reason = MeterUnavailable.differentAllocator(expectedBytes: 3072, foundBytes: 0)
      #expect(output == "unavailable: \(reason)\n")
      #expect(reason.description.hasPrefix("this process does not allocate through jemalloc: "))
    }
  #endif
}

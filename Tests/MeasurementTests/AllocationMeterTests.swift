import CJemalloc
import Measurement
import Testing

/// Bytes and counts to the last one, each case in a process of its own.
@Suite(.serialized)
struct AllocationMeterTests {
  /// The bytes of the size class that jemalloc serves a request of Swift's from, as jemalloc says;
  /// Swift aligns raw memory to 16 bytes, whose binary logarithm is jemalloc's flag for it.
  private func sizeClass(_ size: Int) -> Int { nallocx(size, 4) }

  @Test func aBlockCountsAsOneAllocationOfItsSizeClass() throws {
    let sizes = [1, 8, 16, 17, 100, 4096, 14_336, 14_337, 32_768, 32_769, 100_000, 3_000_000]
    let measurements = try ProbeProcess.measurements(["blocks"] + sizes.map(String.init))
    try #require(measurements.count == sizes.count)
    for (size, measurement) in zip(sizes, measurements) {
      #expect(measurement.allocations == 1, "\(size)")
      #expect(measurement.bytesAllocated == sizeClass(size), "\(size)")
      #expect(measurement.peakLiveBytes == sizeClass(size), "\(size)")
      #expect(measurement.liveBytes - measurement.liveBytesAtReset == sizeClass(size), "\(size)")
      #expect(!measurement.otherThreadsAllocated, "\(size)")
    }
  }

  /// Known truths, from the table of size classes in jemalloc's manual.
  @Test func sizeClassesAreThoseOfTheManual() throws {
    let measurements = try ProbeProcess.measurements(["blocks", "1", "16", "17", "4096", "100000"])
    #expect(measurements.map(\.bytesAllocated) == [16, 16, 32, 4096, 114_688])
  }

  @Test func anArrayCountsAsItsHeaderAndItsElements() throws {
    let capacities = [0, 1, 100, 4064, 100_000]
    let measurements = try ProbeProcess.measurements(["arrays"] + capacities.map(String.init))
    try #require(measurements.count == capacities.count)
    for (capacity, measurement) in zip(capacities, measurements) {
      // Swift's array storage starts with 32 bytes of its own; an empty array has none.
      #expect(measurement.allocations == (capacity == 0 ? 0 : 1))
      #expect(measurement.bytesAllocated == (capacity == 0 ? 0 : sizeClass(32 + capacity)))
    }
  }

  @Test func freesTakeNothingAway() throws {
    let measurement = try ProbeProcess.measurement(["allocateAndFree", "1000", "64"])
    #expect(measurement.allocations == 1000)
    #expect(measurement.bytesAllocated == 64_000)
    #expect(measurement.liveBytes == measurement.liveBytesAtReset)
    #expect(!measurement.otherThreadsAllocated)
  }

  @Test func liveBytesFollowBothSides() throws {
    // 100 blocks of 512 come, 50 go that were there before.
    let measurement = try ProbeProcess.measurement(["liveBytes", "100", "500"])
    #expect(measurement.allocations == 100)
    #expect(measurement.bytesAllocated == 51_200)
    #expect(measurement.liveBytes - measurement.liveBytesAtReset == 25_600)
  }

  @Test(arguments: [(20, 30), (3000, 2900), (100_000, 110_000), (20_000, 20_400)])
  func aReallocationInsideItsSizeClassCountsAsNone(old: Int, new: Int) throws {
    try #require(sizeClass(old) == sizeClass(new))
    let measurement = try ProbeProcess.measurement(["reallocate", "\(old)", "\(new)"])
    #expect(measurement.allocations == 0)
    #expect(measurement.bytesAllocated == 0)
    #expect(!measurement.otherThreadsAllocated)
  }

  @Test(
    arguments: [
      (20, 100), (100, 20), (20_000, 26_000), (100_000, 1_000_000), (1_000_000, 100_000),
      (3_000_000, 3_600_000), (100, 100_000), (100_000, 100),
    ])
  func aReallocationToAnotherSizeClassCountsAsOne(old: Int, new: Int) throws {
    let measurement = try ProbeProcess.measurement(["reallocate", "\(old)", "\(new)"])
    #expect(measurement.allocations == 1)
    #expect(measurement.bytesAllocated == sizeClass(new))
    #expect(measurement.liveBytes - measurement.liveBytesAtReset == sizeClass(new) - sizeClass(old))
    #expect(!measurement.otherThreadsAllocated)
  }

  @Test func anEmptyStretchReadsZeroEachTime() throws {
    let measurements = try ProbeProcess.measurements(["emptyStretches", "100"])
    #expect(measurements.count == 100)
    for measurement in measurements {
      #expect(measurement == measurements.first)
      #expect(measurement.allocations == 0)
      #expect(measurement.bytesAllocated == 0)
      #expect(measurement.peakLiveBytes == 0)
      #expect(!measurement.otherThreadsAllocated)
    }
  }

  @Test func clocksAndResidentMemoryAreReadWithoutAllocating() throws {
    let measurements = try ProbeProcess.measurements(["systemCalls", "100"])
    #expect(measurements.count == 100)
    #expect(measurements.allSatisfy { $0.allocations == 0 && $0.bytesAllocated == 0 })
  }

  @Test func theSameWorkReadsTheSameInEachRepeatAndProcess() throws {
    let first = try ProbeProcess.measurements(["workload", "100"])
    let second = try ProbeProcess.measurements(["workload", "100"])
    try #require(first.count == 100 && second.count == 100)
    #expect(first[0].allocations > 4000)
    for measurement in first + second {
      #expect(measurement.allocations == first[0].allocations)
      #expect(measurement.bytesAllocated == first[0].bytesAllocated)
      #expect(!measurement.otherThreadsAllocated)
    }
  }

  @Test func countsDoNotDependOnTheThreadCache() throws {
    let cached = try ProbeProcess.measurements(["workload", "3"])
    let direct = try ProbeProcess.measurements(
      ["workload", "3"], environment: ["MALLOC_CONF": "tcache:false"])
    try #require(cached.count == 3)
    #expect(cached.map(\.allocations) == direct.map(\.allocations))
    #expect(cached.map(\.bytesAllocated) == direct.map(\.bytesAllocated))
  }

  @Test func aPeakOfLargeBlocksIsExact() throws {
    // Each block is larger than the 64 KiB after which jemalloc looks at the balance.
    let measurement = try ProbeProcess.measurement(["peak", "40", "100000"])
    #expect(measurement.allocations == 60)
    #expect(measurement.peakLiveBytes == 40 * 114_688)
    #expect(measurement.liveBytes - measurement.liveBytesAtReset == 20 * 114_688)
  }

  @Test(arguments: [(200, 1000), (1000, 200), (50, 9000), (3, 10)])
  func aPeakOfSmallBlocksIsMissedByLessThanTwiceSixtyFourKilobytes(teeth: Int, size: Int) throws {
    let measurement = try ProbeProcess.measurement(["sawtooth", "\(teeth)", "\(size)"])
    let peak = teeth * sizeClass(size)
    #expect(measurement.allocations == teeth * (teeth + 1) / 2)
    #expect(measurement.peakLiveBytes <= peak)
    #expect(measurement.peakLiveBytes > peak - 2 * 65_536)
    #expect(measurement.liveBytes == measurement.liveBytesAtReset)
  }

  @Test func aThreadThatEndedIsCountedToTheByteAndNoticed() throws {
    // A thread's first block also costs its cache, so that one block is compared with many.
    let one = try ProbeProcess.measurement(["threadEnded", "1", "5000"])
    let some = try ProbeProcess.measurement(["threadEnded", "101", "5000"])
    #expect(some.allocations - one.allocations == 100)
    #expect(some.bytesAllocated - one.bytesAllocated == 100 * sizeClass(5000))
    #expect(one.otherThreadsAllocated)
    #expect(some.otherThreadsAllocated)
  }

  @Test(arguments: [(3, 16), (1, 3000), (1000, 64), (2, 1_000_000)])
  func aRunningThreadThatAllocatesIsNoticed(blocks: Int, size: Int) throws {
    let measurement = try ProbeProcess.measurement(["threadRunning", "\(blocks)", "\(size)"])
    #expect(measurement.otherThreadsAllocated)
  }

  /// Blocks this large are never cached, so that each leaves its own single trace.
  @Test(arguments: ["threadTransient", "threadFreeing"])
  func aRunningThreadIsNoticedByOneTraceAlone(name: String) throws {
    let measurement = try ProbeProcess.measurement([name, "1000000"])
    #expect(measurement.otherThreadsAllocated)
  }

  @Test func aRunningThreadThatDoesNothingLeavesNoTrace() throws {
    let measurement = try ProbeProcess.measurement(["threadIdle"])
    #expect(!measurement.otherThreadsAllocated)
    #expect(measurement.allocations == 0)
  }

  @Test func aMeasurementOnAnotherThreadIsRefused() throws {
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
      #expect(
        reason.description.hasPrefix("this process does not allocate through jemalloc: "))
    }
  #endif
}

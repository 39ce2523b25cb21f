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
    let readings = try ProbeProcess.readings(["blocks"] + sizes.map(String.init))
    try #require(readings.count == sizes.count)
    for (size, reading) in zip(sizes, readings) {
      #expect(reading.allocations == 1, "\(size)")
      #expect(reading.bytesAllocated == sizeClass(size), "\(size)")
      #expect(reading.bytesAllocatedByThisThread == sizeClass(size), "\(size)")
      #expect(reading.bytesFreedByThisThread == 0, "\(size)")
      #expect(reading.peakLiveBytes == sizeClass(size), "\(size)")
      #expect(reading.liveBytes - reading.liveBytesAtReset == sizeClass(size), "\(size)")
      #expect(reading.isProvenExact, "\(size)")
    }
  }

  /// Known truths, from the table of size classes in jemalloc's manual.
  @Test func sizeClassesAreThoseOfTheManual() throws {
    let readings = try ProbeProcess.readings(["blocks", "1", "16", "17", "4096", "100000"])
    #expect(readings.map(\.bytesAllocated) == [16, 16, 32, 4096, 114_688])
  }

  @Test func anArrayCountsAsItsHeaderAndItsElements() throws {
    let capacities = [0, 1, 100, 4064, 100_000]
    let readings = try ProbeProcess.readings(["arrays"] + capacities.map(String.init))
    try #require(readings.count == capacities.count)
    for (capacity, reading) in zip(capacities, readings) {
      // Swift's array storage starts with 32 bytes of its own; an empty array has none.
      #expect(reading.allocations == (capacity == 0 ? 0 : 1))
      #expect(reading.bytesAllocated == (capacity == 0 ? 0 : sizeClass(32 + capacity)))
    }
  }

  @Test func freesTakeNothingAway() throws {
    let reading = try ProbeProcess.reading(["allocateAndFree", "1000", "64"])
    #expect(reading.allocations == 1000)
    #expect(reading.bytesAllocated == 64_000)
    #expect(reading.bytesFreedByThisThread == 64_000)
    #expect(reading.liveBytes == reading.liveBytesAtReset)
    #expect(reading.isProvenExact)
  }

  @Test func liveBytesFollowBothSides() throws {
    // 100 blocks of 512 come, 50 go that were there before.
    let reading = try ProbeProcess.reading(["liveBytes", "100", "500"])
    #expect(reading.allocations == 100)
    #expect(reading.bytesAllocated == 51_200)
    #expect(reading.bytesFreedByThisThread == 25_600)
    #expect(reading.liveBytes - reading.liveBytesAtReset == 25_600)
  }

  @Test(arguments: [(20, 30), (3000, 2900), (100_000, 110_000), (20_000, 20_400)])
  func aReallocationInsideItsSizeClassCountsAsNone(old: Int, new: Int) throws {
    try #require(sizeClass(old) == sizeClass(new))
    let reading = try ProbeProcess.reading(["reallocate", "\(old)", "\(new)"])
    #expect(reading.allocations == 0)
    #expect(reading.bytesAllocated == 0)
    // The thread's own counter sees it as an allocation and a free.
    #expect(reading.bytesAllocatedByThisThread == sizeClass(new))
    #expect(reading.bytesFreedByThisThread == sizeClass(old))
    #expect(!reading.allocatingThreadsBeyondThis)
  }

  @Test(
    arguments: [
      (20, 100), (100, 20), (20_000, 26_000), (100_000, 1_000_000), (1_000_000, 100_000),
      (3_000_000, 3_600_000), (100, 100_000), (100_000, 100),
    ])
  func aReallocationToAnotherSizeClassCountsAsOne(old: Int, new: Int) throws {
    let reading = try ProbeProcess.reading(["reallocate", "\(old)", "\(new)"])
    #expect(reading.allocations == 1)
    #expect(reading.bytesAllocated == sizeClass(new))
    #expect(reading.liveBytes - reading.liveBytesAtReset == sizeClass(new) - sizeClass(old))
    #expect(reading.isProvenExact)
  }

  @Test func anEmptyStretchReadsZeroEachTime() throws {
    let readings = try ProbeProcess.readings(["emptyStretches", "100"])
    #expect(readings.count == 100)
    for reading in readings {
      #expect(reading == readings.first)
      #expect(reading.allocations == 0)
      #expect(reading.bytesAllocated == 0)
      #expect(reading.peakLiveBytes == 0)
      #expect(reading.isProvenExact)
    }
  }

  @Test func clocksAndResidentMemoryAreReadWithoutAllocating() throws {
    let readings = try ProbeProcess.readings(["systemReadings", "100"])
    #expect(readings.count == 100)
    #expect(readings.allSatisfy { $0.allocations == 0 && $0.bytesAllocated == 0 })
  }

  @Test func theSameWorkReadsTheSameInEachRepeatAndProcess() throws {
    let first = try ProbeProcess.readings(["workload", "100"])
    let second = try ProbeProcess.readings(["workload", "100"])
    try #require(first.count == 100 && second.count == 100)
    #expect(first[0].allocations > 4000)
    for reading in first + second {
      #expect(reading.allocations == first[0].allocations)
      #expect(reading.bytesAllocated == first[0].bytesAllocated)
      #expect(reading.isProvenExact)
    }
  }

  @Test func countsDoNotDependOnTheThreadCache() throws {
    let cached = try ProbeProcess.readings(["workload", "3"])
    let direct = try ProbeProcess.readings(
      ["workload", "3"], environment: ["MALLOC_CONF": "tcache:false"])
    try #require(cached.count == 3)
    #expect(cached.map(\.allocations) == direct.map(\.allocations))
    #expect(cached.map(\.bytesAllocated) == direct.map(\.bytesAllocated))
  }

  @Test func aPeakOfLargeBlocksIsExact() throws {
    // Each block is larger than the 64 KiB after which jemalloc looks at the balance.
    let reading = try ProbeProcess.reading(["peak", "40", "100000"])
    #expect(reading.allocations == 60)
    #expect(reading.peakLiveBytes == 40 * 114_688)
    #expect(reading.liveBytes - reading.liveBytesAtReset == 20 * 114_688)
  }

  @Test(arguments: [(200, 1000), (1000, 200), (50, 9000), (3, 10)])
  func aPeakOfSmallBlocksIsMissedByLessThanTwiceSixtyFourKilobytes(teeth: Int, size: Int) throws {
    let reading = try ProbeProcess.reading(["sawtooth", "\(teeth)", "\(size)"])
    let peak = teeth * sizeClass(size)
    #expect(reading.allocations == teeth * (teeth + 1) / 2)
    #expect(reading.peakLiveBytes <= peak)
    #expect(reading.peakLiveBytes > peak - 2 * 65_536)
    #expect(reading.liveBytes == reading.liveBytesAtReset)
  }

  @Test func aThreadThatEndedIsCountedToTheByteAndNoticed() throws {
    // A thread's first block also costs its cache, so that one block is compared with many.
    let one = try ProbeProcess.reading(["threadEnded", "1", "5000"])
    let some = try ProbeProcess.reading(["threadEnded", "101", "5000"])
    #expect(some.allocations - one.allocations == 100)
    #expect(some.bytesAllocated - one.bytesAllocated == 100 * sizeClass(5000))
    #expect(one.allocatingThreadsBeyondThis)
    #expect(some.allocatingThreadsBeyondThis)
    #expect(some.otherAllocatorThreads == 0)
    #expect(!some.isProvenExact)
  }

  @Test(arguments: [(3, 16), (1, 3000), (1000, 64), (2, 1_000_000)])
  func aRunningThreadThatAllocatesIsNoticed(blocks: Int, size: Int) throws {
    let reading = try ProbeProcess.reading(["threadRunning", "\(blocks)", "\(size)"])
    #expect(reading.allocatingThreadsBeyondThis)
    #expect(reading.otherAllocatorThreads == 1)
    #expect(!reading.isProvenExact)
  }

  /// Blocks this large are never cached, so that each leaves its own single trace.
  @Test(arguments: ["threadTransient", "threadFreeing"])
  func aRunningThreadIsNoticedByOneTraceAlone(name: String) throws {
    let reading = try ProbeProcess.reading([name, "1000000"])
    #expect(reading.bytesAllocatedByThisThread == 0)
    #expect(reading.bytesFreedByThisThread == 0)
    #expect(reading.allocatingThreadsBeyondThis)
  }

  @Test func aRunningThreadThatDoesNothingLeavesNoTraceButIsNamed() throws {
    let reading = try ProbeProcess.reading(["threadIdle"])
    #expect(!reading.allocatingThreadsBeyondThis)
    #expect(reading.allocations == 0)
    #expect(reading.otherAllocatorThreads == 1)
    #expect(!reading.isProvenExact)
  }

  @Test func aReadingOnAnotherThreadIsRefused() throws {
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

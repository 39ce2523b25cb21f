import CJemalloc

/// Counts the allocations of this process through jemalloc, exactly and without disturbing them.
///
///     var meter = try AllocationMeter()
///     try meter.reset()
///     work()
///     let reading = try meter.read()
///
/// The counts are jemalloc's `nrequests` of every size class over all arenas. Requests are counted
/// in the cache of the thread that makes them and merged when that cache is flushed, so that reset
/// and reading flush the calling thread's cache; a thread flushes its own as it ends, so join it
/// before the reading. jemalloc's own bookkeeping is not counted, save the cache of a new thread
/// (one large allocation).
///
/// A meter belongs to the thread that resets it and is not `Sendable`. Neither `reset()` nor
/// `read()` allocates. Each asks some 230 counters, in the order of ten microseconds; after
/// `reset()` the thread's cache is empty, so that its next allocations are slower than usual.
public struct AllocationMeter {
  private let totals: JemallocTotalsReader
  private let allocatedPointer: JemallocControl
  private let deallocatedPointer: JemallocControl
  private let peakRead: JemallocControl
  private let peakReset: JemallocControl
  private let purge: JemallocControl
  private var totalsAtReset = JemallocTotals()
  private var thread: ThreadCounters
  private var allocatedAtReset: UInt64 = 0
  private var deallocatedAtReset: UInt64 = 0

  /// Looks up jemalloc's counters and checks that this process really allocates through it.
  ///
  /// Throws the reason where it does not. The new meter counts from here, as if reset.
  public init() throws(MeterUnavailable) {
    var keepsStatistics = false
    try JemallocControl("config.stats").read(into: &keepsStatistics)
    guard keepsStatistics else { throw .statisticsNotCompiledIn }
    totals = try JemallocTotalsReader()
    allocatedPointer = try JemallocControl("thread.allocatedp")
    deallocatedPointer = try JemallocControl("thread.deallocatedp")
    peakRead = try JemallocControl("thread.peak.read")
    peakReset = try JemallocControl("thread.peak.reset")
    purge = try JemallocControl("arena.0.purge").indexed(JemallocControl.allArenas, part: 1)
    thread = try ThreadCounters(allocatedPointer, deallocatedPointer)
    try thread.checkThatSwiftMovesThem()
    // The first use of a path may make the runtime allocate; that is over before anything counts.
    try reset()
    _ = try read()
    try reset()
  }

  /// Starts counting anew, on the calling thread.
  ///
  /// O(size classes), some 230; allocates nothing. Throws where jemalloc refuses a control.
  public mutating func reset() throws(MeterUnavailable) {
    thread = try ThreadCounters(allocatedPointer, deallocatedPointer)
    totalsAtReset = try totals.read()
    allocatedAtReset = thread.allocated.pointee
    deallocatedAtReset = thread.deallocated.pointee
    try peakReset.trigger()
  }

  /// What was allocated since the reset; counting goes on, so that it may be read again.
  ///
  /// O(size classes), some 230; allocates nothing. Throws `MeterUnavailable.anotherThread` on
  /// another thread than the one that reset the meter.
  public func read() throws(MeterUnavailable) -> AllocationReading {
    let current = try ThreadCounters(allocatedPointer, deallocatedPointer)
    guard current.allocated == thread.allocated else { throw .anotherThread }
    let allocated = current.allocated.pointee - allocatedAtReset
    let deallocated = current.deallocated.pointee - deallocatedAtReset
    let peak = try peakRead.unsignedInteger()
    let now = try totals.read()
    let bytesAllocated = now.bytesAllocated &- totalsAtReset.bytesAllocated
    // A reallocation inside its size class is counted by the thread alone, so that fewer bytes in
    // the process than in the thread say nothing; the balance of live bytes is free of that.
    let liveChange = now.liveBytes &- totalsAtReset.liveBytes
    let hasTraceOfOthers =
      bytesAllocated > allocated || liveChange != allocated &- deallocated
      || now.cachedBytes != totalsAtReset.cachedBytes
    return AllocationReading(
      allocations: Int(truncatingIfNeeded: now.allocations &- totalsAtReset.allocations),
      bytesAllocated: Int(truncatingIfNeeded: bytesAllocated),
      bytesAllocatedByThisThread: Int(truncatingIfNeeded: allocated),
      bytesFreedByThisThread: Int(truncatingIfNeeded: deallocated),
      peakLiveBytes: Int(truncatingIfNeeded: peak),
      liveBytesAtReset: Int(truncatingIfNeeded: totalsAtReset.liveBytes),
      liveBytes: Int(truncatingIfNeeded: now.liveBytes),
      allocatingThreadsBeyondThis: hasTraceOfOthers,
      otherAllocatorThreads: max(0, Int(now.threads) - 1)
    )
  }

  /// Gives the pages that hold no live block back to the operating system.
  ///
  /// Call it before the resident peak is reset, so that the peak is not that of memory freed long
  /// ago. The cache of the calling thread is flushed, those of other threads stay.
  public func releaseUnusedMemory() throws(MeterUnavailable) {
    try totals.flushThreadCache()
    try purge.trigger()
  }
}

/// Where jemalloc counts the bytes of the calling thread.
private struct ThreadCounters {
  let allocated: UnsafePointer<UInt64>
  let deallocated: UnsafePointer<UInt64>

  init(
    _ allocatedPointer: JemallocControl, _ deallocatedPointer: JemallocControl
  ) throws(MeterUnavailable) {
    allocated = try Self.pointer(allocatedPointer)
    deallocated = try Self.pointer(deallocatedPointer)
  }

  /// Throws unless a block that Swift allocates is counted at exactly its size class.
  func checkThatSwiftMovesThem() throws(MeterUnavailable) {
    let requested = 3000
    let expected = nallocx(requested, 0)
    let allocatedBefore = allocated.pointee
    let deallocatedBefore = deallocated.pointee
    let block = UnsafeMutableRawPointer.allocate(byteCount: requested, alignment: 1)
    block.storeBytes(of: 1, as: UInt8.self)
    let found = allocated.pointee &- allocatedBefore
    block.deallocate()
    let freed = deallocated.pointee &- deallocatedBefore
    guard found == UInt64(expected), freed == found else {
      throw .differentAllocator(
        expectedBytes: expected, foundBytes: Int(truncatingIfNeeded: found))
    }
  }

  private static func pointer(
    _ control: JemallocControl
  ) throws(MeterUnavailable) -> UnsafePointer<UInt64> {
    var address: UInt = 0
    try control.read(into: &address)
    guard let pointer = UnsafePointer<UInt64>(bitPattern: address) else {
      throw .statisticsNotCompiledIn
    }
    return pointer
  }
}

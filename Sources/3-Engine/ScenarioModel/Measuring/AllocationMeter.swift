import CJemalloc

/// A counter of this process's allocations through jemalloc, exact and without disturbing them.
///
///     var meter = try AllocationMeter()
///     try meter.reset()
///     work()
///     let measurement = try meter.read()
///
/// The counts are jemalloc's `nrequests` of every size class over all arenas. Requests are counted
/// in the cache of the thread that makes them and merged when that cache is flushed, so that
/// `reset()` and `read()` flush the calling thread's cache; a thread flushes its own as it ends, so
/// join it before `read()`. jemalloc's own bookkeeping is not counted, except the cache of a new
/// thread (one large allocation).
///
/// A meter belongs to the thread that resets it and is not `Sendable`. Neither `reset()` nor
/// `read()` allocates. Each reads some 230 counters, in the order of ten microseconds; after
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

  /// Finds jemalloc's counters and checks that this process really allocates through it.
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

  /// Sets all counts to zero, on the calling thread.
  ///
  /// O(size classes), some 230; allocates nothing. Throws where jemalloc refuses a control.
  public mutating func reset() throws(MeterUnavailable) {
    thread = try ThreadCounters(allocatedPointer, deallocatedPointer)
    totalsAtReset = try totals.read()
    allocatedAtReset = thread.allocated.pointee
    deallocatedAtReset = thread.deallocated.pointee
    try peakReset.trigger()
  }

  /// Returns the allocations since the reset; counting continues, so that it may be called again.
  ///
  /// O(size classes), some 230; allocates nothing. Throws `MeterUnavailable.anotherThread` on
  /// another thread than the one that reset the meter.
  public func read() throws(MeterUnavailable) -> AllocationMeasurement {
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
    return AllocationMeasurement(
      allocations: Int(truncatingIfNeeded: now.allocations &- totalsAtReset.allocations),
      bytesAllocated: Int(truncatingIfNeeded: bytesAllocated),
      peakLiveBytes: Int(truncatingIfNeeded: peak),
      liveBytesAtReset: Int(truncatingIfNeeded: totalsAtReset.liveBytes),
      liveBytes: Int(truncatingIfNeeded: now.liveBytes),
      otherThreadsAllocated: hasTraceOfOthers
    )
  }

  /// Gives the pages that hold no live block back to the operating system.
  ///
  /// Call it before the resident peak is reset, so that the peak does not include memory freed long
  /// ago. It flushes the cache of the calling thread; the caches of other threads stay.
  public func releaseUnusedMemory() throws(MeterUnavailable) {
    try totals.flushThreadCache()
    try purge.trigger()
  }
}

/// The allocations between a reset of an `AllocationMeter` and its `read()`.
public struct AllocationMeasurement: Hashable, Sendable, Codable {
  /// The allocations of the whole process since the reset.
  ///
  /// A reallocation that moves the block, and one that grows or shrinks a large block in place to
  /// another size class, counts as one; one that stays in its size class counts as none.
  public let allocations: Int

  /// The bytes that the whole process allocated since the reset, each allocation rounded up to
  /// jemalloc's size class; frees are not subtracted.
  public let bytesAllocated: Int

  /// The maximum by which the metered thread's allocations exceeded its frees since the reset, in
  /// bytes: the rise of its live memory above the level at the reset.
  ///
  /// jemalloc compares the two every 64 KiB of allocations and of frees, so that a peak can be
  /// missed by less than 64 KiB of each. A reallocation holds the old and the new block at once.
  public let peakLiveBytes: Int

  /// The bytes that the whole process had allocated and not freed at the reset, in size classes.
  public let liveBytesAtReset: Int

  /// The bytes that the whole process has allocated and not freed at the end, in size classes.
  public let liveBytes: Int

  /// Indicates whether there is a trace of another thread that allocated or freed since the reset.
  ///
  /// Then the process-wide numbers may lack requests that are counted in the caches of threads
  /// still running, and may differ from run to run. Where it is false, only a thread that freed all
  /// that it took, and took it from its own cache alone, can have gone unnoticed.
  public let otherThreadsAllocated: Bool
}

/// The reason why the allocator's counters cannot be read; a report prints its `description` after
/// "not available: ".
public enum MeterUnavailable: Error, Hashable, Sendable {
  /// A block that Swift allocated did not move jemalloc's counters by its size class.
  case differentAllocator(expectedBytes: Int, foundBytes: Int)
  /// jemalloc was built without statistics.
  case statisticsNotCompiledIn
  /// jemalloc refused a control that the meter needs, with this `errno` value.
  case controlRefused(name: String, code: Int32)
  /// The meter was reset on one thread and read on another.
  case anotherThread
}

extension MeterUnavailable: CustomStringConvertible {
  public var description: String {
    switch self {
    case .differentAllocator(let expectedBytes, let foundBytes):
      """
      this process does not allocate through jemalloc: a block of \(expectedBytes) bytes moved \
      its counter by \(foundBytes); link jemalloc before the C library and preload no other \
      allocator
      """
    case .statisticsNotCompiledIn:
      """
      jemalloc keeps no statistics: expected "config.stats" to be true, found false; install a \
      jemalloc that was built with statistics
      """
    case .controlRefused(let name, let code):
      """
      jemalloc refused "\(name)" with error \(code); the meter needs jemalloc 5.3 or later
      """
    case .anotherThread:
      """
      the allocation meter was reset on one thread and read on another; reset, work and read \
      on the same thread
      """
    }
  }
}

/// The places in which jemalloc counts the bytes of the calling thread.
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

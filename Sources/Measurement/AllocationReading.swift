/// What was allocated between a reset of an `AllocationMeter` and its reading.
public struct AllocationReading: Hashable, Sendable, Codable {
  /// The allocations of the whole process since the reset.
  ///
  /// A reallocation that moves the block, and one that grows or shrinks a large block in place to
  /// another size class, counts as one; one that stays in its size class counts as none.
  public let allocations: Int

  /// The bytes that the whole process allocated since the reset, each allocation rounded up to
  /// jemalloc's size class; frees take nothing away.
  public let bytesAllocated: Int

  /// The bytes that the metered thread allocated since the reset, in size classes.
  ///
  /// Unlike `bytesAllocated`, it also counts a reallocation that stays in its size class.
  public let bytesAllocatedByThisThread: Int

  /// The bytes that the metered thread freed since the reset, in size classes.
  public let bytesFreedByThisThread: Int

  /// The most that the metered thread's allocations exceeded its frees by since the reset, in
  /// bytes: how far its live memory rose above the level at the reset.
  ///
  /// jemalloc looks at the balance every 64 KiB of allocations and of frees, so that a peak can be
  /// missed by less than 64 KiB of each. A reallocation holds the old and the new block at once.
  public let peakLiveBytes: Int

  /// The bytes that the whole process had allocated and not freed at the reset, in size classes.
  public let liveBytesAtReset: Int

  /// The bytes that the whole process has allocated and not freed at the reading.
  public let liveBytes: Int

  /// Whether there is a trace of another thread that allocated or freed since the reset.
  ///
  /// Where it is `true`, the process-wide numbers may lack requests that are counted in the
  /// caches of threads still running, and may differ from run to run. Where it is `false`, only a
  /// thread that freed all that it took, and took it from its own cache alone, can have gone
  /// unnoticed: see `otherAllocatorThreads`.
  public let allocatingThreadsBeyondThis: Bool

  /// The other threads still running at the reading that have ever allocated.
  ///
  /// With none of them every request of the process has been counted, provided that the threads
  /// that ended were joined: a thread hands its last counts over while it ends.
  public let otherAllocatorThreads: Int

  /// Whether the process-wide numbers are proven to be complete and this thread's alone.
  public var isProvenExact: Bool { !allocatingThreadsBeyondThis && otherAllocatorThreads == 0 }
}

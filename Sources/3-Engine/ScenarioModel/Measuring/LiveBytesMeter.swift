/// The bytes that this process has allocated through jemalloc and not freed, at any moment.
///
/// It changes nothing that an ``AllocationMeter`` counts, so that both can be used at the same time.
/// A reading takes in the order of ten microseconds and allocates nothing; it empties the calling
/// thread's cache, so that the next allocations are slower than usual.
public struct LiveBytesMeter {
  private let totals: JemallocTotalsReader

  /// Finds jemalloc's counters and checks that this process really allocates through it.
  ///
  /// Throws the reason where it does not. Creating one resets the peak of the calling thread.
  public init() throws(MeterUnavailable) {
    // Its checks are those that are needed here.
    _ = try AllocationMeter()
    totals = try JemallocTotalsReader()
    _ = try totals.read()
  }

  /// Returns the bytes that are allocated and not freed, in the allocator's size classes.
  public func read() throws(MeterUnavailable) -> Int {
    Int(truncatingIfNeeded: try totals.read().liveBytes)
  }
}

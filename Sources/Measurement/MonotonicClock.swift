/// A clock that never runs backwards and knows nothing of the date: the time base of every
/// measured latency.
///
/// On Linux it is `CLOCK_MONOTONIC`, on Apple platforms `CLOCK_UPTIME_RAW`. Readings of one
/// process can be subtracted; the zero point means nothing. Safe on every thread.
public enum MonotonicClock {
  /// The nanoseconds since an arbitrary moment before the process started.
  ///
  /// O(1), allocates nothing.
  @inlinable
  public static func now() -> Int64 { PlatformClock.monotonic() }
}

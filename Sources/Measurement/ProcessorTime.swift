/// The time that processors spent on this program, as opposed to the time that went by.
///
/// A reading is a system call on Linux and costs many times a `MonotonicClock` reading: take it
/// once a stretch, not once a frame. Safe on every thread.
public enum ProcessorTime {
  /// The nanoseconds that the calling thread has run, in user and system mode.
  ///
  /// O(1), allocates nothing.
  @inlinable
  public static func thread() -> Int64 { PlatformClock.threadProcessor() }

  /// The nanoseconds that all threads of this process have run, those that ended included.
  ///
  /// O(1), allocates nothing.
  @inlinable
  public static func process() -> Int64 { PlatformClock.processProcessor() }
}

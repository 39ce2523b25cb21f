#if os(Linux)
  import Glibc

  @usableFromInline
  enum PlatformClock {
    @inlinable
    static func monotonic() -> Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

    @inlinable
    static func threadProcessor() -> Int64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

    @inlinable
    static func processProcessor() -> Int64 { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

    // The clocks named above exist on every Linux, so the call has no failure to report.
    @inlinable
    static func nanoseconds(of clock: clockid_t) -> Int64 {
      var time = timespec()
      clock_gettime(clock, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }
#endif

#if canImport(Darwin)
  import Darwin

  @usableFromInline
  enum PlatformClock {
    @inlinable
    static func monotonic() -> Int64 {
      Int64(bitPattern: clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
    }

    @inlinable
    static func threadProcessor() -> Int64 {
      Int64(bitPattern: clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID))
    }

    @inlinable
    static func processProcessor() -> Int64 {
      Int64(bitPattern: clock_gettime_nsec_np(CLOCK_PROCESS_CPUTIME_ID))
    }
  }
#endif

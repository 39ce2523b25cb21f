#if canImport(Darwin)
  import Darwin

  extension PlatformClock {
    static func monotonicResolution() -> Int64 { resolution(of: CLOCK_UPTIME_RAW) }
    static func threadProcessorResolution() -> Int64 { resolution(of: CLOCK_THREAD_CPUTIME_ID) }

    private static func resolution(of clock: clockid_t) -> Int64 {
      var time = timespec()
      clock_getres(clock, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }
#endif

#if canImport(Darwin)
  import Darwin

  extension PlatformClock {
    static func monotonicResolution() -> Int64 { resolution(of: CLOCK_UPTIME_RAW) }
  }
#endif

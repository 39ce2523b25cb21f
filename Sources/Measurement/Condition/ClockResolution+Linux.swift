#if os(Linux)
  import Glibc

  extension PlatformClock {
    static func monotonicResolution() -> Int64 { resolution(of: CLOCK_MONOTONIC) }
  }
#endif

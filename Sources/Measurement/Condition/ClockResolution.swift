#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

extension PlatformClock {
  static func threadProcessorResolution() -> Int64 { resolution(of: CLOCK_THREAD_CPUTIME_ID) }

  /// The step of a clock in nanoseconds, as the system tells it.
  static func resolution(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_getres(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

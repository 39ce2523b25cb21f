#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A clock that never runs backwards and is independent of the date: the time base of every
/// measured latency.
///
/// On Linux it is `CLOCK_MONOTONIC`, on Apple platforms `CLOCK_UPTIME_RAW`. Times of one process
/// can be subtracted; the zero point means nothing. Safe on every thread.
public enum MonotonicClock {
  /// The nanoseconds since an arbitrary moment before the process started.
  ///
  /// O(1), allocates nothing.
  @inlinable
  public static func now() -> Int64 { PlatformClock.now(PlatformClock.monotonic) }
}

/// The time that processors spent on this program, as opposed to the time that passed.
///
/// A call is a system call on Linux and costs many times a call of `MonotonicClock`: make it once a
/// stretch, not once a frame. Safe on every thread.
public enum ProcessorTime {
  /// The nanoseconds that the calling thread has run, in user and system mode.
  ///
  /// O(1), allocates nothing.
  @inlinable
  public static func thread() -> Int64 { PlatformClock.now(CLOCK_THREAD_CPUTIME_ID) }

  /// The nanoseconds that all threads of this process have run, those that ended included.
  ///
  /// O(1), allocates nothing.
  @inlinable
  public static func process() -> Int64 { PlatformClock.now(CLOCK_PROCESS_CPUTIME_ID) }
}

/// The clocks of the operating system, in nanoseconds.
@usableFromInline
enum PlatformClock {
  @inlinable
  static var monotonic: clockid_t {
    #if canImport(Darwin)
      CLOCK_UPTIME_RAW
    #else
      CLOCK_MONOTONIC
    #endif
  }

  // The clocks that are used here exist on every system, so the call has no failure to report.
  @inlinable
  static func now(_ clock: clockid_t) -> Int64 {
    #if canImport(Darwin)
      return Int64(bitPattern: clock_gettime_nsec_np(clock))
    #else
      var time = timespec()
      clock_gettime(clock, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    #endif
  }

  static func resolution(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_getres(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The step and the cost of a clock.
package struct ClockProperties: Hashable, Sendable {
  /// The operating system's own figure of the step, in nanoseconds.
  package let resolution: Int64
  /// The smallest difference above 0 of two times taken one after the other, in nanoseconds; `nil`
  /// where the clock did not move.
  package let smallestStep: Int64?
  /// The cost of one call, in nanoseconds.
  package let cost: Double

  package init(resolution: Int64, smallestStep: Int64?, cost: Double) {
    self.resolution = resolution
    self.smallestStep = smallestStep
    self.cost = cost
  }

  /// The properties of ``MonotonicClock``, measured.
  package static func ofMonotonicClock() -> ClockProperties {
    measure(resolution: PlatformClock.resolution(of: PlatformClock.monotonic)) {
      MonotonicClock.now()
    }
  }

  /// The properties of ``ProcessorTime/thread()``, measured.
  package static func ofThreadProcessorTime() -> ClockProperties {
    measure(resolution: PlatformClock.resolution(of: CLOCK_THREAD_CPUTIME_ID)) {
      ProcessorTime.thread()
    }
  }

  /// Measures a clock, for less than some ten milliseconds.
  ///
  /// The cost is the fastest of several batches: a batch can only be slowed down.
  private static func measure(resolution: Int64, _ now: () -> Int64) -> ClockProperties {
    let calls = 500
    var smallestStep = Int64.max
    var minCost = Double.infinity
    for _ in 0..<20 {
      let start = MonotonicClock.now()
      var last = now()
      for _ in 1..<calls {
        let next = now()
        if next > last { smallestStep = min(smallestStep, next - last) }
        last = next
      }
      minCost = min(minCost, Double(MonotonicClock.now() - start) / Double(calls))
    }
    return ClockProperties(
      resolution: resolution, smallestStep: smallestStep == .max ? nil : smallestStep,
      cost: minCost)
  }
}

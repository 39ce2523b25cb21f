/// How fine a clock's steps are, and what it costs to read it.
public struct ClockProperties: Hashable, Sendable {
  /// What the operating system calls its resolution, in nanoseconds.
  public let resolution: Int64
  /// The smallest step between two readings one after the other that differ, in nanoseconds; `nil`
  /// where it did not move.
  public let smallestStep: Int64?
  /// What one reading costs, in nanoseconds.
  public let cost: Double

  public init(resolution: Int64, smallestStep: Int64?, cost: Double) {
    self.resolution = resolution
    self.smallestStep = smallestStep
    self.cost = cost
  }

  /// Tries a clock out, for less than some ten milliseconds.
  ///
  /// The cost is that of the quickest of several batches: a batch can only be slowed down.
  static func measure(resolution: Int64, _ now: () -> Int64) -> ClockProperties {
    var smallestStep = Int64.max
    var cheapest = Double.infinity
    for _ in 0..<batches {
      let start = MonotonicClock.now()
      var last = now()
      for _ in 1..<readings {
        let next = now()
        if next > last { smallestStep = min(smallestStep, next - last) }
        last = next
      }
      cheapest = min(cheapest, Double(MonotonicClock.now() - start) / Double(readings))
    }
    return ClockProperties(
      resolution: resolution, smallestStep: smallestStep == .max ? nil : smallestStep,
      cost: cheapest)
  }

  private static let batches = 20
  private static let readings = 500

  /// Those of ``MonotonicClock``, by trying it out.
  public static func ofMonotonicClock() -> ClockProperties {
    measure(resolution: PlatformClock.monotonicResolution()) { MonotonicClock.now() }
  }

  /// Those of ``ProcessorTime/thread()``, by trying it out.
  public static func ofThreadProcessorTime() -> ClockProperties {
    measure(resolution: PlatformClock.threadProcessorResolution()) { ProcessorTime.thread() }
  }
}

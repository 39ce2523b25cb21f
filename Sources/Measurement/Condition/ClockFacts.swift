/// What clocks are good for, from trying them out.
enum ClockFacts {
  /// Nanoseconds above which a reading shows in a frame of some microseconds.
  private static let dearReading = 200.0
  /// Nanoseconds above which a frame of some microseconds cannot be timed.
  private static let coarseStep: Int64 = 1_000

  static func all(monotonic: ClockProperties, processorTime: ClockProperties) -> [MachineFact] {
    let isGood =
      monotonic.cost <= dearReading && (monotonic.smallestStep ?? .max) <= coarseStep
    return [
      MachineFact(
        "wall-clock", text(monotonic), isGood ? .harmless : .disturbing,
        meaning: "Two readings enclose every frame: both must be short beside it.",
        advice: isGood
          ? nil : "let the kernel use the processor's counter as its clock (clocksource tsc)"),
      MachineFact(
        "thread-clock", text(processorTime), .harmless,
        meaning: "Read once a slice, to tell waiting from working; it is not judged."),
    ]
  }

  private static func text(_ clock: ClockProperties) -> String {
    let step = clock.smallestStep.map { "steps of \($0) ns" } ?? "did not move"
    return "\(Int(clock.cost.rounded())) ns a reading, \(step), resolution \(clock.resolution) ns"
  }
}

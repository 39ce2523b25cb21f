extension Metric {
  /// The metrics that the harness itself measures in every measured trial: times and memory.
  ///
  /// A frame is a step of the replay, which ``ScenarioFamily/frameLabel`` names.
  ///
  /// - Parameter kind: the kind of the allocations: counted, or modelled if a parameter of a
  ///   platform moves them.
  public static func ofEveryMeasurement(allocations kind: MetricKind) -> [Metric] {
    [
      buildTime, frameTimeP50, frameTimeP95, frameTimeP99, frameTimeMax,
      allocations.of(kind), bytesAllocated.of(kind), peakLiveBytes, peakResidentBytes,
      memoryGrowth,
    ]
  }

  /// The names of these metrics, whatever their kinds.
  package static var namesOfEveryMeasurement: [String] {
    ofEveryMeasurement(allocations: .counted).map(\.name)
  }

  private func of(_ kind: MetricKind) -> Metric {
    Metric(name, unit, kind, polarity, summary, role: role, effect: effect)
  }

  /// The time to build the strategy.
  public static let buildTime = Metric(
    "build-time", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time to make the strategy from its data, before the first frame.")
  /// The median time of a frame.
  public static let frameTimeP50 = Metric(
    "frame-time-p50", .nanoseconds, .measured, .lowerIsBetter,
    "Wall time of the strategy's and the simulation's work for a frame, without the wait for a "
      + "processor; the median frame.")
  /// The 95th percentile of the times of frames.
  public static let frameTimeP95 = Metric(
    "frame-time-p95", .nanoseconds, .measured, .lowerIsBetter,
    "Of the frame times on this machine: 95 of 100 frames take no longer.",
    effect: "95 of 100 frames take at most {}")
  /// The 99th percentile of the times of frames.
  public static let frameTimeP99 = Metric(
    "frame-time-p99", .nanoseconds, .measured, .lowerIsBetter,
    "Of the frame times on this machine: 99 of 100 frames take no longer.",
    effect: "99 of 100 frames take at most {}")
  /// The time of the slowest frame.
  public static let frameTimeMax = Metric(
    "frame-time-max", .nanoseconds, .measured, .lowerIsBetter,
    "Of the frame times on this machine: the slowest frame.",
    effect: "the slowest frame takes {}")
  /// The number of allocations.
  public static let allocations = Metric(
    "allocations", .count, .counted, .lowerIsBetter,
    "Blocks that the process asked the allocator for, from building to the last frame.")
  /// The bytes of all allocations.
  public static let bytesAllocated = Metric(
    "bytes-allocated", .bytes, .counted, .lowerIsBetter,
    "Bytes of those blocks, in the allocator's size classes.")
  /// The peak of live bytes.
  public static let peakLiveBytes = Metric(
    "peak-live-bytes", .bytes, .measured, .lowerIsBetter,
    "The most bytes allocated and not freed at one time, the scenario's data not counted; up to "
      + "128 KB low.",
    effect: "memory of what is shown: what the map shows needs {} of memory at the peak")
  /// The peak of resident memory.
  public static let peakResidentBytes = Metric(
    "peak-resident-bytes", .bytes, .measured, .lowerIsBetter,
    "The most memory that the process had resident beyond what it had before the case: its program, "
      + "the data and the warm-up are not counted; some hundred KB either way.")
  /// The bytes that stay allocated for each frame.
  public static let memoryGrowth = Metric(
    "memory-growth", .bytes, .measured, .lowerIsBetter,
    "Growth of the allocated bytes for each frame: the smallest of the second, the third and the "
      + "last quarter of the frames, so that memory built up once does not count.")
}
